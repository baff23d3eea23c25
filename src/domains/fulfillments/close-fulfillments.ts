import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import { lockSale } from '../transactions/index.js';
import { fulfillmentUpdated } from './events.js';
import { cancelOpenShipments, fulfillmentsOf, updateFulfillment } from './repository.js';
import { isOpen } from './rules.js';

/** Closes the open fulfillments of a sale that was voided or has expired. */
export async function closeFulfillments(
  tx: Tx,
  saleId: string,
  status: 'cancelled' | 'expired',
  now: Date,
): Promise<void> {
  await lockSale(tx, saleId);
  for (const row of await fulfillmentsOf(tx, saleId)) {
    if (!isOpen(row.status)) continue;
    const change = { status, updated_at: now };
    await updateFulfillment(tx, row.id, change);
    await cancelOpenShipments(tx, row.id);
    await record(tx, fulfillmentUpdated({ ...row, ...change }));
  }
}
