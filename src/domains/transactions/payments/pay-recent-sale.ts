import type { Autocommit } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import { hintEvents } from '../../../platform/work/events/outbox.js';
import { areGoodsRestricted } from '../../compliance/index.js';
import { rememberedMethod } from '../../payments/index.js';
import { tillStore } from '../../stores/index.js';
import { forgetSale, recentSale } from '../ring-up/recent-sales.js';
import { namesAccount } from './paying-account.js';
import { type AskedTender, type PaymentPlan, planPayment } from './plan-payment.js';
import { bookRecentPayment } from './recent-payment-repository.js';

/** A payment that was checked against what this node remembers; nothing is read or written yet. */
export type RecentPayment = { plan: PaymentPlan; needsShift: boolean; data: ReferenceSnapshot };

/**
 * Plans the payment of a sale that this node has rung up. Undefined if it has to be looked at in the
 * database: it is not remembered, its goods are restricted, the tender is more than cash or a card
 * slip, or the plan would refuse it. Loads what memory lacks, so it runs before a transaction opens.
 */
export async function planRecentPayment(
  platform: Platform,
  tender: AskedTender,
): Promise<RecentPayment | undefined> {
  const sale = recentSale(platform, tender.sale);
  if (sale === undefined || !tender.maySee(sale.store_id) || needsLook(tender)) return undefined;
  const { db, referenceData } = platform;
  const data = await referenceData.current();
  const [store, method, isRestricted] = await Promise.all([
    tillStore(data, db, sale.store_id),
    rememberedMethod(data, db, tender.method),
    areGoodsRestricted(data, db, sale.store_id, sale.variantIds),
  ]);
  if (store === null || method === undefined || isRestricted) return undefined;
  if (method.method_type === 'points') return undefined;
  const needsShift = store.requiresShift && tender.registerId !== null;
  const known = {
    ...sale,
    method,
    is_limited: false,
    lacks_kyc: false,
    account: null,
    cash_rounding: store.cashRounding,
    tips: store.tips,
    points_value: store.pointsValue,
    needs_shift: needsShift,
    // The booking finds the shift, or books nothing.
    has_shift: true,
  };
  try {
    return { plan: await planPayment(platform, db, known, tender, store), needsShift, data };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A code has a balance; an id of a processor may belong to an attempt that is stored already. */
const needsLook = (tender: AskedTender): boolean =>
  tender.card !== undefined || namesAccount(tender) || tender.processorTransactionId !== undefined;

/** False if the sale, the shift or the reference data has changed; then nothing is written. */
export async function payRecentSale(
  platform: Platform,
  writer: Autocommit,
  recent: RecentPayment,
): Promise<boolean> {
  const { plan, needsShift, data } = recent;
  forgetSale(platform, plan.move.sale.transaction_number);
  const booked = await bookRecentPayment(writer, plan, needsShift, data.version);
  if (booked.id === null) {
    if (!booked.is_current) platform.referenceData.forget(data);
    return false;
  }
  hintEvents(writer);
  return true;
}
