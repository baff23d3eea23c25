import { type Minor, minor, sumOf } from '../../platform/money.js';
import type { Unit } from '../../platform/quantity.js';
import { isPayable, type SaleStatus } from '../transactions/index.js';

export const FULFILLMENT_TYPES = ['in_store', 'pickup', 'ship', 'digital'] as const;
export type FulfillmentType = (typeof FULFILLMENT_TYPES)[number];

export const FULFILLMENT_STATUSES = [
  'pending',
  'processing',
  'ready_for_pickup',
  'picked_up',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

export const SHIPMENT_STATUSES = ['pending', 'shipped', 'delivered', 'cancelled'] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const ACTIONS = ['process', 'mark-ready', 'picked-up', 'ship', 'deliver', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];

type Move = {
  from: readonly FulfillmentStatus[];
  to: FulfillmentStatus;
  /** `live`: not voided, expired or refunded. `paid`: live and nothing due, because goods leave. */
  sale?: 'live' | 'paid';
};

/** Handed over at a counter; other types leave the store by mail or download. */
export const COUNTER_TYPES = ['pickup', 'in_store'] as const satisfies readonly FulfillmentType[];

const NEW = ['pending', 'processing'] as const;
export const WAITING = ['pending', 'processing', 'ready_for_pickup'] as const;
/** Staff or the carrier still have work to do in these statuses. */
export const OPEN_STATUSES = [...WAITING, 'shipped'] as const;

const process: Move = { from: ['pending'], to: 'processing', sale: 'live' };
const markReady: Move = { from: NEW, to: 'ready_for_pickup', sale: 'live' };

/** Allowed transitions per fulfillment type. */
export const MOVES: Record<FulfillmentType, Partial<Record<Action, Move>>> = {
  in_store: {
    process,
    'mark-ready': markReady,
    'picked-up': { from: WAITING, to: 'picked_up', sale: 'paid' },
    cancel: { from: WAITING, to: 'cancelled' },
  },
  pickup: {
    process,
    'mark-ready': markReady,
    'picked-up': { from: ['ready_for_pickup'], to: 'picked_up', sale: 'paid' },
    cancel: { from: WAITING, to: 'cancelled' },
  },
  ship: {
    process,
    ship: { from: NEW, to: 'shipped', sale: 'paid' },
    deliver: { from: ['shipped'], to: 'delivered' },
    cancel: { from: NEW, to: 'cancelled' },
  },
  digital: {
    process,
    deliver: { from: NEW, to: 'delivered', sale: 'paid' },
    cancel: { from: NEW, to: 'cancelled' },
  },
};

/** Nothing has left the store yet. */
export const isOpen = (status: FulfillmentStatus): boolean =>
  (WAITING as readonly FulfillmentStatus[]).includes(status);

/** The customer still has to collect it at a till. */
export const isWaitingAtCounter = (row: {
  status: FulfillmentStatus;
  fulfillment_type: FulfillmentType;
}): boolean =>
  isOpen(row.status) &&
  (COUNTER_TYPES as readonly FulfillmentType[]).includes(row.fulfillment_type);

/** A sale whose items may still be fulfilled. */
export const isLive = (status: SaleStatus): boolean =>
  status !== 'voided' && status !== 'expired' && status !== 'refunded';

/** What the customer still has to pay; nothing for a closed sale. */
export const dueOf = (sale: {
  sale_status: SaleStatus;
  currency: string;
  total_amount: string;
  total_paid: string;
}): Minor =>
  isPayable(sale.sale_status)
    ? minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency)
    : 0;

/** A quantity in steps of the unit that the sale has for the SKU. */
export type Item = { sku: string; quantity: number };

/** An item as a request names it: pieces, or a decimal of the unit. */
export type WantedItem = { sku: string; quantity: number | string };

/** The unit of each article of a sale. */
export const unitsOf = (
  lines: readonly { sku: string; unit: string }[],
): ReadonlyMap<string, Unit> => new Map(lines.map(line => [line.sku, line.unit as Unit]));

