import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { insufficientStock } from './errors.js';
import { recordChanges } from './events.js';
import { type LevelChange, mergeLines, type StockLine } from './rules.js';
import { shortagesOf } from './shortages.js';
import { lockLevels, postMovements } from './stock-repository.js';

export type Transfer = {
  fromStoreId: string;
  toStoreId: string;
  lines: readonly StockLine[];
  reason: string;
  actorId: string | null;
};

/** Moves goods between two stores, all lines or none; reserved goods cannot be moved. */
export async function transfer(
  tx: Tx,
  { fromStoreId, toStoreId, lines, reason, actorId }: Transfer,
): Promise<{ id: string; changes: LevelChange[] }> {
  const merged = mergeLines(lines);
  const both = [fromStoreId, toStoreId];
  const levels = await lockLevels(
    tx,
    merged.flatMap(({ variantId }) => both.map(storeId => ({ storeId, variantId }))),
  );
  const shortages = shortagesOf(levels, fromStoreId, merged);
  if (shortages.length > 0) throw insufficientStock(shortages);
  const id = newId();
  const shared = { reason, actorId, reference: id };
  const changes = await postMovements(
    tx,
    merged.flatMap(({ variantId, quantity }) => [
      { ...shared, variantId, storeId: fromStoreId, kind: 'transfer_out', quantity: -quantity },
      { ...shared, variantId, storeId: toStoreId, kind: 'transfer_in', quantity },
    ]),
  );
  await recordChanges(tx, changes);
  return { id, changes };
}
