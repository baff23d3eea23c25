import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { loyaltyInvariants } from './invariant-repository.js';

export const loyalty: Domain = { name: 'loyalty', routes: { office: routes }, consumers };
