import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { shownQuantity } from '../../platform/quantity.js';
import { insufficientStock } from './errors.js';
import { recordChanges } from './events.js';
import { NO_OWN_STOCK } from './references.js';
import type { LevelChange } from './rules.js';
import { lockLevels, postMovements } from './stock-repository.js';

export type Adjustment = {
  storeId: string;
  variantId: string;
  /** The stock of a bundle, from the time before it was one, can only be brought to 0. */
  isBundle?: boolean;
  /** Added to `on_hand`; negative removes stock. */
  quantity: number;
  reason: string;
  actorId: string | null;
};

/** Manual correction of a level; refuses to go below zero. */
export async function adjust(
  tx: Tx,
  { isBundle = false, ...adjustment }: Adjustment,
): Promise<LevelChange> {
  const { variantId, quantity } = adjustment;
  const [level] = await lockLevels(tx, [adjustment]);
  if (level === undefined) throw new Error('lockLevels returned no level');
  if (isBundle && quantity > Math.max(0, -level.onHand)) throw invalidField('sku', NO_OWN_STOCK);
  if (quantity < 0 && level.onHand + quantity < 0) {
    throw insufficientStock([
      {
        variant_id: variantId,
        sku: level.sku,
        requested: shownQuantity(-quantity, level.unit),
        available: shownQuantity(Math.max(0, level.onHand), level.unit),
      },
    ]);
  }
  const [changed] = await postMovements(tx, [{ ...adjustment, kind: 'adjustment' }]);
  if (changed === undefined) throw new Error('postMovements returned no level');
  await recordChanges(tx, [changed]);
  return changed;
}
