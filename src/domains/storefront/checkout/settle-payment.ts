import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import {
  findPaymentByProcessorId,
  finishRefunds,
  heldMoney,
  lockPayment,
  type Payment,
  type ProcessorType,
  paymentById,
} from '../../payments/index.js';
import { storeForSelling } from '../../stores/index.js';
import { lockSale } from '../../transactions/index.js';
import { acceptPayment, GoodsGone } from './accept-payment.js';
import { abandonAttempt, failAttempt } from './fail-attempt.js';
import { giveBack, giveBackLate } from './give-back.js';
import { openChallenge } from './open-challenge.js';
import { type Checkout, lockCheckoutOfPayment } from './repository.js';
import { type Ending, isInPayment, OPEN_PAYMENT, type Verdict } from './rules.js';
import type { Scene } from './scene.js';

/**
 * Last step of an attempt: makes of the processor's word what is to be made of it, once. Whoever
 * asked (the shopper's request, a confirmation, a webhook, a job), all come through here, in line
 * behind the checkout's lock, and the payment's state tells who was first. Money that arrives
 * after that is given back.
 *
 * Answers the checkout as it is now; undefined when it has gone on to another attempt.
 */
export async function settlePayment(
  platform: Platform,
  paymentId: string,
  verdict: Verdict,
  ending: Ending = 'payment_failed',
): Promise<Checkout | undefined> {
  const { db, log } = platform;
  const known = await paymentById(db, paymentId);
  if (known === undefined) throw new Error('a payment to be settled does not exist');
  const store = await storeForSelling(platform, known.store_id);
  if (store === undefined) throw new Error('the store of a payment is gone');
  const work = (goodsFirst = false) =>
    atomically(db, async tx => {
      const refundIds: string[] = [];
      const checkout = await lockCheckoutOfPayment(tx, paymentId);
      const sale = await lockSale(tx, known.transaction_id);
      const payment = await lockPayment(tx, paymentId);
      if (sale === undefined || payment === undefined) throw new Error('a sale vanished');
      const now = platform.clock.now();
      const scene = { tx, platform, store, sale, payment, refundIds, goodsFirst, now };
      return { checkout: await settle(scene, checkout, verdict, ending), refundIds };
    });
  const workOnce = () =>
    work().catch((error: unknown) => {
      if (error instanceof GoodsGone) return work(true);
      throw error;
    });
  const { checkout, refundIds } = await workOnce().catch((error: unknown) => {
    // Two checkouts were given one and the same charge; the second look finds the first one's.
    if (brokenConstraint(error) === 'one_sale_per_processor_payment') return workOnce();
    throw error;
  });
  await finishRefunds(platform, refundIds).catch((error: unknown) => {
    log.error({ err: error, payment: paymentId }, 'a refund is left to its job');
  });
  return checkout;
}

async function settle(
  scene: Omit<Scene, 'checkout'>,
  checkout: Checkout | undefined,
  verdict: Verdict,
  ending: Ending,
): Promise<Checkout | undefined> {
  const { tx, payment } = scene;
  const other = await holderOf(tx, payment, verdict);
  const isOpen = OPEN_PAYMENT.includes(payment.status);
  if (other !== undefined) {
    // That charge paid for something else already, or belongs to an attempt that was given up.
    if (verdict.kind === 'paid' && !heldMoney(other)) await giveBackLate(scene, other, verdict);
    if (checkout === undefined || !isOpen) return checkout;
    return failAttempt({ ...scene, checkout }, ALREADY_USED, ending);
  }
  if (checkout === undefined || !isOpen) {
    if (verdict.kind === 'paid' && !heldMoney(payment)) await giveBackLate(scene, payment, verdict);
    if (checkout === undefined || !isInPayment(checkout.status)) return checkout;
    return abandonAttempt({ ...scene, checkout }, verdict, ending);
  }
  const whole = { ...scene, checkout };
  switch (verdict.kind) {
    case 'paid':
      return ending === 'cancelled'
        ? giveBack(whole, verdict, CANCELLED, ending)
        : acceptPayment(whole, verdict);
    case 'challenge':
      return openChallenge(whole, verdict, ending);
    case 'failed':
      return failAttempt(whole, verdict, ending);
  }
}

const ALREADY_USED = {
  code: 'payment_already_used',
  message: 'This payment belongs to another order.',
  inDoubt: false,
};
const CANCELLED = { code: 'canceled', message: 'The checkout was cancelled.' };

/** Another payment that has the processor's id of this one. */
async function holderOf(tx: Tx, payment: Payment, verdict: Verdict): Promise<Payment | undefined> {
  if (verdict.kind === 'failed') return undefined;
  const type: ProcessorType = payment.processor_type ?? 'primary';
  const holder = await findPaymentByProcessorId(tx, type, verdict.processorPaymentId);
  if (holder === undefined || holder.id === payment.id) return undefined;
  return lockPayment(tx, holder.id);
}
