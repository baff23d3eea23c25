import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { releaseHold, reservationOf } from './reservation-repository.js';

export type ReleaseOutcome = {
  status: 'released' | 'committed' | 'unknown';
  /** False when it had been closed before, or never existed. */
  changed: boolean;
};

/** Lets the goods of a purpose go, once. What was sold meanwhile stays sold. */
export async function release(tx: Tx, purpose: string): Promise<ReleaseOutcome> {
  const { released, changes } = await releaseHold(tx, purpose);
  if (released > 0) {
    await recordChanges(tx, changes);
    return { status: 'released', changed: true };
  }
  const known = await reservationOf(tx, purpose);
  // Held by now means that it was made a moment too late for us to see.
  if (known === undefined || known.status === 'held') return { status: 'unknown', changed: false };
  return { status: known.status, changed: false };
}
