import { addMs } from '../../platform/clock.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import { type EventFilter, type LedgerRow, listEvents, reclaimEvent } from './repository.js';
import { LEASE_MS } from './rules.js';

/** Two processors may use the same event id; a second match means that the id is ambiguous. */
const MAX_MATCHES = 2;

/** Processes an event of the ledger again. Idempotent for an event already processed. */
export async function retryEvent(
  platform: Platform,
  wanted: EventFilter & { eventId: string },
): Promise<LedgerRow> {
  const { db, clock } = platform;
  const find = () => listEvents(db, wanted, undefined, MAX_MATCHES);
  const [event, another] = await find();
  if (event === undefined) throw notFound('Webhook event');
  if (another !== undefined) {
    throw invalidField(
      'processor',
      'Several processors sent this event id. Specify the processor.',
    );
  }
  const now = clock.now();
  const claimed = await reclaimEvent(db, event.id, {
    now,
    leaseUntil: addMs(now, LEASE_MS),
    evenIfProcessed: true,
  });
  if (claimed === undefined)
    throw conflict('INVALID_STATE', 'The event is being processed right now.');
  await processEvent(platform, claimed);
  const [done] = await find();
  if (done === undefined) throw notFound('Webhook event');
  return done;
}
