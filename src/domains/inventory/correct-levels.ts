import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { type LevelChange, type MovementKind, onceKey } from './rules.js';
import { postMovements } from './stock-repository.js';

/** A difference that a stock count found; positive if more was found than was on hand. */
export type Correction = { variantId: string; quantity: number };

/** Adds the differences of a count to the levels of a store, once per reference. */
export async function correctLevels(
  tx: Tx,
  count: {
    /** Id of the count. */
    reference: string;
    storeId: string;
    corrections: readonly Correction[];
    reason: string;
    actorId: string | null;
  },
): Promise<LevelChange[]> {
  const { corrections, ...shared } = count;
  const kind: MovementKind = 'count';
  const changes = await postMovements(
    tx,
    corrections.map(line => ({
      ...shared,
      ...line,
      kind,
      onceKey: onceKey(kind, count.reference),
    })),
  );
  await recordChanges(tx, changes);
  return changes;
}
