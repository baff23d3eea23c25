import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { findStore } from '../stores/index.js';
import { linesOf, type Sale } from '../transactions/index.js';
import { fulfillmentCreated } from './events.js';
import {
  type Fulfillment,
  insertFulfillment,
  insertShipment,
  itemsSent,
  type ShippingAddress,
} from './repository.js';
import { type FulfillmentType, type Item, type Sent, type ToSend, toSend } from './rules.js';

export type NewFulfillment = {
  sale: Pick<Sale, 'id' | 'store_id' | 'customer_email' | 'transaction_number'>;
  type: FulfillmentType;
  /** Unset: the day of `scheduledAt` where the store is. */
  scheduledDate?: string | null;
  scheduledAt?: Date | null;
  notes?: string;
  createAccount?: boolean;
  customerEmail?: string | null;
  shippingAddress?: ShippingAddress | null;
  /** What was sold, and what was sent of it before, where the caller knows. */
  lines?: readonly Item[];
  sent?: readonly Sent[];
};

/** Says how the goods of a sale reach the customer; what is to be sent is packed as one parcel. */
export async function createFulfillment(
  tx: Tx,
  wish: NewFulfillment,
  now: Date,
): Promise<Fulfillment> {
  const { sale, scheduledAt = null } = wish;
  const id = newId(now);
  const { waiting: items } =
    wish.type === 'ship' ? await itemsToSend(tx, sale.id, wish.lines, wish.sent) : { waiting: [] };
  const scheduledDate =
    wish.scheduledDate ?? (scheduledAt && (await dayAt(tx, sale.store_id, scheduledAt)));
  const [row] = await Promise.all([
    insertFulfillment(tx, {
      id,
      transaction_id: sale.id,
      store_id: sale.store_id,
      fulfillment_type: wish.type,
      scheduled_at: scheduledAt,
      scheduled_date: scheduledDate,
      notes: wish.notes ?? '',
      create_account: wish.createAccount ?? false,
      customer_email: wish.customerEmail ?? sale.customer_email,
      shipping_address: wish.shippingAddress ? JSON.stringify(wish.shippingAddress) : null,
      created_at: now,
      updated_at: now,
    }),
    items.length > 0 &&
      insertShipment(tx, { id: newId(now), fulfillment_id: id, items, created_at: now }),
  ]);
  const made = { ...row, transaction_number: sale.transaction_number };
  await record(tx, fulfillmentCreated(made));
  return made;
}

/** What is still to be sent of a sale, over all its fulfillments, and what need not be any more. */
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
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: store?.time_zone ?? 'UTC' }).format(at);
}
