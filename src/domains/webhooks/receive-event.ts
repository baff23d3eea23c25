import { addMs } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import { claimEvent, eventStatus, type NewEvent } from './repository.js';
import { LEASE_MS } from './rules.js';

export type Receipt =
  | { status: 'success'; result: Record<string, unknown> }
  | { status: 'duplicate' }
  | { status: 'processing' }
  | { status: 'error'; error: string };

/** An event may fail in other hands between our two looks at it; then it is ours to take. */
const ROUNDS = 3;

/** Takes a genuine event once, however often and however parallel it is delivered. */
export async function receiveEvent(platform: Platform, event: NewEvent): Promise<Receipt> {
  const { db, clock } = platform;
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = clock.now();
    const held = await claimEvent(db, event, now, addMs(now, LEASE_MS));
    if (held !== undefined) {
      const processed = await processEvent(platform, held);
      if (processed.outcome === 'processed') return { status: 'success', result: processed.result };
      if (processed.outcome === 'failed') return { status: 'error', error: processed.error };
    }
    const status = await eventStatus(db, event.processor, event.eventId);
    if (status === 'processed') return { status: 'duplicate' };
    if (status === 'pending') return { status: 'processing' };
  }
  return { status: 'error', error: 'The event keeps failing.' };
}
