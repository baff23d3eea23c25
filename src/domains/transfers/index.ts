import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { DIFFERENCE_REASONS } from './rules.js';
export { incomingGoods, transferInvariants } from './transit-repository.js';

export const transfers: Domain = { name: 'transfers', routes: { office: routes } };
