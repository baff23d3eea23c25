import { record } from '../../../platform/events/outbox.js';
import { minor } from '../../../platform/money.js';
import { commitReservation, salePurpose } from '../../inventory/index.js';
import { movePayment, paymentSaved } from '../../payments/index.js';
import { taxAsCharged, taxBreakdownOf } from '../../pricing/index.js';
import { completeSale, saleCompleted, taxRates } from '../../transactions/index.js';
import { giveBack } from './give-back.js';
import { placeOrder } from './place-order.js';
import type { Checkout } from './repository.js';
import { awaitsCharge, isExact, OPEN_PAYMENT, type Paid } from './rules.js';
import type { Scene } from './scene.js';

/**
 * The money is there: the goods leave the shelf and the order stands. Or, if the sale was undone
 * or the goods went over the counter meanwhile, the money goes back.
 */
export async function acceptPayment(scene: Scene, verdict: Paid): Promise<Checkout> {
  const { tx, platform, store, checkout, sale, lines, sent, payment, now } = scene;
  if (!awaitsCharge(sale.status) || minor(sale.total_paid) > 0) {
    return giveBack(scene, verdict, {
      code: 'order_closed',
      message: 'The order was closed before it was paid; the payment is given back.',
    });
  }
  if (!isExact(verdict, payment)) {
    return giveBack(scene, verdict, {
      code: 'amount_mismatch',
      message: 'Another amount was charged; the payment is given back.',
    });
  }
  if (scene.goodsFirst && !(await takeGoods(scene))) {
    return giveBack(scene, verdict, {
      code: 'out_of_stock',
      message: 'The goods were sold while you were paying; the payment is given back.',
    });
  }
  await record(
    tx,
    paymentSaved({ ...payment, status: 'succeeded' }),
    saleCompleted(
      { ...sale, total_paid: sale.total_amount },
      { change_due: sale.change_due, payment_method: scene.methodCode, ...sale.attribution },
    ),
  );
  const [paid, isDone, placed, isTaken] = await Promise.all([
    movePayment(tx, payment.id, OPEN_PAYMENT, {
      status: 'succeeded',
      processorTransactionId: verdict.processorPaymentId,
      verification: 'confirmed',
      processedAt: now,
    }),
    completeSale(tx, sale.id, { taxBreakdown: breakdownOf(scene), now }),
    placeOrder(tx, platform, checkout, { sale, lines, sent }, store),
    scene.goodsFirst || takeGoods(scene),
  ]);
  if (paid === undefined || !isDone) throw new Error('a locked sale or payment has changed');
  if (!isTaken) throw new GoodsGone();
  return placed;
}

/**
 * What was held is not there any more. It is looked for last, because everybody who buys the same
 * article waits for its level from then on; so this attempt has to be settled again, goods first.
 */
export class GoodsGone extends Error {}

async function takeGoods({ tx, sale }: Scene): Promise<boolean> {
  const taken = await commitReservation(tx, salePurpose(sale.id), {
    kind: 'sale',
    reference: sale.id,
  });
  // What is not tangible never had a reservation.
  return taken.ok || taken.reason === 'unknown';
}

/** The tax as it was charged, per authority, fixed at the moment of completion. */
function breakdownOf({ sale, lines, store }: Scene) {
  const bases = lines.map(line => ({
    netMinor: minor(line.subtotal) - minor(line.discount),
    isTaxExempt: line.is_tax_exempt,
  }));
  return taxBreakdownOf(taxAsCharged(bases, taxRates(store), minor(sale.tax_amount)).jurisdictions);
}
