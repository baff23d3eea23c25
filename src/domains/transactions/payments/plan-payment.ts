import type { Reader } from '../../../platform/database/tx.js';
import { conflict, Failure, invalidField } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { NewEvent } from '../../../platform/work/events/define-event.js';
import { type OutboxRow, outboxRow } from '../../../platform/work/events/outbox.js';
import { kycRequired } from '../../compliance/index.js';
import type { Booking, Verification } from '../../payments/index.js';
import { cashDueOf, pointsToPay, settleTender } from '../../pricing/index.js';
import { shiftRequired } from '../../shifts/index.js';
import { type SellingStore, storeForSelling } from '../../stores/index.js';
import { chargedBreakdown, taxedSale } from '../charged-tax.js';
import { saleCompleted, saleUpdated } from '../events.js';
import { isLayaway, isPayable } from '../rules.js';
import { checkedTip } from './checked-tip.js';
import {
  checkAccount,
  paysInPoints,
  refuseGiftCards,
  withPointsAsMoney,
} from './paying-account.js';
import type { SaleMove, SaleToPay } from './repository.js';

export type AskedTender = {
  /** A sale by number or document id. */
  sale: string;
  /** A payment method by id or code. */
  method: string;
  /** As sent; the currency of the sale says what it is in minor units. */
  tendered: string | number;
  /** For the staff; `tendered` contains it. */
  tip?: string | number;
  operatorId: string | null;
  registerId: string | null;
  maySee(storeId: string): boolean;
  ageCheck?: { method: string; confirmed: boolean };
  storeCreditCode?: string;
  giftCardCode?: string;
  /** Points to pay with, instead of an amount. */
  points?: number;
  processorTransactionId?: string;
  /** The slip number of a stand-alone card terminal. */
  reference?: string;
  processedAt?: Date;
  /** The card attempt that this payment settles. */
  card?: CardOnReader;
  /** For money of an earlier shift, or of none: the open shift does not take it. */
  outsideShift?: boolean;
  /** For a payment taken in another system: change must not come from our drawer. */
  givesNoChange?: boolean;
  /** For money that is taken already: the store may have stopped taking tips since then. */
  isTaken?: boolean;
  /** For a payment whose answer shows no codes of the gift cards it pays for. */
  keepsCodes?: boolean;
};

/** A payment in the currency of its sale. */
export type Tender = AskedTender & { tenderedMinor: Minor };

/** What the processor reports about a payment on a card reader. */
export type CardOnReader = {
  paymentId: string;
  lastFour: string | null;
  brand: string | null;
  /** Set if the processor took another amount than was asked for. */
  reviewReason: string | null;
};

/** What a payment changes: the sale, the payments, the events. */
export type PaymentPlan = { move: SaleMove; payment: Booking; event: OutboxRow };

/** Checks a payment and works out what it changes; writes nothing. */
export async function planPayment(
  platform: Platform,
  reader: Reader,
  sale: SaleToPay,
  asked: AskedTender,
  store?: SellingStore,
): Promise<PaymentPlan> {
  const tender = withPointsAsMoney(sale, asked);
  const now = platform.clock.now();
  const method = usableMethod(sale, tender, now);
  refuseSale(sale, now);
  const amountField = paysInPoints(sale, tender) ? 'points' : 'tendered_amount';
  refuseFractions(sale.currency, {
    [amountField]: formatMoney(tender.tenderedMinor, sale.currency),
    tip: tender.tip,
  });
  const tipMinor = checkedTip(sale, method, tender);
  const ageCheck = checkedAge(sale, tender);
  // A card attempt in progress may pay its amount, so other payments leave that much due.
  const heldMinor = tender.card ? 0 : minor(sale.card_hold, sale.currency);
  const dueMinor =
    minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency) - heldMinor;
  if (heldMinor > 0 && dueMinor === 0) throw cardInProgress();
  const stepMinor = minor(sale.cash_rounding, sale.currency);
  const isCash = method.method_type === 'cash' && !isRecordedExactly(tender, dueMinor, stepMinor);
  const settled = settleTender({
    dueMinor,
    tenderedMinor: tender.tenderedMinor - tipMinor,
    kind: isCash ? 'cash' : 'other',
    stepMinor,
  });
  if (!settled.ok) {
    const owedMinor = isCash ? cashDueOf(dueMinor, stepMinor) : dueMinor;
    throw refusedTender(settled.code, owedMinor + tipMinor, sale, tender);
  }
  refuseGiftCards(sale, method, settled.acceptedMinor, amountField);
  const completed = settled.remainingMinor + heldMinor === 0;
  const move: SaleMove = {
    sale,
    status: completed ? 'completed' : 'partially_paid',
    totalPaid: formatMoney(
      minor(sale.total_paid, sale.currency) + settled.acceptedMinor,
      sale.currency,
    ),
    changeDue: formatMoney(
      minor(sale.change_due, sale.currency) + settled.changeMinor,
      sale.currency,
    ),
    roundingAmount: formatMoney(
      minor(sale.rounding_amount, sale.currency) + settled.roundingMinor,
      sale.currency,
    ),
    tipAmount: formatMoney(minor(sale.tip_amount, sale.currency) + tipMinor, sale.currency),
    cardHold: formatMoney(heldMinor, sale.currency),
    completedAt: completed ? now : null,
    taxBreakdown: completed
      ? breakdownOf(store ?? (await storeForSelling(platform, sale.store_id, reader)), sale)
      : null,
    ageCheck,
  };
  const payment = {
    ...bookingOf(sale, method, tender, settled.acceptedMinor, now),
    rounding: formatMoney(settled.roundingMinor, sale.currency),
    tip: formatMoney(tipMinor, sale.currency),
  };
  return { move, payment, event: outboxRow(eventOf(sale, move, method.code)) };
}

