import { record } from '../../../platform/events/outbox.js';
import { giveBackAllowance } from '../../compliance/index.js';
import { release, salePurpose } from '../../inventory/index.js';
import { movePayment, paymentSaved } from '../../payments/index.js';
import { releasePromotions } from '../../promotions/index.js';
import { closeUnpaidSale, saleUpdated, saleVoided } from '../../transactions/index.js';
import { insertDoubt } from './doubt-repository.js';
import { type Checkout, moveCheckout } from './repository.js';
import {
  awaitsCharge,
  chargeKey,
  type Ending,
  OPEN_PAYMENT,
  type PaymentFailure,
  pauseBeforeLookMs,
  type Verdict,
} from './rules.js';
import type { Scene } from './scene.js';

/** No money, no order: the goods are let go, and the shopper may try again if there is time. */
export async function failAttempt(
  scene: Scene,
  { inDoubt, code, message }: PaymentFailure & { inDoubt: boolean },
  ending: Ending,
): Promise<Checkout> {
  const { tx, checkout, payment, now } = scene;
  const failed = await movePayment(tx, payment.id, OPEN_PAYMENT, {
    status: ending === 'payment_failed' ? 'failed' : 'voided',
    failureCode: code,
  });
  if (failed === undefined) throw new Error('a locked payment has changed');
  await record(tx, paymentSaved(failed));
  const failure = { code, message };
  await closeSale(scene, ending, failure);
  // A page that holds an intent's secret may try another card on it, so it is called off for good.
  const isExposed = payment.status === 'requires_action' && code !== CALLED_OFF;
  if (inDoubt || isExposed) await keepAsking(scene);
  return moveCheckout(tx, checkout.id, { status: ending, failure, updated_at: now });
}

/** What processors say of an intent that can take no money any more. */
const CALLED_OFF = 'canceled';

/** Somebody closed the order behind the attempt's back, at a till for instance. */
export async function abandonAttempt(
  scene: Scene,
  verdict: Verdict,
  ending: Ending,
): Promise<Checkout> {
  const { tx, checkout, now } = scene;
  const isOver = verdict.kind === 'failed' ? !verdict.inDoubt : verdict.kind === 'paid';
  if (!isOver) await keepAsking(scene);
  const failure = { code: 'order_closed', message: 'The order was closed before it was paid.' };
  return moveCheckout(tx, checkout.id, { status: ending, failure, updated_at: now });
}

/** Money may move, or have moved, for an attempt that is given up. */
const keepAsking = ({ tx, checkout, payment }: Scene) =>
  insertDoubt(tx, {
    paymentId: payment.id,
    processorType: payment.processor_type ?? 'primary',
    chargeKey: chargeKey(checkout.id, checkout.attempt),
    orderReference: checkout.order_reference,
    sentAt: payment.created_at,
    pauseMs: pauseBeforeLookMs(0),
  });

const REASONS: Record<Ending, string> = {
  payment_failed: 'Payment failed',
  cancelled: 'Checkout cancelled',
  expired: 'Checkout expired',
};

/** Undoes a sale that nobody has paid for; one that somebody else closed or paid stays as it is. */
export async function closeSale(
  { tx, sale, now }: Pick<Scene, 'tx' | 'sale' | 'now'>,
  ending: Ending,
  failure: PaymentFailure,
): Promise<void> {
  if (!awaitsCharge(sale.status)) return;
  const status = ending === 'expired' ? 'expired' : 'voided';
  const reason = REASONS[ending];
  if (!(await closeUnpaidSale(tx, sale.id, { status, reason, now }))) return;
  // In the order they were taken, so that nobody waits in a ring.
  await giveBackAllowance(tx, sale.id);
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
    ...(status === 'voided' ? [saleVoided(sale, reason)] : []),
  );
}
