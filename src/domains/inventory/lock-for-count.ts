import type { Tx } from '../../platform/database/tx.js';
import { openedEmpty, recordChanges } from './events.js';
import { lockLevels } from './stock-repository.js';

/**
 * Locks the level of a variant before somebody's count of it is compared with `on_hand`, so that a
 * change that is being committed is seen. Opens an empty level if the store has none.
 */
export async function lockForCount(
  tx: Tx,
  level: { storeId: string; variantId: string },
): Promise<void> {
  const locked = await lockLevels(tx, [level]);
  await recordChanges(tx, locked.filter(({ isNew }) => isNew).map(openedEmpty));
}
