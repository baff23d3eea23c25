import type { Tx } from '../../../platform/database/tx.js';
import { type ReturnedLine, unloadGiftCards } from '../../stored-value/index.js';
import { openTask } from '../../tasks/index.js';
import type { Sale } from '../repository.js';

/**
 * Blocks the gift cards of a sale whose money goes back. What was spent of them is a debt, which the
 * managers of the store get as a task.
 */
export async function takeBackGiftCards(
  tx: Tx,
  sale: Pick<Sale, 'id' | 'transaction_number' | 'store_id'>,
  lines: readonly ReturnedLine[] | 'all',
  now: Date,
): Promise<void> {
  const number = sale.transaction_number;
  const loaded = { id: sale.id, number, storeId: sale.store_id };
  for (const load of await unloadGiftCards(tx, loaded, lines, now)) {
    await openTask(tx, {
      taskId: `gift-card-${load.accountId}-${number}`,
      storeId: sale.store_id,
      title: `Gift card ••••${load.lastFour} was spent before its sale ${number} was reversed`,
      description:
        `${load.spent} ${load.currency} of gift card ••••${load.lastFour} was spent before the money of sale ` +
        `${number} went back. The rest of the card is blocked; the customer owes ${load.spent} ${load.currency}.`,
      cause: {
        name: 'gift_card_spent',
        values: {
          last_four: load.lastFour,
          spent: load.spent,
          currency: load.currency,
          transaction: number,
        },
      },
      priority: 'high',
    });
  }
}
