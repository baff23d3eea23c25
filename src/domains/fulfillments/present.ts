import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import { shownQuantity, unitOfMeasured } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import { linesOfSales, namesOfLine, type SaleLine } from '../transactions/index.js';
import { type Fulfillment, type Shipment, shipmentsOf } from './repository.js';
import { dueOf, type Item, unitsOf } from './rules.js';
import { trackingPageOf } from './tracking-page.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Items in the units of the sale. */
export function presentQuantities(items: readonly Item[], lines: readonly SaleLine[]) {
  const units = unitsOf(lines);
  return items.map(({ sku, quantity }) => {
    const unit = units.get(sku) ?? 'piece';
    return { sku, quantity: shownQuantity(quantity, unit), ...unitOfMeasured(unit) };
  });
}

/** Items by the names of the sale; an item whose SKU the sale lacks is named by the SKU. */
function presentItems(items: readonly Item[], lines: readonly SaleLine[]) {
  const sold = new Map(lines.map(line => [line.sku, line]));
  return presentQuantities(items, lines).map(item => {
    const line = sold.get(item.sku);
    const names = line ? namesOfLine(line) : { product_name: item.sku, variant_name: '' };
    return { ...item, ...presentGoods(names) };
  });
}

/** The goods that the customer keeps. */
const itemsOf = (lines: readonly SaleLine[]): Item[] =>
  lines
    .map(line => ({ sku: line.sku, quantity: line.quantity - line.returned_quantity }))
    .filter(item => item.quantity > 0);

const presentShipment = (shipment: Shipment, lines: readonly SaleLine[]) => ({
  id: shipment.id,
  carrier_name: shipment.carrier_name,
  tracking_number: shipment.tracking_number,
  tracking_url: trackingPageOf(shipment.carrier_name, shipment.tracking_number),
  status: shipment.status,
  items: presentItems(shipment.items, lines),
  shipped_at: time(shipment.shipped_at),
  delivered_at: time(shipment.delivered_at),
});

const shown = (row: Fulfillment, shipments: readonly Shipment[], lines: readonly SaleLine[]) => ({
  id: row.id,
  transaction: row.transaction_number,
  store: row.store_id,
  fulfillment_type: row.fulfillment_type,
  status: row.status,
  scheduled_date: row.scheduled_date,
  scheduled_at: time(row.scheduled_at),
  notes: row.notes,
  create_account: row.create_account,
  customer_email: row.customer_email,
  customer_name: row.customer_name,
  customer_phone: row.customer_phone,
  amount_due: formatMoney(dueOf(row), row.currency),
  currency: row.currency,
  shipping_address: row.shipping_address,
  billing_address: row.billing_address,
  shipping_city: row.shipping_address?.city ?? null,
  shipping_region: row.shipping_address?.region ?? null,
  items: presentItems(itemsOf(lines), lines),
  shipments: shipments.map(shipment => presentShipment(shipment, lines)),
  ready_notified_at: time(row.ready_notified_at),
  handed_over_at: time(row.handed_over_at),
  cancel_reason: row.cancel_reason,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export type ShownFulfillment = ReturnType<typeof shown>;

export async function presentFulfillments(
  reader: Reader,
  rows: readonly Fulfillment[],
): Promise<ShownFulfillment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(row => row.id);
  const saleIds = [...new Set(rows.map(row => row.transaction_id))];
  const [shipments, lines] = await Promise.all([
    shipmentsOf(reader, ids),
    linesOfSales(reader, saleIds),
  ]);
  return rows.map(row =>
    shown(
      row,
      shipments.filter(shipment => shipment.fulfillment_id === row.id),
      lines.filter(line => line.transaction_id === row.transaction_id),
    ),
  );
}

export async function presentFulfillment(
  reader: Reader,
  row: Fulfillment,
): Promise<ShownFulfillment> {
  const [only] = await presentFulfillments(reader, [row]);
  if (only === undefined) throw new Error('presentFulfillments returned no row');
  return only;
}
