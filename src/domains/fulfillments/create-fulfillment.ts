import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { findStore } from '../stores/index.js';
import { linesOf, type Sale } from '../transactions/index.js';
import { fulfillmentCreated } from './events.js';
import type { PaidOrderFulfillment } from './paid-order-repository.js';
import {
  type Fulfillment,
  insertFulfillment,
  insertShipment,
  itemsSent,
  type ShippingAddress,
} from './repository.js';
import { type FulfillmentType, type Item, type Sent, type ToSend, toSend } from './rules.js';

export type NewFulfillment = {
  sale: Sale;
  type: FulfillmentType;
  /** Defaults to the local day of `scheduledAt`. */
  scheduledDate?: string | null;
  scheduledAt?: Date | null;
  notes?: string;
  createAccount?: boolean;
  customerEmail?: string | null;
  /** Default: the name and the phone number of the shipping address. */
  customerName?: string;
  customerPhone?: string;
  shippingAddress?: ShippingAddress | null;
  /** Null: the same as the shipping address. */
  billingAddress?: ShippingAddress | null;
  /** Sold lines and items already shipped; loaded if the caller does not pass them. */
  lines?: readonly Item[];
  sent?: readonly Sent[];
};

/** Creates a fulfillment; for `ship`, all unshipped items form one pending shipment. */
export async function createFulfillment(
  tx: Tx,
  input: NewFulfillment,
  now: Date,
): Promise<Fulfillment> {
  const { sale, scheduledAt = null } = input;
  const id = newId(now);
  const { waiting: items } =
    input.type === 'ship'
      ? await itemsToSend(tx, sale.id, input.lines, input.sent)
      : { waiting: [] };
  const scheduledDate =
    input.scheduledDate ?? (scheduledAt && (await dayAt(tx, sale.store_id, scheduledAt)));
  const [row] = await Promise.all([
    insertFulfillment(tx, {
      id,
      transaction_id: sale.id,
      store_id: sale.store_id,
      fulfillment_type: input.type,
      scheduled_at: scheduledAt,
      scheduled_date: scheduledDate,
      notes: input.notes ?? '',
      create_account: input.createAccount ?? false,
      customer_email: input.customerEmail ?? sale.customer_email,
      customer_name: input.customerName || nameIn(input.shippingAddress),
      customer_phone: input.customerPhone || (input.shippingAddress?.phone ?? ''),
      shipping_address: input.shippingAddress ? JSON.stringify(input.shippingAddress) : null,
      billing_address: input.billingAddress ? JSON.stringify(input.billingAddress) : null,
      created_at: now,
      updated_at: now,
    }),
    items.length > 0 &&
      insertShipment(tx, { id: newId(now), fulfillment_id: id, items, created_at: now }),
  ]);
  const { transaction_number, status: sale_status, currency, total_amount, total_paid } = sale;
  const created = { ...row, transaction_number, sale_status, currency, total_amount, total_paid };
  await record(tx, fulfillmentCreated(created));
  return created;
}

/** The fulfillment of a web order that is written as paid; nothing of it was shipped before. */
export const paidOrderFulfillment = (
  order: Pick<
    PaidOrderFulfillment,
    | 'scheduledAt'
    | 'scheduledDate'
    | 'createAccount'
    | 'customerEmail'
    | 'shippingAddress'
    | 'billingAddress'
    | 'orderedAt'
  > & {
    id: string;
    type: FulfillmentType;
    customerName: string | undefined;
    customerPhone: string | undefined;
  },
): Omit<PaidOrderFulfillment, 'storeId'> => ({
  fulfillmentId: order.id,
  fulfillmentType: order.type,
  scheduledAt: order.scheduledAt,
  scheduledDate: order.scheduledDate,
  createAccount: order.createAccount,
  customerEmail: order.customerEmail,
  customerName: order.customerName || nameIn(order.shippingAddress),
  customerPhone: order.customerPhone || (order.shippingAddress?.phone ?? ''),
  shippingAddress: order.shippingAddress,
  billingAddress: order.billingAddress,
  isUnpacked: order.type === 'ship',
  orderedAt: order.orderedAt,
});

const nameIn = (address: ShippingAddress | null | undefined): string =>
  [address?.firstName, address?.lastName].filter(Boolean).join(' ');

/** Items of a sale still to be shipped, over all its fulfillments, and items returned unshipped. */
export async function itemsToSend(
  tx: Tx,
  saleId: string,
  knownLines?: readonly (Item & { returned_quantity?: number })[],
  knownSent?: readonly Sent[],
): Promise<ToSend> {
  const [lines, sent] = await Promise.all([
    knownLines ?? linesOf(tx, saleId),
    knownSent ?? itemsSent(tx, saleId),
  ]);
  const returned = lines.map(line => ({ sku: line.sku, quantity: line.returned_quantity ?? 0 }));
  return toSend(lines, sent, returned);
}

async function dayAt(tx: Tx, storeId: string, at: Date): Promise<string> {
  const store = await findStore(tx, storeId);
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: store?.time_zone ?? 'UTC' }).format(at);
}
