import {
  type Autocommit,
  type Db,
  type Reader,
  type Tx,
  within,
} from '../../../platform/database/tx.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
} from '../../../platform/reference-data/index.js';
import { hintEvents } from '../../../platform/work/events/outbox.js';
import { areGoodsRestricted, restrictionsOf } from '../../compliance/index.js';
import { type RememberedMethod, rememberedMethod } from '../../payments/index.js';
import { shiftRequired } from '../../shifts/index.js';
import { type PayingAccount, payingAccount, pointsOf } from '../../stored-value/index.js';
import { codesOf, namesAccount } from '../payments/paying-account.js';
import { type AskedTender, type PaymentPlan, planPayment } from '../payments/plan-payment.js';
import type { SaleToPay } from '../payments/repository.js';
import {
  countsAgainstLimits,
  loadCardsOf,
  type Paid,
  paidBy,
  refusedBooking,
  takeLimits,
} from '../payments/take-payment.js';
import { refuseCardNumbers } from '../refuse-card-numbers.js';
import { withPromotions } from '../with-promotions.js';
import { restrictingVariants } from './new-lines.js';
import { payableSale } from './recent-sales.js';
import { type Approve, newTillSale, type PricedSale, type RungUp, rungUp } from './ring-up-sale.js';
import { insertPaidSale, type TillSale } from './till-sale-repository.js';

/** A payment that arrives with its sale. */
export type FirstTender = Omit<AskedTender, 'sale' | 'maySee' | 'card' | 'processedAt'>;

/** What memory knows about the payment; loaded before a transaction opens. */
type PaymentTerms = { method: RememberedMethod | undefined; isRestricted: boolean };

export async function paymentTerms(
  platform: Platform,
  data: ReferenceSnapshot,
  { claim, lines }: PricedSale,
  tender: FirstTender,
): Promise<PaymentTerms> {
  const variantIds = restrictingVariants(lines);
  const [method, isRestricted] = await Promise.all([
    rememberedMethod(data, platform.db, tender.method),
    areGoodsRestricted(data, platform.db, claim.store.id, variantIds),
  ]);
  return { method, isRestricted };
}

/**
 * Records a sale together with its first payment: both exist afterwards, or neither. One statement,
 * unless the goods are restricted, stored value pays or a gift card is sold.
 */
export async function ringUpPaidSale(
  platform: Platform,
  writer: Db | Tx,
  data: ReferenceSnapshot,
  priced: PricedSale,
  approve: Approve,
  tender: FirstTender,
  terms: PaymentTerms,
): Promise<{ sale: RungUp; paid: Paid }> {
  const sale = await newTillSale(priced, approve);
  return inPayment(async () => {
    refuseCardNumbers({
      processor_transaction_id: tender.processorTransactionId,
      reference: tender.reference,
    });
    refuseReader(terms.method, tender);
    const unpaid = await saleToPayOf(platform, writer, sale, priced, tender, terms);
    const asked = { ...tender, sale: '', maySee: () => true };
    const plan = await planPayment(platform, writer, unpaid, asked, priced.claim.store);
    const insert = (autocommit: Autocommit) => insertBoth(autocommit, data, priced, sale, plan);
    const issues = plan.move.status === 'completed' && unpaid.gift_cards.length > 0;
    let giftCards: Paid['giftCards'];
    const insertWithin = (autocommit: Db | Tx): Promise<string> =>
      countsAgainstLimits(unpaid) || issues
        ? within(autocommit, async tx => {
            const inserted = await insert(tx);
            if (countsAgainstLimits(unpaid)) await takeLimits(tx, unpaid, plan.payment.bookedAt);
            if (issues) giftCards = await loadCardsOf(platform, tx, plan, asked, inserted);
            return inserted;
          })
        : insert(autocommit);
    const number = await withPromotions(writer, sale.id, priced, insertWithin);
    hintEvents(writer);
    return {
      sale: rungUp(sale, number, priced),
      paid: { ...paidBy(plan), number, ...(giftCards && { giftCards }) },
    };
  });
}

async function insertBoth(
  writer: Autocommit,
  data: ReferenceSnapshot,
  { lines }: PricedSale,
  sale: TillSale,
  { move, payment, event }: PaymentPlan,
): Promise<string> {
  const needsShift = move.sale.needs_shift;
  const paid = { sale, lines, version: data.version, needsShift, move, booking: payment, event };
  const inserted = await insertPaidSale(writer, paid).catch(error => {
    throw refusedBooking(error, move.sale);
  });
  if (inserted.number !== null) return inserted.number;
  if (needsShift && !inserted.has_shift) throw shiftRequired();
  throw new StaleReferenceData();
}

/** The new sale as its payment sees it. The statement that writes finds the shift. */
async function saleToPayOf(
  platform: Platform,
  reader: Reader,
  sale: TillSale,
  { claim, lines }: PricedSale,
  tender: FirstTender,
  { method, isRestricted }: PaymentTerms,
): Promise<SaleToPay> {
  const { variantIds, ...payable } = payableSale(sale, lines, '');
  const [account, restrictions] = await Promise.all([
    accountOf(platform, reader, sale, tender, method),
    isRestricted
      ? restrictionsOf(reader, sale.storeId, variantIds, sale.customerId)
      : { is_limited: false, lacks_kyc: false },
  ]);
  return {
    ...payable,
    ...restrictions,
    account,
    method: method ?? null,
    cash_rounding: claim.store.cashRounding,
    tips: claim.store.tips,
    points_value: claim.store.pointsValue,
    needs_shift:
      claim.store.requiresShift && tender.registerId !== null && tender.outsideShift !== true,
    has_shift: true,
  };
}

async function accountOf(
  platform: Platform,
  reader: Reader,
  { customerId }: TillSale,
  tender: FirstTender,
  method: RememberedMethod | undefined,
): Promise<PayingAccount | null> {
  if (namesAccount(tender)) return payingAccount(reader, codesOf(platform, tender));
  const paysByPoints = method?.method_type === 'points' && customerId !== null;
  return paysByPoints ? pointsOf(reader, customerId) : null;
}

/** The reader needs a sale that exists: the card may be charged while the answer gets lost. */
function refuseReader(method: RememberedMethod | undefined, tender: FirstTender): void {
  if (!method?.is_active || method.method_type !== 'card' || method.processor_type === null) return;
  if (method.requires_reference || tender.reference !== undefined) return;
  if (tender.processorTransactionId !== undefined) return;
  throw invalidField(
    'payment_method_id',
    'A card on the reader is paid after the sale is created; start its card payment.',
    'METHOD_NOT_USABLE',
  );
}

/** Names the fields of the payment as they stand in the body of the sale. */
async function inPayment<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const [field, messages] = Object.entries(
      (error instanceof Failure && error.extra.fields) || {},
    )[0] ?? [undefined, []];
    if (field === undefined) throw error;
    throw invalidField(`payment.${field}`, messages[0] ?? '', (error as Failure).code);
  }
}
