import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const exchanges: Domain = { name: 'exchanges', routes: { office: routes } };
