import type { Domain } from '../domain.js';
import { routes } from './routes.js';
import { subscribers } from './subscribers.js';

export { returnUpdated } from './events.js';
export { creditInvariants } from './invariant-repository.js';

export { storeCreditByCode } from './repository.js';

export const returns: Domain = { name: 'returns', routes: { office: routes }, subscribers };
