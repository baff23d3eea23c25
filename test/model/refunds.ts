import { money } from './cents.js';
import {
  type Destination,
  leftOf,
  type Model,
  type Payment,
  putBack,
  type Refund,
  refundedOf,
  releaseStock,
  type Sale,
  type Shift,
  takeOut,
  type Way,
} from './state.js';
import { isTill, type Who } from './tills.js';

/** The cash that a refund can use: that of a till, of a shift named by the office, or none. */
export type Drawer = { shift: Shift | null; isAtTill: boolean };

export const openShiftAt = (m: Model, who: Who): Shift | null =>
  m.shifts.find(shift => shift.isOpen && shift.till === who) ?? null;

export const drawerOf = (m: Model, who: Who, named: Shift | null = null): Drawer => ({
  shift: named ?? openShiftAt(m, who),
  isAtTill: isTill(who),
});

const WAYS: Record<Payment['kind'], Way> = {
  cash: 'cash',
  slip: 'external',
  processor: 'processor',
  credit: 'store_credit',
  gift: 'gift_card',
  points: 'store_credit',
};

type Request = Pick<Refund, 'sale' | 'payment' | 'amount' | 'cause'> & {
  to?: Destination;
  drawer: Drawer;
};

/** Opens a refund. A refund at a till belongs to its shift; one of the office only if it is cash. */
export function openRefund(m: Model, { drawer, to = 'original', ...request }: Request): Refund {
  const { payment, amount } = request;
  const way = to === 'original' ? WAYS[payment.kind] : to;
  const hasDrawer = drawer.isAtTill || drawer.shift !== null;
  const action =
    way === 'external'
      ? ('confirm_on_terminal' as const)
      : way === 'cash' && !hasDrawer
        ? ('pay_out_cash' as const)
        : null;
  const refund: Refund = {
    ...request,
    to,
    status: action === null ? 'succeeded' : 'pending',
    way: action === null ? way : null,
    action,
    shift: drawer.isAtTill || way === 'cash' ? drawer.shift : null,
    reference: null,
  };
  if (to === 'original' && payment.credit) payment.credit.balance += amount;
  payment.refunds.push(refund);
  m.refunds.push(refund);
  return refund;
}

export function settle(refund: Refund, way: 'cash' | 'external'): void {
  refund.status = 'succeeded';
  refund.way = way;
  refund.action = null;
}

/** What a refund answers. */
export const shownRefund = ({ amount, status, way, action, shift }: Refund) => ({
  amount: money(amount),
  status,
  way,
  action_required: action,
  shift_id: shift?.id ?? null,
});

/** Refunds a sale, the newest payment first. */
export function giveBack(
  m: Model,
  sale: Sale,
  amount: number,
  how: { cause: 'return'; to: Destination; drawer: Drawer },
): Refund[] {
  let rest = amount;
  const opened = [...sale.payments].reverse().flatMap(payment => {
    const share = Math.min(rest, leftOf(payment));
    rest -= share;
    return share > 0 ? [openRefund(m, { sale, payment, amount: share, ...how })] : [];
  });
  followRefunds(sale);
  return opened;
}

export function followRefunds(sale: Sale): void {
  const refunded = refundedOf(sale);
  if (refunded === 0) return;
  sale.status = refunded === sale.paid ? 'refunded' : 'partially_refunded';
}

/**
 * Ends a sale: returns stock that no return has claimed and refunds what is not refunded yet, each
 * payment by its way. The store keeps its fee of the oldest payments.
 */
export function endSale(m: Model, sale: Sale, drawer: Drawer, fee = 0): void {
  const wasCompleted = sale.status === 'completed' || sale.status === 'partially_refunded';
  sale.status = 'voided';
  const isHeld = sale.stock === 'held' && !(sale.isLayaway && wasCompleted);
  if (isHeld) releaseStock(sale);
  else if (wasCompleted) {
    takeOut(sale);
    putBack(sale.lines.map(line => ({ ...line, quantity: line.quantity - line.returned })));
  }
  let toKeep = fee;
  for (const payment of sale.payments) {
    if (payment.status === 'failed') continue;
    const left = leftOf(payment);
    const amount = Math.max(0, left - toKeep);
    toKeep -= left - amount;
    if (amount > 0) openRefund(m, { sale, payment, amount, cause: 'void', drawer });
    payment.status = 'voided';
  }
}
