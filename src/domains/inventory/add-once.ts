import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import {
  type LevelChange,
  type MovementKind,
  mergeLines,
  onceKey,
  type StockLine,
} from './rules.js';
import { postMovements } from './stock-repository.js';

/** Adds goods to stock. Idempotent per kind and reference. */
export async function addOnce(
  tx: Tx,
  goods: {
    kind: MovementKind;
    reference: string;
    storeId: string;
    lines: readonly StockLine[];
    actorId?: string | null;
    terminalId?: string | null;
    reason?: string;
  },
): Promise<LevelChange[]> {
  const { lines, ...shared } = goods;
  const changes = await postMovements(
    tx,
    mergeLines(lines).map(line => ({
      ...shared,
      ...line,
      onceKey: onceKey(goods.kind, goods.reference),
    })),
  );
  await recordChanges(tx, changes);
  return changes;
}
