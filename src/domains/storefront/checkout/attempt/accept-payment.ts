import { minor } from '../../../../platform/money.js';
import { record } from '../../../../platform/work/events/outbox.js';
import { commitReservation, salePurpose } from '../../../inventory/index.js';
import { movePayment, paymentSaved } from '../../../payments/index.js';
import { completeSale, saleCompleted, taxedSale } from '../../../transactions/index.js';
import { placeOrder } from '../order/place-order.js';
import type { Checkout } from '../repository.js';
import { awaitsCharge, isExactAmount, OPEN_PAYMENT_STATUSES, type PaidOutcome } from '../rules.js';
import { settleHeld } from './held-payments.js';
import { refundAndClose } from './refund-payment.js';
import type { SettlementContext } from './settlement-context.js';
import { taxBreakdown } from './tax-breakdown.js';

/**
 * Completes the sale, commits its stock and places the order. Refunds instead if the sale was
 * closed, the amount differs, or a till sold the stock meanwhile.
 */
export async function acceptPayment(
  context: SettlementContext,
  outcome: PaidOutcome,
): Promise<Checkout> {
  const { tx, platform, store, checkout, sale, lines, sent, payment, now } = context;
  if (!awaitsCharge(sale.status) || minor(sale.total_paid, sale.currency) > 0) {
    return refundAndClose(context, outcome, {
      code: 'order_closed',
      message: 'The order was closed before it was paid; the payment is refunded.',
    });
  }
  if (!isExactAmount(outcome, payment)) {
    return refundAndClose(context, outcome, {
      code: 'amount_mismatch',
      message: 'Another amount was charged; the payment is refunded.',
    });
  }
  if (context.stockFirst && !(await commitStock(context))) {
    return refundAndClose(context, outcome, {
      code: 'out_of_stock',
      message: 'The goods were sold while you were paying; the payment is refunded.',
    });
  }
  await settleHeld(tx, sale, now);
  await record(
    tx,
    paymentSaved({ ...payment, status: 'succeeded' }),
    saleCompleted(
      { ...sale, total_paid: sale.total_amount },
      { change_due: sale.change_due, payment_method: context.methodCode, ...sale.attribution },
    ),
  );
  const [paid, isDone, placed, isCommitted] = await Promise.all([
    movePayment(tx, payment.id, OPEN_PAYMENT_STATUSES, {
      status: 'succeeded',
      processorTransactionId: outcome.processorPaymentId,
      verification: 'confirmed',
      processedAt: now,
    }),
    completeSale(tx, sale.id, { taxBreakdown: taxBreakdown(lines, store, taxedSale(sale)), now }),
    placeOrder(tx, platform, checkout, { sale, lines, sent }, store),
    context.stockFirst || commitStock(context),
  ]);
  if (paid === undefined || !isDone) throw new Error('locked sale or payment changed its status');
  if (!isCommitted) throw new ReservationGone();
  return placed;
}

/**
 * The reservation is gone; settle again, stock first. Stock is committed last, because its row lock
 * blocks every other order of the same article.
 */
export class ReservationGone extends Error {}

async function commitStock({ tx, sale }: SettlementContext): Promise<boolean> {
  const committed = await commitReservation(tx, salePurpose(sale.id), {
    kind: 'sale',
    reference: sale.id,
  });
  // An order of digital goods only has no reservation.
  return committed.ok || committed.reason === 'unknown';
}
