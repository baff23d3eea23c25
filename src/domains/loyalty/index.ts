import type { Domain } from '../domain.js';
import { routes } from './routes.js';
import { subscribers } from './subscribers.js';

export { loyaltyInvariants } from './invariant-repository.js';

/** Points for customers. */
export const loyalty: Domain = { name: 'loyalty', routes: { office: routes }, subscribers };