/**
 * Cash of another system is booked as it was taken, without change from our drawer. It is rounded
 * only if it is the rounded amount.
 */
const isRecordedExactly = (tender: Tender, dueMinor: Minor, stepMinor: Minor): boolean =>
  tender.givesNoChange === true && tender.tenderedMinor !== cashDueOf(dueMinor, stepMinor);

/** Throws if no payment at all can be taken for the sale now. */
function refuseSale(sale: SaleToPay, now: Date): void {
  if (!isPayable(sale.status)) {
    throw conflict('INVALID_STATE', `A sale that is ${sale.status} takes no payment.`, {
      status: sale.status,
    });
  }
  if (isLayaway(sale) && sale.expires_at !== null && sale.expires_at <= now) {
    throw conflict(
      'LAYAWAY_EXPIRED',
      'The time of this layaway is over; a manager decides about its money.',
      { expires_at: sale.expires_at.toISOString() },
    );
  }
  if (sale.needs_shift && !sale.has_shift) throw shiftRequired();
  if (sale.lacks_kyc) throw kycRequired(sale.customer_id);
}

function bookingOf(
  sale: SaleToPay,
  method: UsableMethod,
  tender: Tender,
  acceptedMinor: Minor,
  now: Date,
): Omit<Booking, 'rounding' | 'tip'> {
  return {
    id: newId(),
    attemptId: tender.card?.paymentId ?? null,
    cardLastFour: tender.card?.lastFour ?? null,
    cardBrand: tender.card?.brand ?? null,
    reviewReason: tender.card?.reviewReason ?? null,
    methodId: method.id,
    amount: formatMoney(acceptedMinor, sale.currency),
    tendered: formatMoney(tender.tenderedMinor, sale.currency),
    processorType: method.processor_type,
    processorTransactionId:
      method.processor_type === null ? null : (tender.processorTransactionId ?? null),
    verification: verificationOf(method, tender),
    reference: tender.reference ?? null,
    operatorId: tender.operatorId,
    registerId: tender.registerId,
    drawerId: tender.outsideShift ? null : tender.registerId,
    // A code sent with cash or a card is ignored.
    accountId: method.method_type === sale.account?.kind ? sale.account.id : null,
    valueAmount:
      method.method_type === 'points'
        ? String(pointsToPay(acceptedMinor, sale.points_value, sale.currency))
        : formatMoney(acceptedMinor, sale.currency),
    processedAt: tender.processedAt ?? now,
    bookedAt: now,
  };
}

function verificationOf(method: UsableMethod, tender: Tender): Verification {
  const { card } = tender;
  if (card !== undefined) return card.reviewReason === null ? 'confirmed' : 'mismatch';
  return needsProof(method, tender) ? 'unverified' : 'not_needed';
}

const cardInProgress = (): Failure =>
  conflict(
    'CARD_PAYMENT_IN_PROGRESS',
    'The rest of this sale is being paid by card; wait for it or cancel it.',
  );

