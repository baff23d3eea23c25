import type { Tx } from '../../platform/database/tx.js';
import { putBack } from './put-back.js';
import { release } from './release.js';
import { type StockLine, salePurpose } from './rules.js';
import { sellAtCounter } from './sell-at-counter.js';

/**
 * Reverses the stock effect of a sale, once. An open reservation is released. For a counter sale,
 * `sellAtCounter` runs first in case its consumer has not posted the sale yet; it is idempotent, so
 * the balance is right whichever posts first. Then the goods are added back.
 */
export async function undoSale(
  tx: Tx,
  sale: {
    reference: string;
    storeId: string;
    /** All sold lines. */
    sold: readonly StockLine[];
    /** Sold lines minus goods already returned. */
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
