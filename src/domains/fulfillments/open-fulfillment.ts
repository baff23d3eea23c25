import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { maySee, type Staff } from '../access/index.js';
import { findSale, lockSale, parseSaleRef } from '../transactions/index.js';
import { createFulfillment, itemsToSend } from './create-fulfillment.js';
import type { Fulfillment } from './repository.js';
import { isLive } from './rules.js';
import type { OpenBody } from './schemas.js';

/** Creates a fulfillment on behalf of staff, e.g. for an order taken by telephone. */
export async function openFulfillment(
  tx: Tx,
  caller: Staff,
  body: Static<typeof OpenBody>,
  now: Date,
): Promise<Fulfillment> {
  const ref = parseSaleRef(body.transaction);
  const found = ref && (await findSale(tx, ref));
  const sale = found && maySee(caller, found.store_id) ? await lockSale(tx, found.id) : undefined;
  if (sale === undefined) throw invalidField('transaction', 'There is no such transaction.');
  if (!isLive(sale.status)) {
    const message = `A sale that is ${sale.status} cannot be fulfilled.`;
    throw invalidField('transaction', message, 'NOT_FULFILLABLE');
  }
  const type = body.fulfillment_type;
  if (type === 'ship' && (await itemsToSend(tx, sale.id)).waiting.length === 0) {
    throw invalidField(
      'transaction',
      'All items of this sale have been shipped.',
      'NOTHING_TO_SHIP',
    );
  }
  return createFulfillment(
    tx,
    {
      sale,
      type,
      scheduledDate: body.scheduled_date,
      notes: body.notes,
      customerEmail: body.customer_email,
      customerName: body.customer_name,
      customerPhone: body.customer_phone,
      shippingAddress: body.shipping_address,
    },
    now,
  );
}
