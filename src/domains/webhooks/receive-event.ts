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

type Claim = { held: LedgerEvent } | { receipt: Receipt };

/** Events this node has in hand or asks the ledger about. */
const underWay = new WeakMap<Platform, Map<string, Promise<Claim>>>();

/**
 * Takes a genuine event once, however often and however parallel it is delivered. Repeats that
 * come while this node is at it share one look into the ledger: a storm of them must not use up
 * the database connections of everybody else. They are answered only once the event is stored.
 */
export async function receiveEvent(platform: Platform, event: NewEvent): Promise<Receipt> {
  const claims = underWay.get(platform) ?? new Map<string, Promise<Claim>>();
  underWay.set(platform, claims);
  const key = `${event.processor} ${event.eventId}`;
  const ahead = claims.get(key);
  if (ahead !== undefined) {
    const claim = await ahead;
    return 'held' in claim ? { status: 'processing' } : claim.receipt;
  }
  const claiming = claimEvent(platform, event);
  claims.set(key, claiming);
  try {
    const claim = await claiming;
    return 'held' in claim ? await receiptFor(platform, claim.held) : claim.receipt;
  } finally {
    claims.delete(key);
  }
}

/** New, failed, or left behind by a holder whose time ran out: it is ours. Else it is answered. */
async function claimEvent({ db, clock }: Platform, event: NewEvent): Promise<Claim> {
  const now = clock.now();
  const leaseUntil = addMs(now, LEASE_MS);
  const fresh = await claimNewEvent(db, event, now, leaseUntil);
  if (fresh !== undefined) return { held: fresh };
  const state = await eventState(db, event.processor, event.eventId, now);
  if (state?.status === 'processed') return { receipt: { status: 'duplicate' } };
  if (!state?.is_free) return { receipt: { status: 'processing' } };
  const held = await reclaimEvent(db, state.id, { now, leaseUntil, delivered: event });
  return held === undefined ? { receipt: { status: 'processing' } } : { held };
}

async function receiptFor(platform: Platform, held: LedgerEvent): Promise<Receipt> {
  const processed = await processEvent(platform, held);
  switch (processed.outcome) {
    case 'processed':
      return { status: 'success', result: processed.result };
    case 'failed':
      return { status: 'error', error: processed.error };
    case 'lost':
      return { status: 'processing' };
  }
}
