import type { Tx } from '../../platform/database/tx.js';
import { insufficientStock } from './errors.js';
import { recordChanges } from './events.js';
import {
  type LevelChange,
  type MovementKind,
  mergeLines,
  onceKey,
  type StockLine,
} from './rules.js';
import { shortagesOf } from './shortages.js';
import { lockLevels, postMovements } from './stock-repository.js';

export type SentGoods = {
  /** Id of the transfer. */
  reference: string;
  storeId: string;
  lines: readonly StockLine[];
  reason: string;
  actorId: string | null;
};

/**
 * Takes the goods of a transfer out of a store's stock, all lines or none, once per reference. Until
 * `takeInGoods` they are on hand nowhere.
 */
export async function sendGoods(tx: Tx, sent: SentGoods): Promise<LevelChange[]> {
  const { storeId, reference, reason, actorId } = sent;
  const lines = mergeLines(sent.lines);
  const levels = await lockLevels(
    tx,
    lines.map(({ variantId }) => ({ storeId, variantId })),
  );
  const shortages = shortagesOf(levels, storeId, lines);
  if (shortages.length > 0) throw insufficientStock(shortages);
  const kind: MovementKind = 'transfer_out';
  const shared = { storeId, kind, reference, reason, actorId, onceKey: onceKey(kind, reference) };
  const changes = await postMovements(
    tx,
    lines.map(({ variantId, quantity }) => ({ ...shared, variantId, quantity: -quantity })),
  );
  await recordChanges(tx, changes);
  return changes;
}
