import { money, sum } from './cents.js';
import type { Till } from './tills.js';

/** The model of one shop's records. Amounts are cents. */
export type Goods = {
  sku: string;
  price: number;
  exempt: boolean;
  digital: boolean;
  onHand: number;
  reserved: number;
};

export type SaleStatus =
  | 'pending'
  | 'payment_requires_action'
  | 'partially_paid'
  | 'completed'
  | 'partially_refunded'
  | 'refunded'
  | 'expired'
  | 'voided';

export type SoldLine = {
  id: string;
  goods: Goods;
  quantity: number;
  net: number;
  tax: number;
  returned: number;
};

export type Credit = { code: string; balance: number };

/** A gift card: its account, the sale that issued it, and whether that sale was voided. */
export type Card = Credit & { id: string; sale: string; isBlocked: boolean };

/** The drawer of a till from its opening to its count. */
export type Shift = {
  id: string;
  till: Till;
  isOpen: boolean;
  float: number;
  paidIn: number;
  paidOut: number;
};

export type Way = 'processor' | 'cash' | 'store_credit' | 'gift_card' | 'external';
export type Destination = 'original' | 'cash' | 'store_credit';

/** Pending while the cash waits for a till, or the refund on a terminal for its slip number. */
export type Refund = {
  sale: Sale;
  payment: Payment;
  amount: number;
  cause: 'void' | 'return' | 'refund' | 'late_success';
  to: Destination;
  status: 'pending' | 'succeeded';
  way: Way | null;
  action: 'pay_out_cash' | 'confirm_on_terminal' | null;
  shift: Shift | null;
  reference: string | null;
};

export type Payment = {
  id: string;
  /** `slip`: a card on a terminal that the service does not know. */
  kind: 'cash' | 'slip' | 'processor' | 'credit' | 'gift' | 'points';
  amount: number;
  status: 'requires_action' | 'succeeded' | 'failed' | 'voided';
  /** A card payment with neither a slip number nor an answer of the processor. */
  isUnproven: boolean;
  shift: Shift | null;
  refunds: Refund[];
  credit?: Credit;
};

export type Sale = {
  number: string;
  source: 'pos' | 'web';
  status: SaleStatus;
  lines: SoldLine[];
  total: number;
  paid: number;
  change: number;
  payments: Payment[];
  /** State of its stock: untouched, reserved, shipped or sold, or released. */
  stock: 'untouched' | 'held' | 'out' | 'let go';
  /** True if its promo code counts as used. */
  usesCode: boolean;
  /** Has the demo's customer, whose points can pay. */
  isKnown?: boolean;
  expiresAt: number | null;
  isLayaway?: boolean;
  fulfillment: Fulfillment | null;
};

export type Fulfillment = {
  id: string;
  type: 'ship' | 'pickup' | 'digital';
  status: string;
  /** By SKU. */
  sent: Map<string, number>;
  /** Returned before a parcel was shipped. */
  unsent: Map<string, number>;
};

export type ReturnLine = { line: SoldLine; quantity: number; amount: number };
export type Return = {
  id: string;
  sale: Sale;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'received' | 'completed';
  lines: ReturnLine[];
  shipping: number;
  /** True if a cancelled delivery kept the money. */
  isWithheld: boolean;
};

/** What the customer gets for a return. */
export const amountOf = (r: Return): number =>
  r.isWithheld ? 0 : sum(r.lines.map(line => line.amount)) + r.shipping;

/** A held sale; its version rises with each resume and each time it is put back. */
export type Held = {
  id: string;
  version: number;
  /** The till that put it aside last, and the one that continues it. */
  terminal: string;
  resumedAt: string | null;
  items: { goods: Goods; quantity: number }[];
  total: number;
};

export type Cart = {
  id: string;
  token: string;
  status: 'ACTIVE' | 'CONVERTED' | 'ABANDONED';
  lines: Map<Goods, number>;
  code: boolean;
};

export type Checkout = {
  id: string;
  cart: Cart;
  method: 'ship' | 'pickup' | 'digital';
  status:
    | 'checkout_initiated'
    | 'payment_requires_action'
    | 'payment_failed'
    | 'completed'
    | 'cancelled'
    | 'expired';
  expiresAt: number;
  /** The sale of the order or of the open challenge. */
  sale: Sale | null;
  /** Outcome of the card holder's challenge. */
  challengeFails: boolean;
  /** True if a payment failed that a confirmation can report. */
  failed: boolean;
};

export type Model = {
  goods: Goods[];
  shifts: Shift[];
  /** In the order in which they were opened. */
  refunds: Refund[];
  sales: Sale[];
  /** Failed attempts to pay online: sales whose number is never disclosed. */
  strays: number;
  returns: Return[];
  held: Held[];
  credits: Credit[];
  cards: Card[];
  /** What payments of the run took of the customer's points, less refunds, as a balance. */
  points: Credit;
  carts: Cart[];
  checkouts: Checkout[];
  codeUses: number;
  /** Milliseconds since the start of the run. */
  now: number;
};

