import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { lockSale } from '../transactions/index.js';
import { fulfillmentUpdated } from './events.js';
import { visibleFulfillment } from './find-fulfillment.js';
import { type Fulfillment, fulfillmentById, updateFulfillment } from './repository.js';
import { isOpen } from './rules.js';
import type { ChangeBody } from './schemas.js';

/** Changes the scheduled day or the notes; the day only while the fulfillment is open. */
export async function changeFulfillment(
  tx: Tx,
  caller: Staff,
  id: string,
  body: Static<typeof ChangeBody>,
  now: Date,
): Promise<Fulfillment> {
  const found = await visibleFulfillment(tx, caller, id);
  await lockSale(tx, found.transaction_id);
  const row = await fulfillmentById(tx, found.id);
  if (row === undefined) throw notFound('Fulfillment');
  if (body.scheduled_date !== undefined && !isOpen(row.status)) {
    throw conflict('INVALID_STATE', `A fulfillment that is ${row.status} cannot be rescheduled.`, {
      status: row.status,
    });
  }
  const change = {
    updated_at: now,
    ...(body.notes !== undefined && { notes: body.notes }),
    // The agreed time belongs to the old day, so it is cleared.
    ...(body.scheduled_date !== undefined && {
      scheduled_date: body.scheduled_date,
      scheduled_at: null,
    }),
  };
  await updateFulfillment(tx, row.id, change);
  const changed = { ...row, ...change };
  await record(tx, fulfillmentUpdated(changed));
  return changed;
}