type UsableMethod = NonNullable<SaleToPay['method']>;

/**
 * A card payment waits for its processor. One without a processor id needs the slip number of a
 * stand-alone terminal; without both it waits for a person.
 */
function needsProof(method: UsableMethod, tender: Tender): boolean {
  if (method.processor_type === null && method.method_type !== 'card') return false;
  const hasCharge = method.processor_type !== null && tender.processorTransactionId !== undefined;
  return hasCharge || tender.reference === undefined;
}

function usableMethod(sale: SaleToPay, tender: Tender, now: Date) {
  const { method } = sale;
  if (method === null || !method.is_active) {
    throw invalidField(
      'payment_method_id',
      'There is no such payment method in use.',
      'UNKNOWN_PAYMENT_METHOD',
    );
  }
  if (method.method_type === 'pay_at_store') {
    throw invalidField(
      'payment_method_id',
      'Choose how the customer pays now.',
      'METHOD_NOT_USABLE',
    );
  }
  checkAccount(sale, method, tender, now);
  if (method.requires_reference && tender.reference === undefined) {
    throw invalidField(
      'reference',
      'Enter the number on the slip of the card terminal.',
      'REFERENCE_REQUIRED',
    );
  }
  const { minimum_amount, maximum_amount } = method;
  const isTooSmall = tender.tenderedMinor < minor(minimum_amount, sale.currency);
  if (
    isTooSmall ||
    (maximum_amount !== null && tender.tenderedMinor > minor(maximum_amount, sale.currency))
  ) {
    throw invalidField(
      paysInPoints(sale, tender) ? 'points' : 'tendered_amount',
      'The amount is outside the limits of this payment method.',
      'AMOUNT_OUT_OF_RANGE',
    );
  }
  return method;
}

/** A sale with age-restricted goods needs a confirmed age check. */
function checkedAge(sale: SaleToPay, tender: Tender): object | null {
  if (sale.minimum_age === null || sale.age_check !== null) return null;
  if (tender.ageCheck?.confirmed !== true) {
    throw new Failure(
      'invalid',
      'AGE_CHECK_REQUIRED',
      `The customer must be ${sale.minimum_age} or older; confirm it with age_check.`,
      { details: { minimum_age: sale.minimum_age } },
    );
  }
  return {
    method: tender.ageCheck.method,
    minimum_age: sale.minimum_age,
    confirmed_by: tender.operatorId,
  };
}

function refusedTender(code: string, dueMinor: Minor, sale: SaleToPay, tender: Tender): Failure {
  if (paysInPoints(sale, tender)) return refusedPoints(code, dueMinor, sale, tender);
  const message =
    code === 'NO_CHANGE_FOR_CARD'
      ? `Only cash gives change; ${formatMoney(dueMinor, sale.currency)} is due.`
      : `Nothing was tendered; ${formatMoney(dueMinor, sale.currency)} is due.`;
  return invalidField('tendered_amount', message, code);
}

function refusedPoints(code: string, dueMinor: Minor, sale: SaleToPay, tender: Tender): Failure {
  if (code !== 'NO_CHANGE_FOR_CARD') {
    return invalidField('points', 'These points are worth nothing here.', code);
  }
  const most = pointsToPay(dueMinor, sale.points_value, sale.currency);
  const message = `${tender.points} points are worth more than the ${formatMoney(dueMinor, sale.currency)} due; ${most} points pay it.`;
  return invalidField('points', message, 'POINTS_EXCEED_DUE');
}

/** The charged tax per rate, stored when the sale completes. */
const breakdownOf = (store: SellingStore | undefined, sale: SaleToPay): object[] =>
  chargedBreakdown(
    {
      ...taxedSale(sale),
      lines: sale.lines.map(line => ({
        amountMinor: minor(line.amount, sale.currency),
        isTaxExempt: line.exempt,
        taxClass: line.tax_class,
        rates: line.tax_rates,
      })),
    },
    store,
  );

function eventOf(sale: SaleToPay, move: SaleMove, methodCode: string): NewEvent {
  const row = { ...sale, total_paid: move.totalPaid };
  const paid = { change_due: move.changeDue, payment_method: methodCode };
  return move.status === 'completed'
    ? saleCompleted(row, { ...paid, ...sale.attribution })
    : saleUpdated(row, { status: move.status, ...paid, source_system: sale.source_system });
}
