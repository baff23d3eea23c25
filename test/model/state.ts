import { money, sum } from './cents.js';

/** What the model believes of one shop's books. Amounts are cents. */
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

export type Payment = {
  id: string;
  amount: number;
  status: 'requires_action' | 'succeeded' | 'failed' | 'voided';
  refunded: number;
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
  /** Where its goods are: untouched, promised to it, out of the shop, or given up. */
  stock: 'untouched' | 'held' | 'out' | 'let go';
  /** Its promo code counts as used. */
  usesCode: boolean;
  expiresAt: number | null;
  fulfillment: Fulfillment | null;
};

export type Fulfillment = {
  id: string;
  type: 'ship' | 'pickup' | 'digital';
  status: string;
  /** By SKU. */
  sent: Map<string, number>;
  /** Given back before a parcel left. */
  unsent: Map<string, number>;
};

export type ReturnLine = { line: SoldLine; quantity: number; amount: number };
export type Return = {
  id: string;
  sale: Sale;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'received' | 'completed';
  lines: ReturnLine[];
  shipping: number;
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
  /** The sale of the order, or of the challenge that is open. */
  sale: Sale | null;
  /** What the card holder's challenge will come to. */
  challengeFails: boolean;
  /** There was a payment that failed, which a confirmation can tell of. */
  failed: boolean;
};

export type Model = {
  goods: Goods[];
  sales: Sale[];
  /** Attempts to pay online that came to nothing: sales nobody ever hears the number of. */
  strays: number;
  returns: Return[];
  credits: Credit[];
  carts: Cart[];
  checkouts: Checkout[];
  codeUses: number;
  /** Milliseconds since the run began. */
  now: number;
};

export const CODE_LIMIT = 2;

export const available = (goods: Goods): number =>
  goods.digital ? 999 : Math.max(0, goods.onHand - goods.reserved);

export const pickFrom = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

/** Mostly one of those with whom something can be done, sometimes any: that must be refused. */
export function prefer<T>(items: readonly T[], n: number, isApt: (item: T) => boolean): T {
  const apt = items.filter(isApt);
  return pickFrom(apt.length > 0 && n % 6 > 0 ? apt : items, n);
}

export const dueOf = (sale: Sale): number => sale.total - sale.paid;

export const leftOf = (payment: Payment): number =>
  payment.status === 'succeeded' ? payment.amount - payment.refunded : 0;

export const refundedOf = (sale: Sale): number => sum(sale.payments.map(p => p.refunded));

/** Goods that have a shelf, with their pieces. */
export const shelved = (lines: readonly { goods: Goods; quantity: number }[]) =>
  lines.filter(line => !line.goods.digital);

export function hold(sale: Sale): void {
  const lines = shelved(sale.lines);
  for (const { goods, quantity } of lines) goods.reserved += quantity;
  sale.stock = lines.length > 0 ? 'held' : 'untouched';
}

export function letGo(sale: Sale): void {
  if (sale.stock !== 'held') return;
  for (const { goods, quantity } of shelved(sale.lines)) goods.reserved -= quantity;
  sale.stock = 'let go';
}

/** The goods leave the shop, once. */
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

/** The books in the words in which the database is asked for them. */
export const booksOf = (m: Model) => ({
  levels: Object.fromEntries(
    m.goods.filter(goods => !goods.digital).map(g => [g.sku, [g.onHand, g.reserved]]),
  ),
  sales: Object.fromEntries(m.sales.map(sale => [sale.number, saleBooks(sale)])),
  strays: m.strays,
  returns: Object.fromEntries(
    m.returns.map(r => [
      r.id,
      [r.status, money(sum(r.lines.map(line => line.amount)) + r.shipping)],
    ]),
  ),
  credits: Object.fromEntries(m.credits.map(credit => [credit.code, money(credit.balance)])),
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
  payments: sale.payments.map(p => [money(p.amount), p.status, money(p.refunded)]),
  fulfillment: sale.fulfillment?.status ?? null,
});
