import { isoAmount } from '../amounts.js';
import { ORDER, type UcpVersion } from '../ucp/schemas.js';
import { referencesOf } from './acp-order.js';
import { lineStatus, type OrderLine, type OrderView } from './read-order.js';

const METHODS: Record<string, 'shipping' | 'pickup' | 'digital'> = {
  ship: 'shipping',
  digital: 'digital',
};

export const orderUcp = (version: UcpVersion) => ({
  version,
  capabilities: { [ORDER]: [{ version }] },
});

/** An order as the Universal Commerce Protocol has it: always whole, as it is now. */
export function ucpOrder(order: OrderView, version: UcpVersion) {
  const iso = (amount: number): number => isoAmount(amount, order.currency);
  return {
    ucp: orderUcp(version),
    id: order.number,
    label: order.number,
    checkout_id: order.sessionId,
    permalink_url: order.url,
    currency: order.currency,
    line_items: order.lines.map(line => lineItem(line, iso)),
    fulfillment: {
      expectations: order.deliveries.map(delivery => ({
        id: delivery.id,
        line_items: referencesOf(delivery.items, order),
        method_type: METHODS[delivery.fulfillment_type] ?? 'pickup',
        destination: {
          ...(delivery.shipping_city && { address_locality: delivery.shipping_city }),
          ...(delivery.shipping_region && { address_region: delivery.shipping_region }),
          ...(delivery.shipping_address?.country && {
            address_country: delivery.shipping_address.country,
          }),
        },
      })),
      events: order.deliveries.flatMap(delivery => eventsOf(delivery, order)),
    },
    adjustments: adjustmentsOf(order, iso),
    totals: totalsOf(order, iso),
  };
}

type Iso = (amount: number) => number;

const lineItem = (line: OrderLine, iso: Iso) => ({
  id: line.id,
  item: { id: line.sku, title: line.title, price: iso(line.unitMinor) },
  quantity: { original: line.ordered, total: line.current, fulfilled: line.fulfilled },
  totals: [
    { type: 'subtotal', amount: iso(line.grossMinor) },
    ...(line.discountMinor > 0
      ? [{ type: 'items_discount', amount: -iso(line.discountMinor) }]
      : []),
    { type: 'total', amount: iso(line.grossMinor - line.discountMinor) },
  ],
  status: lineStatus(line),
});

/** The page of the order shows the parcels. */
const eventsOf = ({ shipments }: OrderView['deliveries'][number], order: OrderView) =>
  shipments.flatMap(parcel => {
    const about = {
      line_items: referencesOf(parcel.items, order),
      tracking_number: parcel.tracking_number,
      tracking_url: order.url,
      ...(parcel.carrier_name && { carrier: parcel.carrier_name }),
    };
    const happened = (type: string, at: string | null) =>
      at === null ? [] : [{ id: `${parcel.id}-${type}`, occurred_at: at, type, ...about }];
    return [
      ...happened('shipped', parcel.shipped_at),
      ...happened('delivered', parcel.delivered_at),
    ];
  });

const adjustmentsOf = (order: OrderView, iso: Iso) => [
  ...order.returns.map(one => ({
    id: one.id,
    type: 'return',
    occurred_at: one.at.toISOString(),
    status: one.status,
    line_items: one.lines.map(line => ({ id: line.id, quantity: -line.quantity })),
  })),
  ...order.refunds.map(refund => ({
    id: refund.id,
    type: 'refund',
    occurred_at: refund.at.toISOString(),
    status: refund.status,
    totals: [{ type: 'total', amount: -iso(refund.amountMinor) }],
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

const totalsOf = (order: OrderView, iso: Iso) => [
  { type: 'subtotal', amount: iso(order.subtotalMinor) },
  ...(order.discountMinor > 0 ? [{ type: 'discount', amount: -iso(order.discountMinor) }] : []),
  { type: 'fulfillment', amount: iso(order.shippingMinor) },
  ...(order.pricesIncludeTax ? [] : [{ type: 'tax', amount: iso(order.taxMinor) }]),
  { type: 'total', amount: iso(order.totalMinor) },
];