/** One entry per SKU, in order of first occurrence. */
export function mergeItems(items: readonly Item[]): Item[] {
  const sums = new Map<string, number>();
  for (const { sku, quantity } of items) sums.set(sku, (sums.get(sku) ?? 0) + quantity);
  return [...sums].map(([sku, quantity]) => ({ sku, quantity }));
}

/** Shipped quantity of a SKU, and the quantity returned unshipped when the last parcel left. */
export type Sent = Item & { given_back: number };

export type ToSend = { waiting: Item[]; returnedUnshipped: Item[] };

/**
 * `waiting` is sold minus shipped minus returned unshipped. A returned unit counts as a shipped one
 * as long as there are any. A unit that counted as returned unshipped when a parcel left keeps that
 * status, whatever is returned later.
 */
export function toSend(
  sold: readonly Item[],
  sent: readonly Sent[],
  returned: readonly Item[],
): ToSend {
  const bySku = new Map(sent.map(item => [item.sku, item]));
  const returnedUnshipped = mergeItems(returned).map(({ sku, quantity }) => {
    const { quantity: shipped, given_back } = bySku.get(sku) ?? { quantity: 0, given_back: 0 };
    return { sku, quantity: Math.max(given_back, quantity - shipped) };
  });
  return { waiting: subtractItems(sold, [...sent, ...returnedUnshipped]), returnedUnshipped };
}

/** Subtracts `taken` from `items`, per SKU. */
export function subtractItems(items: readonly Item[], taken: readonly Item[]): Item[] {
  const gone = new Map(mergeItems(taken).map(item => [item.sku, item.quantity]));
  return mergeItems(items)
    .map(({ sku, quantity }) => ({ sku, quantity: quantity - (gone.get(sku) ?? 0) }))
    .filter(item => item.quantity > 0);
}

/** A search for orders: an exact number, or a text with its digits as part of a phone number. */
export type OrderSearch = { number: string | null; text: string | null; digits: string | null };

const NUMBER = /TXN-\d{8}-[0-9A-F]{8}/;
/** Fewer digits are part of too many phone numbers. */
const MIN_PHONE_DIGITS = 4;

/**
 * Reads what a cashier typed or scanned. The QR code of an order contains its number, alone or in a
 * link, so a number anywhere in the text is searched exactly.
 */
export function parseOrderSearch(q: string | undefined): OrderSearch {
  const text = q?.trim() ?? '';
  if (text === '') return { number: null, text: null, digits: null };
  const [number] = NUMBER.exec(text.toUpperCase()) ?? [];
  if (number !== undefined) return { number, text: null, digits: null };
  const isPhone = /^[\d\s()+./-]+$/.test(text);
  // Local and international spelling of a number share the digits after the leading zero or code.
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return {
    number: null,
    text: text.toLowerCase(),
    digits: isPhone && digits.length >= MIN_PHONE_DIGITS ? digits : null,
  };
}

/** Delivers the whole sale, or has handed it over. Parcels count by their items instead. */
export const coversSale = (row: {
  status: FulfillmentStatus;
  fulfillment_type: FulfillmentType;
}): boolean =>
  isOpen(row.status) ||
  row.status === 'picked_up' ||
  (row.status === 'delivered' && row.fulfillment_type === 'digital');

type LineLeft = { id: string; sku: string; quantity: number; returned_quantity: number };

/** Spreads items over the lines of a sale; a SKU may stand on several lines. */
export function linesFor(
  items: readonly Item[],
  lines: readonly LineLeft[],
): { lineId: string; quantity: number }[] {
  const wanted = new Map(mergeItems(items).map(item => [item.sku, item.quantity]));
  return lines.flatMap(({ id, sku, quantity, returned_quantity }) => {
    const rest = wanted.get(sku) ?? 0;
    const taken = Math.min(rest, quantity - returned_quantity);
    wanted.set(sku, rest - taken);
    return taken > 0 ? [{ lineId: id, quantity: taken }] : [];
  });
}

/** A refund counts from the moment it is opened; a failed one is retried. */
export const refundedOf = (refunds: readonly { amount: string }[], currency: string): Minor =>
  sumOf(refunds.map(refund => minor(refund.amount, currency)));
