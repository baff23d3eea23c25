import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import { type Fulfillment, type Shipment, shipmentsOf } from './repository.js';
import { dueOf } from './rules.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentShipment = (shipment: Shipment) => ({
  id: shipment.id,
  carrier_name: shipment.carrier_name,
  tracking_number: shipment.tracking_number,
  status: shipment.status,
  items: shipment.items,
  shipped_at: time(shipment.shipped_at),
  delivered_at: time(shipment.delivered_at),
});

const shown = (row: Fulfillment, shipments: readonly Shipment[]) => ({
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
  amount_due: formatMoney(dueOf(row)),
  currency: row.currency,
  shipping_address: row.shipping_address,
  shipping_city: row.shipping_address?.city ?? null,
  shipping_region: row.shipping_address?.region ?? null,
  shipments: shipments.map(presentShipment),
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
  const shipments = await shipmentsOf(
    reader,
    rows.map(row => row.id),
  );
  return rows.map(row =>
    shown(
      row,
      shipments.filter(shipment => shipment.fulfillment_id === row.id),
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
