import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { recordChanges } from './events.js';
import { insertHold, type ReservationStatus, reservationOf } from './reservation-repository.js';
import { mergeLines, type Shortage, type StockLine } from './rules.js';

export type ReserveRequest = {
  /** Unique key of the reservation, such as `checkout:<id>`. */
  purpose: string;
  storeId: string;
  lines: readonly StockLine[];
  expiresAt?: Date | null;
};

export type ReserveOutcome =
  /** `repeated` if the purpose already had a reservation; `status` is then its current one. */
  | { ok: true; reservationId: string; status: ReservationStatus; repeated: boolean }
  | { ok: false; shortages: Shortage[] };

/** Reserves all lines, or none and returns the shortages. Idempotent per purpose. */
export async function reserve(tx: Tx, request: ReserveRequest): Promise<ReserveOutcome> {
  const { purpose, storeId, expiresAt = null } = request;
  const id = newId();
  const lines = mergeLines(request.lines);
  const hold = await insertHold(tx, { id, storeId, purpose, expiresAt, lines });
  if (hold.made) {
    await recordChanges(tx, hold.changes);
    return { ok: true, reservationId: id, status: 'held', repeated: false };
  }
  // A concurrent insert for the same purpose is not in the first statement's snapshot.
  const known = hold.known ?? (await reservationOf(tx, purpose));
  if (known) return { ok: true, reservationId: known.id, status: known.status, repeated: true };
  return { ok: false, shortages: hold.shortages };
}
