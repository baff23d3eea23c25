import { brokenConstraint, type Db, type Tx, within } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { hintEvents } from '../../../platform/work/events/outbox.js';
import { customerKeyOf, purchaseLimitExceeded, takeAllowance } from '../../compliance/index.js';
import { customerMail } from '../../people/index.js';
import { type LoadedCard, loadGiftCards } from '../../stored-value/index.js';
import { parseSaleRef } from '../references.js';
import { refuseCardNumbers } from '../refuse-card-numbers.js';
import { linesOf } from '../repository.js';
import type { SaleStatus } from '../rules.js';
import { payRecentSale, type RecentPayment } from './pay-recent-sale.js';
import { codesOf, notUsable, overdrawn } from './paying-account.js';
import { type AskedTender, type PaymentPlan, planPayment } from './plan-payment.js';
import { bookPayment, type SaleToPay, saleToPay } from './repository.js';

export type Paid = {
  paymentId: string;
  saleId: string;
  number: string;
  currency: string;
  status: SaleStatus;
  totalAmount: string;
  totalPaid: string;
  changeDue: string;
  /** Unset where the store does not round cash. */
  rounded?: {
    /** Rounding of all payments of the sale. */
    roundingAmount: string;
    /** What this payment came to: its amount with its rounding and its tip. */
    cashDue: string;
  };
  /** Tips of all payments of the sale; unset where the store takes none. */
  tip?: string;
  completedAt: Date | null;
  /** The gift cards of a sale that this payment completed; their codes are known only now. */
  giftCards?: LoadedCard[];
};

/** How often a payment is retried when another payment of the same sale comes first. */
const ATTEMPTS = 5;

/**
 * Takes a full or partial payment for a sale. Reads the sale, validates the payment, and books it
 * only if the sale has not changed in between (optimistic locking), so no lock is held while the
 * till waits and two payments can never both settle the same debt. A sale that this node has just
 * rung up is not read again: `recent` is booked if the sale is still as it was.
 */
export async function takePayment(
  platform: Platform,
  writer: Db | Tx,
  tender: AskedTender,
  recent?: RecentPayment,
): Promise<Paid> {
  refuseCardNumbers({
    processor_transaction_id: tender.processorTransactionId,
    reference: tender.reference,
  });
  const ref = parseSaleRef(tender.sale);
  if (ref === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  if (recent !== undefined && (await payRecentSale(platform, writer, recent))) {
    return paidBy(recent.plan);
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await saleToPay(
      writer,
      ref,
      tender.method,
      codesOf(platform, tender),
      tender.registerId,
    );
    if (found === undefined || !tender.maySee(found.store_id)) {
      throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
    }
    const sale = {
      ...(tender.card === undefined ? found : alreadyCharged(found)),
      ...(tender.outsideShift && { needs_shift: false }),
    };
    const plan = await planPayment(platform, writer, sale, tender);
    const { move, payment, event } = plan;
    const issues = move.status === 'completed' && sale.gift_cards.length > 0;
    let giftCards: LoadedCard[] | undefined;
    const paymentId =
      countsAgainstLimits(sale) || issues
        ? await within(writer, async tx => {
            const id = await book(tx, move, payment, event);
            if (id === undefined) return undefined;
            if (countsAgainstLimits(sale)) await takeLimits(tx, sale, payment.bookedAt);
            if (issues) giftCards = await loadCardsOf(platform, tx, plan, tender);
            return id;
          })
        : await book(writer, move, payment, event);
    if (paymentId !== undefined) {
      hintEvents(writer);
      return { ...paidBy(plan), paymentId, ...(giftCards && { giftCards }) };
    }
  }
  throw conflict('BUSY', 'Other payments for this sale are in progress; try again.');
}

export const paidBy = ({ move, payment }: PaymentPlan): Paid => ({
  paymentId: payment.id,
  saleId: move.sale.id,
  number: move.sale.transaction_number,
  currency: move.sale.currency,
  status: move.status,
  totalAmount: move.sale.total_amount,
  totalPaid: move.totalPaid,
  changeDue: move.changeDue,
  ...(minor(move.sale.cash_rounding, move.sale.currency) > 0 && {
    rounded: {
      roundingAmount: move.roundingAmount,
      cashDue: formatMoney(
        minor(payment.amount, move.sale.currency) +
          minor(payment.rounding, move.sale.currency) +
          minor(payment.tip, move.sale.currency),
        move.sale.currency,
      ),
    },
  }),
  ...((move.sale.tips.enabled || minor(move.tipAmount, move.sale.currency) > 0) && {
    tip: move.tipAmount,
  }),
  completedAt: move.completedAt,
});

/**
 * Loads the gift cards of a sale that this payment completes. Nobody reads the answer of a card on a
 * reader, of a payment from another system or of a till's journal, so those keep the codes for
 * `revealGiftCards`.
 */
export const loadCardsOf = (
  { config }: Platform,
  tx: Tx,
  { move: { sale }, payment }: PaymentPlan,
  { card, givesNoChange, keepsCodes }: Pick<AskedTender, 'card' | 'givesNoChange' | 'keepsCodes'>,
  number = sale.transaction_number,
): Promise<LoadedCard[]> =>
  loadGiftCards(tx, config, {
    id: sale.id,
    number,
    storeId: sale.store_id,
    customerId: sale.customer_id,
    currency: sale.currency,
    lines: sale.gift_cards,
    at: payment.bookedAt,
    keepsCodes: card !== undefined || givesNoChange === true || keepsCodes === true,
  });

/** Shift, identity and the time of a layaway were checked before the card was charged; the charge is booked anyway. */
const alreadyCharged = (sale: SaleToPay): SaleToPay => ({
  ...sale,
  needs_shift: false,
  lacks_kyc: false,
  expires_at: null,
});

/** Orders of the web shop were counted when they were placed. */
export const countsAgainstLimits = (sale: SaleToPay): boolean =>
  sale.is_limited && sale.source_system !== 'web_commerce';

/** Counts the sale once, with its first payment; an exceeded limit rolls that payment back. */
export async function takeLimits(tx: Tx, sale: SaleToPay, now: Date): Promise<void> {
  const lines = await linesOf(tx, sale.id);
  const basket = {
    storeId: sale.store_id,
    customerKey: customerKeyOf({ userId: sale.customer_id }),
    email: await customerMail(tx, { userId: sale.customer_id, email: null }),
    lines: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
  };
  const exceeded = await takeAllowance(tx, sale.id, basket, now);
  if (exceeded.length > 0) throw purchaseLimitExceeded(exceeded);
}

async function book(...args: Parameters<typeof bookPayment>): Promise<string | undefined> {
  try {
    return await bookPayment(...args);
  } catch (error) {
    throw refusedBooking(error, args[1].sale);
  }
}

/** What a booking that the database refused means to the till. */
export function refusedBooking(error: unknown, sale: Pick<SaleToPay, 'account'>): unknown {
  switch (brokenConstraint(error)) {
    case 'value_not_overdrawn':
      return overdrawn(sale);
    case 'value_account_usable':
      return notUsable();
    case 'one_sale_per_processor_payment':
      return conflict(
        'PROCESSOR_PAYMENT_USED',
        'This processor payment has already paid for a sale.',
      );
    default:
      return error;
  }
}
