import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { commitHold, reservationOf } from './reservation-repository.js';
import { onceKey, type Shortage } from './rules.js';

export type CommitRequest = {
  kind: 'sale';
  /** The sale's id; a later posting of the same sale at the counter does nothing. */
  reference: string;
  actorId?: string | null;
  /** The customer is holding the goods, so stock may fall below zero as at the counter. */
  goodsInHand?: boolean;
};

export type CommitOutcome =
  | { ok: true; repeated: boolean }
  /** `short`: the counter sold held goods meanwhile; the hold stands until it is released. */
  | { ok: false; reason: 'short'; shortages: Shortage[] }
  | { ok: false; reason: 'released' | 'unknown' };

/** Takes held goods out of stock, once. */
export async function commitReservation(
  tx: Tx,
  purpose: string,
  request: CommitRequest,
): Promise<CommitOutcome> {
  const { kind, reference, actorId = null, goodsInHand = false } = request;
  const { committed, shortages, changes } = await commitHold(tx, {
    purpose,
    reference,
    onceKey: onceKey(kind, reference),
    actorId,
    goodsInHand,
  });
  if (committed) {
    await recordChanges(tx, changes);
    return { ok: true, repeated: false };
  }
  if (shortages.length > 0) return { ok: false, reason: 'short', shortages };
  const known = await reservationOf(tx, purpose);
  if (known?.status === 'committed') return { ok: true, repeated: true };
  return { ok: false, reason: known?.status === 'released' ? 'released' : 'unknown' };
}
