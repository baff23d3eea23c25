import type { Tx } from '../../../../platform/database/tx.js';
import { movePayment, type Payment, paymentsOfTransaction } from '../../../payments/index.js';
import { releaseHold, spendHold } from '../../../stored-value/index.js';
import type { Sale } from '../../../transactions/index.js';
import { OPEN_PAYMENT_STATUSES } from '../rules.js';

/** The payments of an order by stored value that wait for the charge of its card. */
const waiting = async (tx: Tx, saleId: string): Promise<Payment[]> =>
  (await paymentsOfTransaction(tx, saleId)).filter(
    payment => payment.value_account_id !== null && OPEN_PAYMENT_STATUSES.includes(payment.status),
  );

/** The card was charged: the value that the order holds becomes a payment too. */
export async function settleHeld(tx: Tx, sale: Sale, now: Date): Promise<void> {
  for (const payment of await waiting(tx, sale.id)) {
    await movePayment(tx, payment.id, OPEN_PAYMENT_STATUSES, {
      status: 'succeeded',
      processedAt: now,
    });
    await spendHold(tx, {
      holdId: sale.id,
      accountId: payment.value_account_id ?? '',
      paymentId: payment.id,
      sale: { id: sale.id, number: sale.transaction_number },
      storeId: sale.store_id,
      at: now,
    });
  }
}

/** The order is given up: the value goes back. */
export async function releaseHeld(
  tx: Tx,
  sale: Pick<Sale, 'id' | 'store_id'>,
  now: Date,
): Promise<void> {
  const holds = await releaseHold(tx, sale.id, sale.store_id, now);
  if (holds.length === 0) return;
  for (const payment of await waiting(tx, sale.id)) {
    await movePayment(tx, payment.id, OPEN_PAYMENT_STATUSES, { status: 'voided' });
  }
}
