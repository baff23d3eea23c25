import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import type { Domain } from '../domain.js';
import { gridRoutes } from './grid/routes.js';
import { labelRoutes } from './labels/routes.js';
import { priceListRoutes } from './lists/routes.js';
import { priceRoutes } from './records/routes.js';
import { scanRoutes } from './scans/routes.js';

export { notSoldHere } from './errors.js';
export { barsOf } from './labels/barcode.js';
export { drawBarcode } from './labels/draw-barcode.js';
export { unitPriceOf } from './labels/rules.js';
export { findList } from './lists/repository.js';
export { saveList } from './lists/save-list.js';
export {
  countMatchingPrices,
  type LockedPrice,
  listMatchingPrices,
  lockPricesByIds,
} from './records/matching-repository.js';
export { pricePages } from './records/price-pages.js';
export { type PriceFileRow, type PriceUndo, putPriceRow } from './records/put-price-row.js';
export { updatePrice } from './records/repository.js';
export { readAmount } from './records/rules.js';
export { type PriceFilters, priceFilters } from './records/schemas.js';
export { undoPrice } from './records/undo-price.js';
export {
  type PriceBuyer,
  type PriceSource,
  pricesFromDatabase,
  pricesFromMemory,
  resolvePrices,
} from './resolve-prices.js';

export { foreignStores } from './selling-repository.js';

function routes(app: App, platform: Platform): void {
  priceListRoutes(app, platform);
  priceRoutes(app, platform);
  gridRoutes(app, platform);
  labelRoutes(app, platform);
  scanRoutes(app, platform);
}

export const prices: Domain = { name: 'prices', routes: { office: routes } };
