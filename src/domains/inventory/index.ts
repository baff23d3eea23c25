import type { Domain } from '../domain.js';
import { purgeReservations, schedules } from './jobs.js';
import { routes } from './routes.js';
import { tillStockRoute } from './till-stock-route.js';

export { adjust } from './adjust.js';
export { changeLevel } from './change-level.js';
export { commitReservation } from './commit-reservation.js';
export { correctLevels } from './correct-levels.js';
export { count } from './count.js';
export { insufficientStock } from './errors.js';
export { inventoryChanged } from './events.js';
export { stockInvariants } from './invariant-repository.js';
export { RESERVATIONS } from './jobs.js';
export {
  createLevelBatch,
  flushLevelBatch,
  type LevelBatch,
  readAheadLevels,
} from './level-batch.js';
export { levelFilterOf } from './level-filter.js';
export { lockForCount } from './lock-for-count.js';
export { openLevel } from './open-level.js';
export { putBack } from './put-back.js';
export { type LevelRow, type LevelUndo, putLevel } from './put-level.js';
export { receive } from './receive.js';
export { refusalOfBundle, refuseBundles, stepsOfField, variantsOfRefs } from './references.js';
export { release } from './release.js';
export { releaseExpired } from './release-expired.js';
export {
  availability,
  countLow,
  countStockAlerts,
  type Level,
  levelById,
  levelsOutOfBalance,
  listLevels,
  lowStock,
  reservedOutOfBalance,
  stockInAllStores,
} from './repository.js';
export {
  COMMIT_EVENTS,
  commitHoldSql,
  HOLD_EVENTS,
  HOLD_SHORTAGES,
  holdSql,
  REACHES_REORDER_POINT,
  stillHeld,
} from './reservation-repository.js';
export { reserve } from './reserve.js';
export { mergeLines, onceKey, type Shortage, type StockLine, salePurpose } from './rules.js';
export { type LevelFilters, levelFilters } from './schemas.js';
export { sellAtCounter } from './sell-at-counter.js';
export { sendGoods } from './send-goods.js';
export { availableSql, lockLevels } from './stock-repository.js';
export { takeInGoods } from './take-in-goods.js';
export { transfer } from './transfer.js';
export { undoLevel } from './undo-level.js';
export { undoSale } from './undo-sale.js';

export const inventory: Domain = {
  name: 'inventory',
  routes: { office: routes, till: tillStockRoute },
  jobs: [purgeReservations],
  schedules,
};
