import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { returnUpdated } from './events.js';

export const returns: Domain = { name: 'returns', routes: { office: routes }, consumers };
