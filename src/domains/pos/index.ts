import type { Domain } from '../domain.js';
import { routes } from './routes.js';
import { terminalRoutes } from './terminal-routes.js';

export const pos: Domain = { name: 'pos', routes: { till: routes, office: terminalRoutes } };
