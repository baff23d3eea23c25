import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { commitHold, reservationOf } from './reservation-repository.js';
import { onceKey, type Shortage } from './rules.js';

export type CommitRequest = {
  kind: 'sale';
  /** The sale's id; a later `sellAtCounter` of the same sale does nothing. */
  reference: string;
  actorId?: string | null;
  /** True if the customer already has the goods; then stock may fall below zero. */
  customerHasGoods?: boolean;
};

export type CommitOutcome =
  | { ok: true; repeated: boolean }
  /** `short`: the counter sold reserved goods; the reservation stays open until released. */
  | { ok: false; reason: 'short'; shortages: Shortage[] }
  | { ok: false; reason: 'released' | 'unknown' };

/** Takes reserved goods out of stock. Idempotent per purpose. */
export async function commitReservation(
  tx: Tx,
  purpose: string,
  request: CommitRequest,
): Promise<CommitOutcome> {
  const { kind, reference, actorId = null, customerHasGoods = false } = request;
  const { committed, shortages, changes } = await commitHold(tx, {
    purpose,
    reference,
    onceKey: onceKey(kind, reference),
    actorId,
    customerHasGoods,
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
