import { MINUTE_MS } from '../../../platform/clock.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { giveBackValue } from '../../stored-value/index.js';
import { refundActionRequired, refundSucceeded } from '../events.js';
import { insertRefund, type NewRefund, type Refund } from './refund-repository.js';
import { lockPaymentToRefund, type PaymentToRefund } from './repository.js';
import {
  cashRefundRounding,
  heldMoney,
  type RefundCause,
  type RefundDestination,
  wayOf,
} from './rules.js';
import { withSaleNumber } from './settle-attempt.js';

/** Longer than any request takes: after it the queue makes the first attempt. */
const GRACE_MS = 2 * MINUTE_MS;

export type OpenRefundRequest = {
  paymentId: string;
  amountMinor: Minor;
  /** The tip that goes back, too; a tip stays with the staff unless the whole sale is undone. */
  tipMinor?: Minor;
  cause: RefundCause;
  reason: string;
  requestedBy: string | null;
  now: Date;
  /** Default `original`: the way the payment came. */
  to?: RefundDestination;
  /** Required with `store_credit`: the credit that the caller issued. */
  storeCreditId?: string;
  /** The open shift whose drawer pays cash; the caller has locked it. */
  shiftId?: string | null;
  /** The store that refunds, if it is not that of the payment: goods came back to another store. */
  storeId?: string;
  /** The till that makes the refund. It books the refund and pays cash, also without a shift. */
  terminalId?: string | null;
};

/**
 * First half of a refund, in the caller's transaction: from here on the amount counts as refunded.
 * Cash from a drawer and stored value succeed at once. Without a drawer, or on a separate terminal,
 * the refund stays pending until a person acts. The caller runs any other refund after the commit
 * (`finishRefunds`); if the caller crashes, the queue does.
 */
export async function openRefund(tx: Tx, request: OpenRefundRequest): Promise<Refund> {
  const payment = await lockPaymentToRefund(tx, request.paymentId, request.storeId);
  if (payment === undefined) throw notFound('Payment');
  if (!heldMoney(payment)) {
    throw conflict('NOTHING_TO_REFUND', 'This payment never took any money.', {
      status: payment.status,
    });
  }
  const leftMinor =
    minor(payment.amount, payment.currency) - minor(payment.refund_total, payment.currency);
  if (request.amountMinor < 1 || request.amountMinor > leftMinor)
    throw exceeds(leftMinor, payment.currency);
  const refund = await insert(tx, payment, request, leftMinor);
  if (refund.action_required !== null) {
    await record(tx, refundActionRequired(await withSaleNumber(tx, refund), payment.currency));
  }
  if (refund.status !== 'succeeded') return refund;
  const ofSale = await withSaleNumber(tx, refund);
  if (payment.value_account_id !== null && refund.refund_to === 'original') {
    await giveBackValue(tx, {
      accountId: payment.value_account_id,
      paymentId: payment.id,
      refundId: refund.id,
      amount: refund.amount,
      paidMinor: minor(payment.amount, payment.currency),
      refundedMinor: minor(payment.refund_total, payment.currency) + request.amountMinor,
      sale: { id: refund.transaction_id, number: ofSale.transaction_number },
      storeId: refund.store_id,
      now: request.now,
    });
  }
  await record(tx, refundSucceeded(ofSale));
  return refund;
}

/** Cash is rounded, also that of a pay-out, which announces what the till will pay. */
function roundingOf(
  payment: PaymentToRefund,
  { to = 'original', amountMinor }: OpenRefundRequest,
  leftMinor: Minor,
): Minor {
  if (wayOf(to, payment) !== 'cash') return 0;
  return cashRefundRounding({
    amountMinor,
    leftMinor,
    paidMinor: minor(payment.amount, payment.currency) + minor(payment.rounding, payment.currency),
    givenMinor:
      minor(payment.refund_total, payment.currency) +
      minor(payment.refund_rounding, payment.currency),
    wasCash: payment.method_type === 'cash',
    stepMinor: minor(payment.cash_rounding, payment.currency),
  });
}

type Plan = Pick<NewRefund, 'way' | 'actionRequired' | 'shiftId' | 'terminalId' | 'accountId'>;

/** What happens to the money now, and what is left to do. */
function planOf(payment: PaymentToRefund, request: OpenRefundRequest): Plan {
  const { shiftId = null, terminalId = null } = request;
  const open = { way: null, actionRequired: null, terminalId: null, accountId: null };
  // The report of a till's shift lists its refunds of every way; a shift named by the desk pays cash.
  const bookedIn = terminalId === null ? null : shiftId;
  const way = wayOf(request.to ?? 'original', payment);
  switch (way) {
    case 'processor':
      return { ...open, shiftId: bookedIn };
    case 'external':
      return { ...open, actionRequired: 'confirm_on_terminal', shiftId: bookedIn };
    case 'cash':
      return shiftId === null && terminalId === null
        ? { ...open, actionRequired: 'pay_out_cash', shiftId: null }
        : { ...open, way, shiftId, terminalId };
    case 'gift_card':
    case 'store_credit': {
      const isNew = request.to === 'store_credit';
      const accountId = isNew ? (request.storeCreditId ?? null) : payment.value_account_id;
      return { ...open, way, shiftId: bookedIn, accountId };
    }
  }
}

async function insert(
  tx: Tx,
  payment: PaymentToRefund,
  request: OpenRefundRequest,
  leftMinor: Minor,
): Promise<Refund> {
  try {
    return await insertRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      transactionId: payment.transaction_id,
      storeId: request.storeId ?? payment.store_id,
      amount: formatMoney(request.amountMinor, payment.currency),
      rounding: formatMoney(roundingOf(payment, request, leftMinor), payment.currency),
      tip: formatMoney(request.tipMinor ?? 0, payment.currency),
      cause: request.cause,
      reason: request.reason,
      refundTo: request.to ?? 'original',
      ...planOf(payment, request),
      tillId: request.terminalId ?? null,
      requestedBy: request.requestedBy,
      openedAt: request.now,
      graceMs: GRACE_MS,
    });
  } catch (error) {
    if (brokenConstraint(error) === 'refund_ceiling') throw exceeds(leftMinor, payment.currency);
    throw error;
  }
}

const exceeds = (leftMinor: Minor, currency: string): Failure => {
  const left = formatMoney(Math.max(leftMinor, 0), currency);
  const message = `A refund must be at least ${formatMoney(1, currency)} and at most the rest of the payment: ${left}.`;
  return new Failure('invalid', 'REFUND_EXCEEDS_PAYMENT', `amount: ${message}`, {
    fields: { amount: [message] },
    details: { refundable: left },
  });
};
