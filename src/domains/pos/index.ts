import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const pos: Domain = { name: 'pos', routes: { till: routes } };
