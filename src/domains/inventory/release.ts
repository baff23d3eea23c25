import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { releaseHold, reservationOf } from './reservation-repository.js';

export type ReleaseOutcome = {
  status: 'released' | 'committed' | 'unknown';
  /** False if the reservation was already closed or does not exist. */
  changed: boolean;
};

/** Releases the reservation of a purpose, unless it is already committed. Idempotent. */
export async function release(tx: Tx, purpose: string): Promise<ReleaseOutcome> {
  const { released, changes } = await releaseHold(tx, purpose);
  if (released > 0) {
    await recordChanges(tx, changes);
    return { status: 'released', changed: true };
  }
  const known = await reservationOf(tx, purpose);
  // `held` means that a concurrent transaction reserved after our update; treat it as not found.
  if (known === undefined || known.status === 'held') return { status: 'unknown', changed: false };
  return { status: known.status, changed: false };
}
