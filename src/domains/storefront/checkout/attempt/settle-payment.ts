import { atomically, brokenConstraint, type Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { itemsSent } from '../../../fulfillments/index.js';
import {
  findPaymentByProcessorId,
  findPaymentMethod,
  finishRefunds,
  heldMoney,
  lockPayment,
  type Payment,
} from '../../../payments/index.js';
import { storeForSelling } from '../../../stores/index.js';
import { linesOf, lockSale } from '../../../transactions/index.js';
import { openChallenge } from '../challenge/open-challenge.js';
import { type Checkout, lockCheckoutOfPayment } from '../repository.js';
import {
  type AttemptOutcome,
  type ClosingStatus,
  isInPayment,
  OPEN_PAYMENT_STATUSES,
} from '../rules.js';
import { acceptPayment, ReservationGone } from './accept-payment.js';
import { draftOf } from './attempt-repository.js';
import { abandonAttempt, failAttempt } from './fail-attempt.js';
import { refundAndClose, refundLatePayment } from './refund-payment.js';
import type { SettlementContext } from './settlement-context.js';
import { type PaymentToSettle, writeDraft } from './write-draft.js';

/**
 * Last step of an attempt: applies the outcome of its payment once. The shopper's request, the
 * confirmation, webhooks and queues all call it. The checkout's lock serializes them; the first one
 * writes a draft as rows and moves the payment out of its open status. A payment that succeeds after
 * that is refunded.
 *
 * Returns the checkout as it is now; undefined if it has another attempt already.
 */
export async function settlePayment(
  platform: Platform,
  known: PaymentToSettle,
  outcome: AttemptOutcome,
  closingStatus: ClosingStatus = 'payment_failed',
): Promise<Checkout | undefined> {
  const { db, log } = platform;
  const store = await storeForSelling(platform, known.store_id);
  if (store === undefined) throw new Error('payment without a store');
  const run = (stockFirst = false) =>
    atomically(db, async tx => {
      const refundIds: string[] = [];
      const locked = await lockCheckoutOfPayment(tx, known.id, known.checkoutId);
      const draft = locked && (await draftOf(tx, locked));
      const checkout = locked && draft ? await writeDraft(tx, locked, draft) : locked;
      // Pipelined on one connection, so the locks are still taken in this order.
      const [sale, payment, holder, lines, sent, method] = await Promise.all([
        lockSale(tx, known.transaction_id),
        lockPayment(tx, known.id),
        holderOf(tx, known, outcome),
        linesOf(tx, known.transaction_id),
        itemsSent(tx, known.transaction_id),
        findPaymentMethod(tx, known.payment_method_id),
      ]);
      if (sale === undefined || payment === undefined) throw new Error('payment without a sale');
      const now = platform.clock.now();
      const rows = { sale, lines, sent, payment, methodCode: method?.code ?? null };
      const context = { tx, platform, store, ...rows, refundIds, stockFirst, now };
      const other = holder?.id === payment.id ? undefined : holder;
      return {
        checkout: await settle(context, checkout, other, outcome, closingStatus),
        refundIds,
      };
    });
  const settleOnce = () =>
    run().catch((error: unknown) => {
      if (error instanceof ReservationGone) return run(true);
      throw error;
    });
  const { checkout, refundIds } = await settleOnce().catch((error: unknown) => {
    // Two checkouts got the same processor payment; the second run finds the first one's row.
    if (brokenConstraint(error) === 'one_sale_per_processor_payment') return settleOnce();
    throw error;
  });
  await finishRefunds(platform, refundIds).catch((error: unknown) => {
    log.error(
      { err: error, payment: known.id },
      'refund after settlement failed; the queue payments:refunds will retry',
    );
  });
  return checkout;
}

async function settle(
  context: Omit<SettlementContext, 'checkout'>,
  checkout: Checkout | undefined,
  holder: Payment | undefined,
  outcome: AttemptOutcome,
  closingStatus: ClosingStatus,
): Promise<Checkout | undefined> {
  const { tx, payment } = context;
  const other = holder && (await lockPayment(tx, holder.id));
  const isOpen = OPEN_PAYMENT_STATUSES.includes(payment.status);
  if (other !== undefined) {
    // The charge belongs to another payment, which may be of a closed attempt.
    if (outcome.kind === 'paid' && !heldMoney(other)) {
      await refundLatePayment(context, other, outcome);
    }
    if (checkout === undefined || !isOpen) return checkout;
    return failAttempt({ ...context, checkout }, ALREADY_USED, closingStatus);
  }
  if (checkout === undefined || !isOpen) {
    if (outcome.kind === 'paid' && !heldMoney(payment)) {
      await refundLatePayment(context, payment, outcome);
    }
    if (checkout === undefined || !isInPayment(checkout.status)) return checkout;
    return abandonAttempt({ ...context, checkout }, outcome, closingStatus);
  }
  const withCheckout = { ...context, checkout };
  switch (outcome.kind) {
    case 'paid':
      return closingStatus === 'cancelled'
        ? refundAndClose(withCheckout, outcome, CANCELLED, closingStatus)
        : acceptPayment(withCheckout, outcome);
    case 'challenge':
      return openChallenge(withCheckout, outcome, closingStatus);
    case 'failed':
      return failAttempt(withCheckout, outcome, closingStatus);
  }
}

const ALREADY_USED = {
  code: 'payment_already_used',
  message: 'This payment belongs to another order.',
  isUncertain: false,
};
const CANCELLED = { code: 'canceled', message: 'The checkout was cancelled.' };

/** The payment with this processor id: this one, or another that got the same charge. */
const holderOf = async (
  tx: Tx,
  { processor_type: type }: PaymentToSettle,
  outcome: AttemptOutcome,
): Promise<Payment | undefined> =>
  outcome.kind === 'failed'
    ? undefined
    : findPaymentByProcessorId(tx, type ?? 'primary', outcome.processorPaymentId);
