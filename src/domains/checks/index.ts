import type { Domain } from '../domain.js';
import { routes } from './routes.js';

/** Lists the outcomes of age and identity checks, at the till and online. */
export const checks: Domain = { name: 'checks', routes: { office: routes } };
