import type { Domain } from '../domain.js';
import { purgeReservations, schedules } from './jobs.js';
import { routes } from './routes.js';

export { type Adjustment, adjust } from './adjust.js';
export { changeLevel, type LevelSettings } from './change-level.js';
export { type CommitOutcome, type CommitRequest, commitReservation } from './commit-reservation.js';
export { count, type StockCount } from './count.js';
export { insufficientStock } from './errors.js';
export { stockInvariants } from './invariant-repository.js';
export { type NewLevel, openLevel } from './open-level.js';
export { putBack } from './put-back.js';
export { putLevel } from './put-level.js';
export { receive } from './receive.js';
export { type VariantRef, variantIdsOf } from './references.js';
export { type ReleaseOutcome, release } from './release.js';
export { releaseExpired } from './release-expired.js';
export {
  availability,
  countStockAlerts,
  type Imbalance,
  type Level,
  levelById,
  levelOf,
  levelsOutOfBalance,
  listLevels,
  lowStock,
  reservedOutOfBalance,
  stockInAllStores,
} from './repository.js';
export { stillHeld } from './reservation-repository.js';
export { type ReserveOutcome, type ReserveRequest, reserve } from './reserve.js';
export { type LevelChange, type Shortage, type StockLine, salePurpose } from './rules.js';
export { type CounterSale, sellAtCounter } from './sell-at-counter.js';
export { type Transfer, transfer } from './transfer.js';
export { undoSale } from './undo-sale.js';

export const inventory: Domain = {
  name: 'inventory',
  routes: { office: routes },
  jobs: [purgeReservations],
  schedules,
};
