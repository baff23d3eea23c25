import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { quoteInvariants } from './invariant-repository.js';
export { eraseQuotes, moveQuotes } from './repository.js';

export const quotes: Domain = { name: 'quotes', routes: { office: routes } };
