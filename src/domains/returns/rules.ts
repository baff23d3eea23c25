import { allocate, type Minor, minor, sumOf } from '../../platform/money.js';
import type { Permission } from '../access/index.js';
import {
  type EarlierReturn,
  inUnits,
  type RefundProblem,
  refundFor,
  type SoldLine,
} from '../pricing/index.js';

export const RETURN_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'received',
  'completed',
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

type Move = { from: ReturnStatus; to: ReturnStatus; permission: Permission };

/** The actions on a return: allowed status, new status and required permission. */
export const ACTIONS = {
  approve: { from: 'pending', to: 'approved', permission: 'return.decide' },
  reject: { from: 'pending', to: 'rejected', permission: 'return.decide' },
  cancel: { from: 'pending', to: 'cancelled', permission: 'return.create' },
  receive: { from: 'approved', to: 'received', permission: 'return.create' },
  complete: { from: 'received', to: 'completed', permission: 'return.create' },
} as const satisfies Record<string, Move>;
export type Action = keyof typeof ACTIONS;

/** Units and money are set aside, but not moved yet. */
export const OPEN_STATUSES = ['pending', 'approved', 'received'] as const;
export const isOpen = (status: ReturnStatus): boolean =>
  (OPEN_STATUSES as readonly ReturnStatus[]).includes(status);

/** Suggested reasons; any other text is allowed. */
export const USUAL_REASONS = [
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'changed_mind',
  'other',
] as const;

/** Whether goods of a sale with this status can be returned. */
export const isReturnable = (saleStatus: string): boolean =>
  saleStatus === 'completed' || saleStatus === 'partially_refunded';

/** As reports count units: goods by measure are one unit, if they come back whole. */
export const unitsOf = (line: { unit: string; quantity: number; sold: number }): number => {
  if (line.unit === 'piece') return line.quantity;
  return line.quantity === line.sold ? 1 : 0;
};

export type ReturnRequest = {
  lines: readonly SoldLine[];
  /** Total of the sale, including shipping. */
  totalMinor: Minor;
  earlier: ReadonlyMap<string, EarlierReturn>;
  earlierShippingMinor: Minor;
  returning: readonly { key: string; quantity: number }[];
  /** What can still be refunded from the payments, less the amounts of open returns. */
  leftMinor: Minor;
  /** The smallest amount of the sale's currency. */
  unitMinor?: Minor;
};

export type ReturnValue =
  | { ok: true; lines: Map<string, Minor>; shippingMinor: Minor; refundMinor: Minor }
  | { ok: false; problems: RefundProblem[] };

/**
 * Computes the refund of a return. Partial refunds are rounded, so the return of a line's last unit
 * gets exactly the remaining amount, and no cent is lost. Amounts outside the lines (shipping and
 * its tax) are refunded with the last unit of the sale.
 */
export function valueOfReturn({ unitMinor = 1, ...request }: ReturnRequest): ReturnValue {
  const value = inUnits(unitMinor, request, valueInUnits);
  if (!value.ok) return value;
  const { linesMinor: lines, ...sums } = value;
  return { ...sums, lines };
}

type ValueInUnits =
  | { ok: true; linesMinor: Map<string, Minor>; shippingMinor: Minor; refundMinor: Minor }
  | { ok: false; problems: RefundProblem[] };

function valueInUnits(request: Omit<ReturnRequest, 'unitMinor'>): ValueInUnits {
  const paidOf = (line: SoldLine): Minor => sumOf([line.netMinor, line.taxMinor]);
  const notInLinesMinor = request.totalMinor - sumOf(request.lines.map(paidOf));
  const refund = refundFor({
    soldLines: request.lines,
    alreadyReturned: request.earlier,
    returning: request.returning,
    shipping: {
      paidMinor: Math.max(0, notInLinesMinor),
      refundedMinor: request.earlierShippingMinor,
    },
  });
  if (!refund.ok) return refund;
  const sold = new Map(request.lines.map(line => [line.key, line]));
  const amounts = refund.lines.map(({ key, quantity, refundMinor }) => {
    const line = sold.get(key);
    const before = request.earlier.get(key) ?? { quantity: 0, refundedMinor: 0 };
    const isLast = line !== undefined && before.quantity + quantity === line.quantity;
    return isLast ? Math.max(0, paidOf(line) - before.refundedMinor) : refundMinor;
  });
  const parts = within(request.leftMinor, [...amounts, refund.shippingMinor]);
  return {
    ok: true,
    linesMinor: new Map(refund.lines.map((line, index) => [line.key, parts[index] ?? 0])),
    shippingMinor: parts[amounts.length] ?? 0,
    refundMinor: sumOf(parts),
  };
}

/** The parts, or the limit split in proportion if their sum exceeds it. */
export function within(limitMinor: Minor, parts: readonly Minor[]): Minor[] {
  const limit = Math.max(0, limitMinor);
  return sumOf(parts) <= limit ? [...parts] : allocate(limit, parts);
}

type PaymentState = {
  id: string;
  status: string;
  amount: string;
  refund_total: string;
  currency: string;
};
type RefundState = { payment_id: string; status: string; amount: string; given_up_at: Date | null };
export type Share = { paymentId: string; amountMinor: Minor };

/** The refundable amount per payment. A failed refund that will be retried keeps its amount. */
export function refundableOf(
  payments: readonly PaymentState[],
  refunds: readonly RefundState[],
): Share[] {
  return payments
    .filter(payment => payment.status === 'succeeded')
    .map(payment => {
      const retried = refunds.filter(
        refund =>
          refund.payment_id === payment.id &&
          refund.status === 'failed' &&
          refund.given_up_at === null,
      );
      const retriedMinor = sumOf(retried.map(refund => minor(refund.amount, payment.currency)));
      const left =
        minor(payment.amount, payment.currency) -
        minor(payment.refund_total, payment.currency) -
        retriedMinor;
      return { paymentId: payment.id, amountMinor: Math.max(0, left) };
    });
}

export const totalOf = (shares: readonly Share[]): Minor =>
  sumOf(shares.map(share => share.amountMinor));

/** What is left of the payments after these shares. */
export const less = (left: readonly Share[], taken: readonly Share[]): Share[] =>
  left.map(({ paymentId, amountMinor }) => ({
    paymentId,
    amountMinor: amountMinor - totalOf(taken.filter(share => share.paymentId === paymentId)),
  }));

/** Splits an amount over the payments, newest first: 30 of [20, 25] is 25 and 5. */
export function spread(amountMinor: Minor, left: readonly Share[]): Share[] {
  let rest = amountMinor;
  return [...left].reverse().flatMap(({ paymentId, amountMinor: held }) => {
    const part = Math.min(rest, held);
    rest -= part;
    return part > 0 ? [{ paymentId, amountMinor: part }] : [];
  });
}

/** What the approval of a return is used for. */
export const approvalUse = ({ return_number }: { return_number: string }): string =>
  `return ${return_number}`;
