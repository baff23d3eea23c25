import type { Tx } from '../../platform/database/tx.js';
import { putBack } from './put-back.js';
import { release } from './release.js';
import { type StockLine, salePurpose } from './rules.js';
import { sellAtCounter } from './sell-at-counter.js';

/**
 * Undoes what a sale did to stock, once. Goods that are only held are let go. Goods of a counter
 * sale whose posting is still under way leave the books first, so that whatever happened in
 * between (a return, the job itself) comes out right; then they go back on the shelf.
 */
export async function undoSale(
  tx: Tx,
  sale: {
    reference: string;
    storeId: string;
    /** All that was sold. */
    sold: readonly StockLine[];
    /** What customers have not brought back already. */
    remaining: readonly StockLine[];
    actorId?: string | null;
    terminalId?: string | null;
  },
): Promise<void> {
  const { sold, remaining, ...shared } = sale;
  const held = await release(tx, salePurpose(sale.reference));
  if (held.status === 'released') return;
  if (held.status === 'unknown') await sellAtCounter(tx, [{ ...shared, lines: sold }]);
  await putBack(tx, { ...shared, lines: remaining, kind: 'void', reason: 'Sale voided' });
}
