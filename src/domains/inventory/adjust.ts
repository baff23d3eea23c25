import type { Tx } from '../../platform/database/tx.js';
import { insufficientStock } from './errors.js';
import { recordChanges } from './events.js';
import type { LevelChange } from './rules.js';
import { lockLevels, postMovements } from './stock-repository.js';

export type Adjustment = {
  storeId: string;
  variantId: string;
  /** Added to what is on hand; negative takes away. */
  quantity: number;
  reason: string;
  actorId: string | null;
};

/** Corrects a level by hand. It cannot take away what is not there. */
export async function adjust(tx: Tx, adjustment: Adjustment): Promise<LevelChange> {
  const { variantId, quantity } = adjustment;
  const [level] = await lockLevels(tx, [adjustment]);
  if (level === undefined) throw new Error('a level was neither found nor made');
  if (quantity < 0 && level.onHand + quantity < 0) {
    throw insufficientStock([
      {
        variant_id: variantId,
        sku: level.sku,
        requested: -quantity,
        available: Math.max(0, level.onHand),
      },
    ]);
  }
  const [changed] = await postMovements(tx, [{ ...adjustment, kind: 'adjustment' }]);
  if (changed === undefined) throw new Error('an adjustment changed no level');
  await recordChanges(tx, [changed]);
  return changed;
}
