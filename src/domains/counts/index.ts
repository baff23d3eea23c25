import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { countInvariants } from './invariant-repository.js';

export const counts: Domain = { name: 'counts', routes: { office: routes } };
