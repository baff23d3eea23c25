import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { recordChanges } from './events.js';
import { insertHold, type ReservationStatus, reservationOf } from './reservation-repository.js';
import { mergeLines, type Shortage, type StockLine } from './rules.js';

export type ReserveRequest = {
  /** What it is for, such as `checkout:<id>`; one purpose has one reservation. */
  purpose: string;
  storeId: string;
  lines: readonly StockLine[];
  expiresAt?: Date | null;
};

export type ReserveOutcome =
  /** `repeated` when the purpose had its reservation already; then look at its status. */
  | { ok: true; reservationId: string; status: ReservationStatus; repeated: boolean }
  | { ok: false; shortages: Shortage[] };

/** Holds all lines for one purpose, or none and says what is missing. */
export async function reserve(tx: Tx, request: ReserveRequest): Promise<ReserveOutcome> {
  const { purpose, storeId, expiresAt = null } = request;
  const id = newId();
  const lines = mergeLines(request.lines);
  const hold = await insertHold(tx, { id, storeId, purpose, expiresAt, lines });
  if (hold.made) {
    await recordChanges(tx, hold.changes);
    return { ok: true, reservationId: id, status: 'held', repeated: false };
  }
  // Whoever lost a race against itself finds the winner only in a second look.
  const known = hold.known ?? (await reservationOf(tx, purpose));
  if (known) return { ok: true, reservationId: known.id, status: known.status, repeated: true };
  return { ok: false, shortages: hold.shortages };
}
