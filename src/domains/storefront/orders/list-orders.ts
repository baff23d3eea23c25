import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { isMeasured, shownQuantity, unitOfMeasured } from '../../../platform/quantity.js';
import { trackingPageOf } from '../../fulfillments/index.js';
import { linkEnds, receiptUrl } from '../../receipts/index.js';
import {
  describeLine,
  linesOfSales,
  type SaleLine,
  type SaleStatus,
} from '../../transactions/index.js';
import {
  type DeliveryRow,
  deliveriesOf,
  idsOfOrders,
  type OrderRow,
  ordersByIds,
} from './repository.js';
import { channelOf, mayCancel, mayReturn } from './rules.js';

/** Goods that a list names; the page of the order has all of them. */
const ITEMS_SHOWN = 3;

/** One page of a customer's orders in the shop and purchases at tills, newest first. */
export async function listOrders(
  platform: Platform,
  customerId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<OrderSummary[]> {
  const ids = await idsOfOrders(platform.db, customerId, beforeId, limit);
  return ids.length === 0 ? [] : summarize(platform.db, platform, ids);
}

export async function summarize(
  reader: Reader,
  platform: Pick<Platform, 'config' | 'clock'>,
  ids: readonly string[],
): Promise<OrderSummary[]> {
  const [rows, lines, deliveries] = await Promise.all([
    ordersByIds(reader, ids),
    linesOfSales(reader, ids),
    deliveriesOf(reader, ids),
  ]);
  return rows.map(row =>
    summaryOf(
      platform,
      row,
      lines.filter(line => line.transaction_id === row.id),
      deliveries.filter(delivery => delivery.transaction_id === row.id),
    ),
  );
}

export type OrderSummary = ReturnType<typeof summaryOf>;

function summaryOf(
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  row: OrderRow,
  lines: readonly SaleLine[],
  deliveries: readonly DeliveryRow[],
) {
  const sale = { source_system: row.source_system, status: row.status as SaleStatus };
  const hasReceipt = row.completed_at !== null && linkEnds(row) > clock.now();
  return {
    id: row.id,
    transaction_id: row.transaction_number,
    channel: channelOf(sale),
    status: sale.status,
    store: { id: row.store_id, name: row.store_name, time_zone: row.time_zone },
    currency: row.currency,
    total_amount: row.total_amount,
    total_paid: row.total_paid,
    item_count: countOf(lines),
    items: lines.slice(0, ITEMS_SHOWN).map(line => ({
      sku: line.sku,
      description: describeLine(line),
      quantity: shownQuantity(line.quantity, line.unit),
      ...unitOfMeasured(line.unit),
    })),
    fulfillments: deliveries.map(delivery => ({
      id: delivery.id,
      fulfillment_type: delivery.fulfillment_type,
      status: delivery.status,
      scheduled_at: delivery.scheduled_at?.toISOString() ?? null,
      tracking: delivery.parcels.map(({ carrier_name, tracking_number, status }) => ({
        carrier_name,
        tracking_number,
        tracking_url: trackingPageOf(carrier_name, tracking_number),
        status,
      })),
    })),
    receipt_url: hasReceipt ? receiptUrl(config, row.id) : null,
    can_cancel: mayCancel(sale, lines, deliveries),
    can_return: mayReturn(sale, lines, deliveries),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

/** Pieces; goods sold by measure count as one. */
const countOf = (lines: readonly SaleLine[]): number =>
  lines.reduce(
    (sum, line) =>
      sum + (isMeasured(line.unit) ? 1 : Number(shownQuantity(line.quantity, line.unit))),
    0,
  );
