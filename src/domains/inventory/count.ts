import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { Unit } from '../../platform/quantity.js';
import { openedEmpty, recordChanges } from './events.js';
import { lockLevels, postMovements } from './stock-repository.js';

export type StockCount = {
  storeId: string;
  /** One entry per variant. */
  counts: readonly { variantId: string; counted: number }[];
  reason: string;
  actorId: string | null;
};

export type CountedLine = {
  variantId: string;
  sku: string;
  unit: Unit;
  /** `on_hand` when the count was entered. */
  expected: number;
  counted: number;
};

/** Sets stock to the counted quantities; writes a movement for each difference. */
export async function count(
  tx: Tx,
  { storeId, counts, reason, actorId }: StockCount,
): Promise<{ id: string; lines: CountedLine[] }> {
  const id = newId();
  const levels = await lockLevels(
    tx,
    counts.map(({ variantId }) => ({ storeId, variantId })),
  );
  const byVariant = new Map(levels.map(level => [level.variantId, level]));
  const lines = counts.map(({ variantId, counted }) => {
    const level = byVariant.get(variantId);
    if (level === undefined) throw new Error('lockLevels returned no level for a counted variant');
    return { level, variantId, sku: level.sku, unit: level.unit, expected: level.onHand, counted };
  });
  const differing = lines.filter(({ counted, expected }) => counted !== expected);
  const changes = await postMovements(
    tx,
    differing.map(({ variantId, counted, expected }) => ({
      storeId,
      variantId,
      kind: 'count',
      quantity: counted - expected,
      reference: id,
      reason,
      actorId,
    })),
  );
  const opened = lines.filter(({ level, counted }) => level.isNew && counted === 0);
  await recordChanges(tx, [...changes, ...opened.map(({ level }) => openedEmpty(level))]);
  return { id, lines: lines.map(({ level: _, ...line }) => line) };
}
