import type { OrderStatus } from '../domains/procurement/index.js';
import { addMs, DAY_MS } from '../platform/clock.js';
import { AIRPORT_ID, DOWNTOWN_ID, demoId, staff, stores, variantOf } from './data.js';
import { deliveries } from './tasks.js';

type DemoOrder = {
  store: string;
  vendor: string;
  reference: string;
  status: OrderStatus;
  createdDaysAgo: number;
  expectedInDays: number;
  delivery?: string;
  /** SKU, ordered, received. The opening stock includes the received units. */
  goods: [sku: string, ordered: number, received: number][];
};

const demoOrders: DemoOrder[] = [
  {
    store: DOWNTOWN_ID,
    vendor: 'Northside Print Works',
    reference: 'NPW-2207',
    status: 'closed',
    createdDaysAgo: 12,
    expectedInDays: -1,
    delivery: 'DEL-3002',
    goods: [['POSTER-A2', 10, 10]],
  },
  {
    store: DOWNTOWN_ID,
    vendor: 'Harbor Coffee Roasters',
    reference: 'HCR-88121',
    status: 'received',
    createdDaysAgo: 9,
    expectedInDays: -2,
    delivery: 'DEL-3001',
    goods: [['BEANS-1KG', 24, 24]],
  },
  {
    store: DOWNTOWN_ID,
    vendor: 'Harbor Coffee Roasters',
    reference: 'HCR-88340',
    status: 'partially_received',
    createdDaysAgo: 5,
    expectedInDays: 0,
    delivery: 'DEL-3003',
    goods: [
      ['BEANS-1KG', 30, 12],
      ['MUG-WHITE', 20, 0],
    ],
  },
  {
    store: DOWNTOWN_ID,
    vendor: 'Loom & Thread Apparel',
    reference: 'LT-5519',
    status: 'submitted',
    createdDaysAgo: 3,
    expectedInDays: 2,
    delivery: 'DEL-3004',
    goods: [
      ['TEE-BLACK-M', 15, 0],
      ['TEE-BLACK-L', 15, 0],
    ],
  },
  {
    store: AIRPORT_ID,
    vendor: 'Weinhandel Kessler',
    reference: 'WK-0713',
    status: 'submitted',
    createdDaysAgo: 2,
    expectedInDays: 1,
    delivery: 'DEL-4001',
    goods: [['WINE-RED', 24, 0]],
  },
  {
    store: AIRPORT_ID,
    vendor: 'Keramik Nord',
    reference: '',
    status: 'cancelled',
    createdDaysAgo: 6,
    expectedInDays: -1,
    delivery: 'DEL-4002',
    goods: [['MUG-WHITE', 12, 0]],
  },
  {
    store: DOWNTOWN_ID,
    vendor: 'Northside Print Works',
    reference: '',
    status: 'draft',
    createdDaysAgo: 0,
    expectedInDays: 7,
    goods: [['POSTER-A2', 12, 0]],
  },
];

/** Suppliers of the demo orders, in the order of their first one. */
const names = [...new Set(demoOrders.map(order => order.vendor))];
const supplierId = (name: string): string => demoId('a0d3', names.indexOf(name) + 1);

const LEAD_DAYS: Record<string, number> = {
  'Harbor Coffee Roasters': 4,
  'Loom & Thread Apparel': 7,
  'Northside Print Works': 10,
};

export const suppliers = names.map((name, index) => ({
  id: supplierId(name),
  name,
  email: `orders${index + 1}@example.com`,
  customer_number: `TH-${1001 + index}`,
  payment_terms: 'Net 30 days',
  lead_days: LEAD_DAYS[name] ?? null,
}));

/** Each variant is delivered by the supplier of its first demo order, in packs of six. */
export function supplierArticles() {
  const preferred = new Map<string, string>();
  for (const { vendor, goods } of demoOrders) {
    for (const [sku] of goods) if (!preferred.has(sku)) preferred.set(sku, vendor);
  }
  return [...preferred].map(([sku, vendor], index) => ({
    id: demoId('a0d4', index + 1),
    supplier_id: supplierId(vendor),
    variant_id: variantOf(sku).id,
    supplier_sku: `${vendor.slice(0, 2).toUpperCase()}-${sku}`,
    pack_size: 6,
    cost: variantOf(sku).cost,
    cost_currency: 'USD',
    is_preferred: true,
  }));
}

const manager = staff.find(user => user.role === 'manager')?.id ?? null;

/** Rows of the tables of procurement, with dates around the given moment. */
export function purchaseOrders(now: Date) {
  const planned = deliveries(now);
  return demoOrders.map((order, index) => {
    const id = demoId('a0d0', index + 1);
    const created_at = addMs(now, -order.createdDaysAgo * DAY_MS);
    const lines = order.goods.map(([sku, ordered, received], position) => {
      const variant = variantOf(sku);
      return {
        id: demoId('a0d1', index * 16 + position + 1),
        order_id: id,
        position,
        variant_id: variant.id,
        ordered_quantity: ordered,
        received_quantity: received,
        unit_cost: variant.cost,
      };
    });
    const came = lines.filter(line => line.received_quantity > 0);
    const received_at = addMs(created_at, 4 * DAY_MS);
    const isOut = order.status !== 'draft' && order.status !== 'cancelled';
    const isComplete = order.status === 'received' || order.status === 'closed';
    return {
      id,
      po_number: `PO-${created_at.getUTCFullYear()}-${String(index + 1).padStart(6, '0')}`,
      store_id: order.store,
      supplier_id: supplierId(order.vendor),
      vendor_name: order.vendor,
      vendor_reference: order.reference,
      status: order.status,
      currency: stores.find(store => store.id === order.store)?.currency ?? 'USD',
      expected_date: addMs(now, order.expectedInDays * DAY_MS)
        .toISOString()
        .slice(0, 10),
      delivery_id: planned.find(({ delivery_id }) => delivery_id === order.delivery)?.id ?? null,
      created_by: manager,
      created_at,
      submitted_at: isOut ? addMs(created_at, DAY_MS / 4) : null,
      received_at: isComplete ? received_at : null,
      closed_at: order.status === 'closed' ? addMs(received_at, DAY_MS) : null,
      cancelled_at: order.status === 'cancelled' ? addMs(created_at, DAY_MS) : null,
      lines,
      receipt: came.length === 0 ? null : receiptOf(index, id, received_at, came),
    };
  });
}

type Came = { id: string; received_quantity: number; unit_cost: string };

function receiptOf(index: number, order_id: string, received_at: Date, came: readonly Came[]) {
  const id = demoId('a0d2', index + 1);
  return {
    id,
    order_id,
    receipt_number: `DN-${7001 + index}`,
    received_by: manager,
    received_at,
    lines: came.map(line => ({
      receipt_id: id,
      line_id: line.id,
      quantity: line.received_quantity,
      unit_cost: line.unit_cost,
    })),
  };
}
