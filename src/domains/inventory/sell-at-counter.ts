import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { type LevelChange, mergeLines, onceKey, type StockLine } from './rules.js';
import { postMovements } from './stock-repository.js';

export type CounterSale = {
  /** The sale's id; posting it again does nothing. */
  reference: string;
  storeId: string;
  lines: readonly StockLine[];
  actorId?: string | null;
  terminalId?: string | null;
};

/**
 * Takes the goods of completed counter sales out of stock, many sales in one statement. The
 * customers already have the goods, so nothing is refused and stock may fall below zero. Returns
 * the changed levels; sales posted before are skipped.
 */
export async function sellAtCounter(tx: Tx, sales: readonly CounterSale[]): Promise<LevelChange[]> {
  const distinct = new Map(sales.map(sale => [sale.reference, sale]));
  const changes = await postMovements(
    tx,
    [...distinct.values()].flatMap(({ reference, storeId, lines, actorId, terminalId }) =>
      mergeLines(lines).map(({ variantId, quantity }) => ({
        storeId,
        variantId,
        kind: 'sale' as const,
        quantity: -quantity,
        reference,
        actorId,
        terminalId,
        onceKey: onceKey('sale', reference),
      })),
    ),
  );
  await recordChanges(tx, changes);
  return changes;
}
