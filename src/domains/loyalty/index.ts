import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { loyaltyInvariants } from './invariant-repository.js';
export { tierFields } from './tiers/routes.js';
export { tierOf } from './tiers/tier-of.js';

export const loyalty: Domain = { name: 'loyalty', routes: { office: routes }, consumers };
