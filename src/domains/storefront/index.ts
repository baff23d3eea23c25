import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export const storefront: Domain = { name: 'storefront', routes: { shop: routes } };