export const CODE_LIMIT = 2;

export const available = (goods: Goods): number =>
  goods.digital ? 999 : Math.max(0, goods.onHand - goods.reserved);

export const pickFrom = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

/** Picks mostly an entry that allows the command, sometimes any, which must be refused. */
export function prefer<T>(items: readonly T[], n: number, isApt: (item: T) => boolean): T {
  const apt = items.filter(isApt);
  return pickFrom(apt.length > 0 && n % 6 > 0 ? apt : items, n);
}

export const dueOf = (sale: Sale): number => sale.total - sale.paid;

/** A pending refund counts like a succeeded one. */
export const givenBack = (payment: Payment): number =>
  sum(payment.refunds.map(refund => refund.amount));

export const leftOf = (payment: Payment): number =>
  payment.status === 'succeeded' ? payment.amount - givenBack(payment) : 0;

export const refundedOf = (sale: Sale): number => sum(sale.payments.map(givenBack));

/** Articles with stock, and their units. */
export const shelved = (lines: readonly { goods: Goods; quantity: number }[]) =>
  lines.filter(line => !line.goods.digital);

export function hold(sale: Sale): void {
  const lines = shelved(sale.lines);
  for (const { goods, quantity } of lines) goods.reserved += quantity;
  sale.stock = lines.length > 0 ? 'held' : 'untouched';
}

export function releaseStock(sale: Sale): void {
  if (sale.stock !== 'held') return;
  for (const { goods, quantity } of shelved(sale.lines)) goods.reserved -= quantity;
  sale.stock = 'let go';
}

/** Takes the goods out of stock, once. */
export function takeOut(sale: Sale): void {
  if (sale.stock === 'out' || sale.stock === 'let go') return;
  for (const { goods, quantity } of shelved(sale.lines)) {
    goods.onHand -= quantity;
    if (sale.stock === 'held') goods.reserved -= quantity;
  }
  sale.stock = 'out';
}

export function putBack(lines: readonly { goods: Goods; quantity: number }[]): void {
  for (const { goods, quantity } of shelved(lines)) goods.onHand += quantity;
}

export const newModel = (goods: Goods[]): Model => ({
  goods,
  shifts: [],
  refunds: [],
  sales: [],
  strays: 0,
  returns: [],
  held: [],
  credits: [],
  cards: [],
  points: { code: 'points', balance: 0 },
  carts: [],
  checkouts: [],
  codeUses: 0,
  now: 0,
});

/** The model's records in the form of the database query. */
export const recordsOf = (m: Model) => ({
  levels: Object.fromEntries(
    m.goods.filter(goods => !goods.digital).map(g => [g.sku, [g.onHand, g.reserved]]),
  ),
  sales: Object.fromEntries(m.sales.map(sale => [sale.number, saleBooks(sale)])),
  strays: m.strays,
  returns: Object.fromEntries(m.returns.map(r => [r.id, [r.status, money(amountOf(r))]])),
  held: Object.fromEntries(
    m.held.map(({ id, version, terminal, resumedAt, total }) => [
      id,
      [version, terminal, resumedAt, money(total)],
    ]),
  ),
  credits: Object.fromEntries(m.credits.map(credit => [credit.code, money(credit.balance)])),
  cards: Object.fromEntries(
    m.cards.map(card => [card.id, [money(card.balance), card.isBlocked ? 'blocked' : 'active']]),
  ),
  points: m.points.balance,
  carts: Object.fromEntries(
    m.carts.map(cart => [
      cart.id,
      {
        status: cart.status,
        code: cart.code,
        lines: Object.fromEntries(
          [...cart.lines].map(([goods, quantity]) => [goods.sku, quantity]),
        ),
      },
    ]),
  ),
  checkouts: Object.fromEntries(m.checkouts.map(({ id, status }) => [id, status])),
  codeUses: m.codeUses,
});

const saleBooks = (sale: Sale) => ({
  status: sale.status,
  total: money(sale.total),
  paid: money(sale.paid),
  change: money(sale.change),
  returned: sale.lines.map(line => line.returned),
  payments: sale.payments.map(p => [
    money(p.amount),
    p.status,
    money(givenBack(p)),
    p.shift?.id ?? null,
    p.refunds.map(r => [
      money(r.amount),
      r.cause,
      r.status,
      r.way,
      r.action,
      r.shift?.id ?? null,
      r.reference,
    ]),
  ]),
  fulfillment: sale.fulfillment?.status ?? null,
});
