import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const mcp: Domain = { name: 'mcp', routes: { office: routes } };
