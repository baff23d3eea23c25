import { addMs } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import { claimNewEvent, eventState, type NewEvent, reclaimEvent } from './repository.js';
import { LEASE_MS } from './rules.js';

export type Receipt =
  | { status: 'success'; result: Record<string, unknown> }
  | { status: 'duplicate' }
  | { status: 'processing' }
  | { status: 'error'; error: string };

/** An event may fail in other hands between our looks at it; then it is ours to take. */
const ROUNDS = 3;

/** Takes a genuine event once, however often and however parallel it is delivered. */
export async function receiveEvent(platform: Platform, event: NewEvent): Promise<Receipt> {
  const { db, clock } = platform;
  const now = clock.now();
  const leaseUntil = addMs(now, LEASE_MS);
  let held = await claimNewEvent(db, event, now, leaseUntil);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (held === undefined) {
      const state = await eventState(db, event.processor, event.eventId, now);
      if (state?.status === 'processed') return { status: 'duplicate' };
      if (!state?.is_free) return { status: 'processing' };
      held = await reclaimEvent(db, state.id, { now, leaseUntil, delivered: event });
    }
    const processed = held && (await processEvent(platform, held));
    if (processed?.outcome === 'processed') return { status: 'success', result: processed.result };
    if (processed?.outcome === 'failed') return { status: 'error', error: processed.error };
    held = undefined;
  }
  return { status: 'processing' };
}
