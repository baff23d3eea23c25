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
import { type Ending, isInPayment, OPEN_PAYMENT, type Verdict } from '../rules.js';
import { acceptPayment, GoodsGone } from './accept-payment.js';
import { abandonAttempt, failAttempt } from './fail-attempt.js';
import { giveBack, giveBackLate } from './refund-payment.js';
import type { Scene } from './settlement-context.js';

/** What never changes of a payment, and whoever settles it has read or written. */
export type PaymentToSettle = Pick<
  Payment,
  'id' | 'transaction_id' | 'store_id' | 'payment_method_id' | 'processor_type'
>;

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
  known: PaymentToSettle,
  verdict: Verdict,
  ending: Ending = 'payment_failed',
): Promise<Checkout | undefined> {
  const { db, log } = platform;
  const store = await storeForSelling(platform, known.store_id);
  if (store === undefined) throw new Error('the store of a payment is gone');
  const work = (goodsFirst = false) =>
    atomically(db, async tx => {
      const refundIds: string[] = [];
      // Sent together, and still locked one after the other.
      const [checkout, sale, payment, holder, lines, sent, method] = await Promise.all([
        lockCheckoutOfPayment(tx, known.id),
        lockSale(tx, known.transaction_id),
        lockPayment(tx, known.id),
        holderOf(tx, known, verdict),
        linesOf(tx, known.transaction_id),
        itemsSent(tx, known.transaction_id),
        findPaymentMethod(tx, known.payment_method_id),
      ]);
      if (sale === undefined || payment === undefined) throw new Error('a sale vanished');
      const now = platform.clock.now();
      const sold = { sale, lines, sent, payment, methodCode: method?.code ?? null };
      const scene = { tx, platform, store, ...sold, refundIds, goodsFirst, now };
      const other = holder?.id === payment.id ? undefined : holder;
      return { checkout: await settle(scene, checkout, other, verdict, ending), refundIds };
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
    log.error({ err: error, payment: known.id }, 'a refund is left to its job');
  });
  return checkout;
}

async function settle(
  scene: Omit<Scene, 'checkout'>,
  checkout: Checkout | undefined,
  holder: Payment | undefined,
  verdict: Verdict,
  ending: Ending,
): Promise<Checkout | undefined> {
  const { tx, payment } = scene;
  const other = holder && (await lockPayment(tx, holder.id));
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

/** The payment that has the processor's id already: this one, or one that was given the same charge. */
const holderOf = async (
  tx: Tx,
  { processor_type: type }: PaymentToSettle,
  verdict: Verdict,
): Promise<Payment | undefined> =>
  verdict.kind === 'failed'
    ? undefined
    : findPaymentByProcessorId(tx, type ?? 'primary', verdict.processorPaymentId);
