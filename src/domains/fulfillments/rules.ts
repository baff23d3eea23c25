import type { SaleStatus } from '../transactions/index.js';

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
  /** `live`: the sale still stands. `paid`: goods change hands, so nothing may be due either. */
  sale?: 'live' | 'paid';
};

const NEW = ['pending', 'processing'] as const;
const WAITING = ['pending', 'processing', 'ready_for_pickup'] as const;

const process: Move = { from: ['pending'], to: 'processing', sale: 'live' };
const markReady: Move = { from: NEW, to: 'ready_for_pickup', sale: 'live' };

/** What each way of handing goods over can do, and from where. */
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

/** Nobody has handed anything over yet. */
export const isOpen = (status: FulfillmentStatus): boolean =>
  (WAITING as readonly FulfillmentStatus[]).includes(status);

/** Sales whose goods still have somebody to go to. */
export const isLive = (status: SaleStatus): boolean =>
  status !== 'voided' && status !== 'expired' && status !== 'refunded';

export type Item = { sku: string; quantity: number };

/** One entry per SKU, in the order they first come. */
export function mergeItems(items: readonly Item[]): Item[] {
  const sums = new Map<string, number>();
  for (const { sku, quantity } of items) sums.set(sku, (sums.get(sku) ?? 0) + quantity);
  return [...sums].map(([sku, quantity]) => ({ sku, quantity }));
}

/** What has left the house of one SKU, and what had been given back unsent by then. */
export type Sent = Item & { given_back: number };

export type ToSend = { waiting: Item[]; givenBack: Item[] };

/**
 * What waits is sold, not sent, and not given back unsent. A piece that comes back is taken for one
 * that was sent as long as there are such; and one that was given back before a parcel left stays
 * so, whatever comes back later.
 */
export function toSend(
  sold: readonly Item[],
  sent: readonly Sent[],
  returned: readonly Item[],
): ToSend {
  const left = new Map(sent.map(item => [item.sku, item]));
  const givenBack = mergeItems(returned).map(({ sku, quantity }) => {
    const { quantity: gone, given_back } = left.get(sku) ?? { quantity: 0, given_back: 0 };
    return { sku, quantity: Math.max(given_back, quantity - gone) };
  });
  return { waiting: without(sold, [...sent, ...givenBack]), givenBack };
}

/** What is left of `items` without `taken`. */
export function without(items: readonly Item[], taken: readonly Item[]): Item[] {
  const gone = new Map(mergeItems(taken).map(item => [item.sku, item.quantity]));
  return mergeItems(items)
    .map(({ sku, quantity }) => ({ sku, quantity: quantity - (gone.get(sku) ?? 0) }))
    .filter(item => item.quantity > 0);
}
