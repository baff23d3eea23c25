import type { Tx } from '../../../platform/database/tx.js';
import { minor, sumOf } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { refundsOfTransaction } from '../../payments/index.js';
import { takeBackGiftCards } from '../ending/take-back-gift-cards.js';
import { saleUpdated } from '../events.js';
import { lockSale, moveSale } from '../repository.js';
import { mayMove, statusAfterRefunds } from '../rules.js';

/**
 * Sets a sale's status from all of its refunds, back as well when a refund has failed. Idempotent,
 * so it may run after each refund and again at any time.
 */
export async function applyRefunds(tx: Tx, saleId: string, now: Date): Promise<void> {
  const sale = await lockSale(tx, saleId);
  if (sale === undefined) return;
  const refunds = await refundsOfTransaction(tx, saleId);
  // A pending refund counts like a succeeded one. A late payment is refunded in full and never
  // counts as paid.
  const given = refunds.filter(
    refund => refund.status !== 'failed' && refund.cause !== 'late_success',
  );
  const refundedMinor = sumOf(given.map(refund => minor(refund.amount, sale.currency)));
  const status = statusAfterRefunds(minor(sale.total_paid, sale.currency), refundedMinor);
  if (sale.completed_at === null || !mayMove(sale.status, status)) return;
  await moveSale(tx, saleId, status);
  // A return names its cards; a refund by hand that gives all money back takes all of them.
  if (status === 'refunded') await takeBackGiftCards(tx, sale, 'all', now);
  await record(tx, saleUpdated(sale, { status }));
}
