import { record } from '../../../../platform/work/events/outbox.js';
import { releaseAllowance } from '../../../compliance/index.js';
import { release, salePurpose } from '../../../inventory/index.js';
import { movePayment, paymentSaved } from '../../../payments/index.js';
import { releasePromotions } from '../../../promotions/index.js';
import { closeUnpaidSale, saleUpdated, saleVoided } from '../../../transactions/index.js';
import type { Checkout } from '../repository.js';
import {
  type AttemptOutcome,
  awaitsCharge,
  type ClosingStatus,
  chargeKey,
  FIRST_CHECK_DELAY_MS,
  OPEN_PAYMENT_STATUSES,
  type PaymentFailure,
} from '../rules.js';
import { insertUncertainCharge } from '../uncertain/repository.js';
import { moveCheckout } from './attempt-repository.js';
import { releaseHeld } from './held-payments.js';
import type { SettlementContext } from './settlement-context.js';

/** Closes an attempt that took no money: releases stock, limits and promotions. */
export async function failAttempt(
  context: SettlementContext,
  { isUncertain, code, message }: PaymentFailure & { isUncertain: boolean },
  closingStatus: ClosingStatus,
): Promise<Checkout> {
  const { tx, checkout, payment, now } = context;
  const failed = await movePayment(tx, payment.id, OPEN_PAYMENT_STATUSES, {
    status: closingStatus === 'payment_failed' ? 'failed' : 'voided',
    failureCode: code,
  });
  if (failed === undefined) throw new Error('locked payment changed its status');
  await record(tx, paymentSaved(failed));
  const failure = { code, message };
  await releaseHeld(tx, context.sale, now);
  await closeSale(context, closingStatus, failure);
  // A page with the intent's client secret could try another card on it, so the queue of uncertain
  // charges cancels it.
  const isExposed = payment.status === 'requires_action' && code !== CANCELLED_AT_PROCESSOR;
  if (isUncertain || isExposed) await trackUncertainCharge(context);
  return moveCheckout(tx, checkout, { status: closingStatus, failure, updated_at: now });
}

/** Processors report this code for an intent that can take no more money. */
const CANCELLED_AT_PROCESSOR = 'canceled';

/** Closes an attempt whose sale was closed elsewhere, for example voided in the back office. */
export async function abandonAttempt(
  context: SettlementContext,
  outcome: AttemptOutcome,
  closingStatus: ClosingStatus,
): Promise<Checkout> {
  const { tx, checkout, now } = context;
  const isFinal = outcome.kind === 'failed' ? !outcome.isUncertain : outcome.kind === 'paid';
  if (!isFinal) await trackUncertainCharge(context);
  await releaseHeld(tx, context.sale, now);
  const failure = { code: 'order_closed', message: 'The order was closed before it was paid.' };
  return moveCheckout(tx, checkout, { status: closingStatus, failure, updated_at: now });
}

/** The closed attempt may have taken money, or may still take it. */
const trackUncertainCharge = ({ tx, checkout, payment }: SettlementContext) =>
  insertUncertainCharge(tx, {
    paymentId: payment.id,
    processorType: payment.processor_type ?? 'primary',
    chargeKey: chargeKey(checkout.id, checkout.attempt),
    orderReference: checkout.order_reference,
    sentAt: payment.created_at,
    delayMs: FIRST_CHECK_DELAY_MS,
  });

const REASONS: Record<ClosingStatus, string> = {
  payment_failed: 'Payment failed',
  cancelled: 'Checkout cancelled',
  expired: 'Checkout expired',
};

/** Closes an unpaid sale and releases what it used; a paid or closed sale stays as it is. */
export async function closeSale(
  { tx, sale, now }: Pick<SettlementContext, 'tx' | 'sale' | 'now'>,
  closingStatus: ClosingStatus,
  failure: PaymentFailure,
): Promise<void> {
  if (!awaitsCharge(sale.status)) return;
  const status = closingStatus === 'expired' ? 'expired' : 'voided';
  const reason = REASONS[closingStatus];
  if (!(await closeUnpaidSale(tx, sale.id, { status, reason, now }))) return;
  // Released in the order in which `open-attempt.ts` takes them, to avoid deadlocks.
  await releaseAllowance(tx, sale.id);
  await releasePromotions(tx, sale.id, now);
  await release(tx, salePurpose(sale.id));
  await record(
    tx,
    saleUpdated(sale, {
      status,
      change_due: sale.change_due,
      source_system: sale.source_system,
      previous_status: sale.status,
      reason: failure.code,
    }),
    ...(status === 'voided' ? [saleVoided(sale)] : []),
  );
}
