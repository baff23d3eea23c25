import { allocate, type Minor, minor, sumOf } from '../../platform/money.js';
import type { Permission } from '../access/index.js';
import {
  type EarlierReturn,
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

/** What can be done to a return, from where it leads where, and who may do it. */
export const ACTIONS = {
  approve: { from: 'pending', to: 'approved', permission: 'return.decide' },
  reject: { from: 'pending', to: 'rejected', permission: 'return.decide' },
  cancel: { from: 'pending', to: 'cancelled', permission: 'return.create' },
  receive: { from: 'approved', to: 'received', permission: 'return.create' },
  complete: { from: 'received', to: 'completed', permission: 'return.create' },
} as const satisfies Record<string, Move>;
export type Action = keyof typeof ACTIONS;

/** Goods and money are promised, but neither has moved. */
export const OPEN_STATUSES = ['pending', 'approved', 'received'] as const;
export const isOpen = (status: ReturnStatus): boolean =>
  (OPEN_STATUSES as readonly ReturnStatus[]).includes(status);

/** The usual reasons; any other words are kept as they are given. */
export const USUAL_REASONS = [
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'changed_mind',
  'other',
] as const;

/** Sales whose goods can come back. */
export const isReturnable = (saleStatus: string): boolean =>
  saleStatus === 'completed' || saleStatus === 'partially_refunded';

export type ReturnWish = {
  lines: readonly SoldLine[];
  /** What the whole sale cost, with shipping. */
  totalMinor: Minor;
  earlier: ReadonlyMap<string, EarlierReturn>;
  earlierShippingMinor: Minor;
  returning: readonly { key: string; quantity: number }[];
  /** What the payments of the sale still hold and no other return was promised. */
  leftMinor: Minor;
};

export type ReturnWorth =
  | { ok: true; lines: Map<string, Minor>; shippingMinor: Minor; refundMinor: Minor }
  | { ok: false; problems: RefundProblem[] };

/**
 * What a return is worth. Steps are rounded, so the return that brings the last unit of a line
 * takes exactly what the earlier ones left of it: after rejected ones no cent is lost or gained.
 * Whatever no line carries (shipping and its tax) comes back with the last unit of the sale.
 */
export function worthOf(wish: ReturnWish): ReturnWorth {
  const paidOf = (line: SoldLine): Minor => sumOf([line.netMinor, line.taxMinor]);
  const beside = wish.totalMinor - sumOf(wish.lines.map(paidOf));
  const refund = refundFor({
    soldLines: wish.lines,
    alreadyReturned: wish.earlier,
    returning: wish.returning,
    shipping: { paidMinor: Math.max(0, beside), refundedMinor: wish.earlierShippingMinor },
  });
  if (!refund.ok) return refund;
  const sold = new Map(wish.lines.map(line => [line.key, line]));
  const amounts = refund.lines.map(({ key, quantity, refundMinor }) => {
    const line = sold.get(key);
    const before = wish.earlier.get(key) ?? { quantity: 0, refundedMinor: 0 };
    const isLast = line !== undefined && before.quantity + quantity === line.quantity;
    return isLast ? Math.max(0, paidOf(line) - before.refundedMinor) : refundMinor;
  });
  const parts = within(wish.leftMinor, [...amounts, refund.shippingMinor]);
  return {
    ok: true,
    lines: new Map(refund.lines.map((line, index) => [line.key, parts[index] ?? 0])),
    shippingMinor: parts[amounts.length] ?? 0,
    refundMinor: sumOf(parts),
  };
}

/** The parts, or where they are more than the limit, the limit split like them. */
export function within(limitMinor: Minor, parts: readonly Minor[]): Minor[] {
  const limit = Math.max(0, limitMinor);
  return sumOf(parts) <= limit ? [...parts] : allocate(limit, parts);
}

type Paid = { id: string; status: string; amount: string; refund_total: string };
type Given = { payment_id: string; status: string; amount: string; given_up_at: Date | null };
export type Share = { paymentId: string; amountMinor: Minor };

/** What each payment still holds; a refund that failed and is tried again has its money already. */
export function leftOn(payments: readonly Paid[], refunds: readonly Given[]): Share[] {
  return payments
    .filter(payment => payment.status === 'succeeded')
    .map(payment => {
      const waiting = refunds.filter(
        refund =>
          refund.payment_id === payment.id &&
          refund.status === 'failed' &&
          refund.given_up_at === null,
      );
      const promised = sumOf(waiting.map(refund => minor(refund.amount)));
      const left = minor(payment.amount) - minor(payment.refund_total) - promised;
      return { paymentId: payment.id, amountMinor: Math.max(0, left) };
    });
}

export const totalOf = (shares: readonly Share[]): Minor =>
  sumOf(shares.map(share => share.amountMinor));

/** Takes an amount from what the payments hold, the newest first: 30 of [20, 25] is 25 and 5. */
export function spread(amountMinor: Minor, left: readonly Share[]): Share[] {
  let rest = amountMinor;
  return [...left].reverse().flatMap(({ paymentId, amountMinor: held }) => {
    const part = Math.min(rest, held);
    rest -= part;
    return part > 0 ? [{ paymentId, amountMinor: part }] : [];
  });
}
