import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { cancelGoods } from './cancel-goods.js';
export { returnUpdated } from './events.js';
export { eraseReturnNotes } from './privacy-repository.js';
export { refundsOfReturns } from './repository.js';
export { valueOfGoods } from './value-of-goods.js';

export const returns: Domain = { name: 'returns', routes: { office: routes }, consumers };
