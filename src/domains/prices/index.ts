import type { Domain } from '../domain.js';

export { notSoldHere } from './errors.js';
export {
  type PriceBuyer,
  type PriceRequest,
  type PriceSource,
  pricesFromDatabase,
  pricesFromMemory,
  resolvePrices,
} from './resolve-prices.js';

export const prices: Domain = { name: 'prices' };
