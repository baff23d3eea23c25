import { isoAmount } from '../amounts.js';
import { lineStatus, type OrderLine, type OrderView, stageOf } from './read-order.js';

const TYPES: Record<string, 'shipping' | 'pickup' | 'digital'> = {
  ship: 'shipping',
  digital: 'digital',
};

const STATUSES: Record<string, string> = {
  pending: 'pending',
  processing: 'processing',
  ready_for_pickup: 'ready_for_pickup',
  picked_up: 'delivered',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'canceled',
  expired: 'canceled',
};

/** An order as `Order` of the Agentic Commerce Protocol. */
export function acpOrder(order: OrderView, isNew: boolean) {
  const { currency } = order;
  const iso = (amount: number): number => isoAmount(amount, currency);
  const stage = stageOf(order);
  return {
    type: 'order',
    id: order.number,
    checkout_session_id: order.sessionId,
    order_number: order.number,
    permalink_url: order.url,
    status: isNew && stage === 'confirmed' ? 'created' : stage,
    line_items: order.lines.map(line => lineItem(line, iso)),
    fulfillments: order.deliveries.flatMap(delivery => fulfillmentsOf(delivery, order)),
    adjustments: adjustmentsOf(order, iso),
    totals: totalsOf(order, iso),
  };
}

type Iso = (amount: number) => number;

const lineItem = (line: OrderLine, iso: Iso) => ({
  id: line.id,
  title: line.title,
  product_id: line.sku,
  quantity: { ordered: line.ordered, current: line.current, fulfilled: line.fulfilled },
  unit_price: iso(line.unitMinor),
  subtotal: iso(line.grossMinor - line.discountMinor),
  status: lineStatus(line),
});

/** Each parcel is a fulfillment; a delivery without one is too. */
function fulfillmentsOf(delivery: OrderView['deliveries'][number], order: OrderView) {
  const type = TYPES[delivery.fulfillment_type] ?? 'pickup';
  const parcels = delivery.shipments.filter(({ status }) => status !== 'cancelled');
  if (parcels.length === 0) {
    const status = STATUSES[delivery.status] ?? 'pending';
    return [{ id: delivery.id, type, status, line_items: referencesOf(delivery.items, order) }];
  }
  return parcels.map(parcel => ({
    id: parcel.id,
    type,
    status: STATUSES[parcel.status] ?? 'pending',
    line_items: referencesOf(parcel.items, order),
    ...(parcel.carrier_name && { carrier: parcel.carrier_name }),
    ...(parcel.tracking_number && { tracking_number: parcel.tracking_number }),
    events: [
      ...(parcel.shipped_at ? [event(parcel.id, 'shipped', parcel.shipped_at)] : []),
      ...(parcel.delivered_at ? [event(parcel.id, 'delivered', parcel.delivered_at)] : []),
    ],
  }));
}

const event = (id: string, type: string, at: string) => ({
  id: `${id}-${type}`,
  type,
  occurred_at: at,
});

/** Goods are named by SKU in parcels and by line in the protocol. */
export function referencesOf(
  items: readonly { sku: string; quantity: number }[],
  { lines }: Pick<OrderView, 'lines'>,
): { id: string; quantity: number }[] {
  return items.flatMap(({ sku, quantity }) => {
    const line = lines.find(one => one.sku === sku);
    return line === undefined ? [] : [{ id: line.id, quantity: Math.max(1, Math.ceil(quantity)) }];
  });
}

const adjustmentsOf = (order: OrderView, iso: Iso) => [
  ...order.returns.map(one => ({
    id: one.id,
    type: 'return',
    occurred_at: one.at.toISOString(),
    status: one.status,
    line_items: one.lines,
  })),
  ...order.refunds.map(refund => ({
    id: refund.id,
    type: 'refund',
    occurred_at: refund.at.toISOString(),
    status: refund.status,
    amount: iso(refund.amountMinor),
    currency: order.currency.toLowerCase(),
  })),
  ...(order.canceledAt === null
    ? []
    : [
        {
          id: `${order.number}-canceled`,
          type: 'cancellation',
          occurred_at: order.canceledAt.toISOString(),
          status: 'completed',
        },
      ]),
];

function totalsOf(order: OrderView, iso: Iso) {
  const refunded = order.refunds
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const total = (type: string, display_text: string, amount: number) => ({
    type,
    display_text,
    amount: iso(amount),
  });
  return [
    total('items_base_amount', 'Articles', order.subtotalMinor),
    ...(order.discountMinor > 0 ? [total('discount', 'Discount', order.discountMinor)] : []),
    total('subtotal', 'Subtotal', order.subtotalMinor - order.discountMinor),
    total('fulfillment', 'Shipping', order.shippingMinor),
    ...(order.pricesIncludeTax ? [] : [total('tax', 'Tax', order.taxMinor)]),
    total('total', 'Total', order.totalMinor),
    ...(refunded > 0 ? [total('amount_refunded', 'Refunded', refunded)] : []),
  ];
}
