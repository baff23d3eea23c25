import { addMs } from '../../platform/clock.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import { type EventFilter, type LedgerRow, listEvents, reclaimEvent } from './repository.js';
import { LEASE_MS } from './rules.js';

/** More than one processor may use the same id, so two rows are enough to know that one is not meant. */
const ENOUGH = 2;

/** Runs an event of the ledger again; one that was done before comes to the same end. */
export async function retryEvent(
  platform: Platform,
  wanted: EventFilter & { eventId: string },
): Promise<LedgerRow> {
  const { db, clock } = platform;
  const find = () => listEvents(db, wanted, undefined, ENOUGH);
  const [event, another] = await find();
  if (event === undefined) throw notFound('Webhook event');
  if (another !== undefined) {
    throw invalidField('processor', 'Several processors sent this event id; name one.');
  }
  const now = clock.now();
  const held = await reclaimEvent(db, event.id, {
    now,
    leaseUntil: addMs(now, LEASE_MS),
    evenIfProcessed: true,
  });
  if (held === undefined)
    throw conflict('INVALID_STATE', 'The event is being processed right now.');
  await processEvent(platform, held);
  const [done] = await find();
  if (done === undefined) throw notFound('Webhook event');
  return done;
}
