import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const counts: Domain = { name: 'counts', routes: { office: routes } };
