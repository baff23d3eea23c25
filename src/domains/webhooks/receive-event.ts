import { addMs } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import {
  claimNewEvent,
  eventState,
  type LedgerEvent,
  type NewEvent,
  reclaimEvent,
} from './repository.js';
import { LEASE_MS } from './rules.js';

export type Receipt =
  | { status: 'success'; result: Record<string, unknown> }
  | { status: 'duplicate' }
  | { status: 'processing' }
  | { status: 'error'; error: string };

type Claim = { claimed: LedgerEvent } | { receipt: Receipt };

/** Events that this node is claiming or processing, by platform and key. */
const running = new WeakMap<Platform, Map<string, Promise<Claim>>>();

/**
 * Processes an event once, even if it is delivered repeatedly and in parallel. Repeats that arrive
 * while this node claims or processes the event share its claim, so that many of them do not
 * exhaust the database connections. They are answered after the event is stored.
 */
export async function receiveEvent(platform: Platform, event: NewEvent): Promise<Receipt> {
  const claims = running.get(platform) ?? new Map<string, Promise<Claim>>();
  running.set(platform, claims);
  const key = `${event.processor} ${event.eventId}`;
  const earlier = claims.get(key);
  if (earlier !== undefined) {
    const claim = await earlier;
    return 'claimed' in claim ? { status: 'processing' } : claim.receipt;
  }
  const claiming = claimEvent(platform, event);
  claims.set(key, claiming);
  try {
    const claim = await claiming;
    return 'claimed' in claim ? await receiptFor(platform, claim.claimed) : claim.receipt;
  } finally {
    claims.delete(key);
  }
}

/** Claims an event that is new, failed or has an expired lease; otherwise returns the answer. */
async function claimEvent({ db, clock }: Platform, event: NewEvent): Promise<Claim> {
  const now = clock.now();
  const leaseUntil = addMs(now, LEASE_MS);
  const fresh = await claimNewEvent(db, event, now, leaseUntil);
  if (fresh !== undefined) return { claimed: fresh };
  const state = await eventState(db, event.processor, event.eventId, now);
  if (state?.status === 'processed') return { receipt: { status: 'duplicate' } };
  if (!state?.is_free) return { receipt: { status: 'processing' } };
  const claimed = await reclaimEvent(db, state.id, { now, leaseUntil, delivered: event });
  return claimed === undefined ? { receipt: { status: 'processing' } } : { claimed };
}

async function receiptFor(platform: Platform, event: LedgerEvent): Promise<Receipt> {
  const processed = await processEvent(platform, event);
  switch (processed.outcome) {
    case 'processed':
      return { status: 'success', result: processed.result };
    case 'failed':
      return { status: 'error', error: processed.error };
    case 'lost':
      return { status: 'processing' };
  }
}
