import { addMs, MINUTE_MS } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { shiftsAround } from './repository.js';

/** How far the clock of a till may be off from that of the service. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;

/**
 * Where money of an earlier moment belongs: to the open shift of the till, late to a shift that is
 * closed by now, or to none.
 */
export type ShiftPlace =
  | { kind: 'open'; shiftId: string }
  | { kind: 'late'; shiftId: string }
  | { kind: 'none' };

/** Locks the shift, so that it is neither opened nor closed before the commit. */
export async function shiftPlaceAt(tx: Tx, terminalId: string, at: Date): Promise<ShiftPlace> {
  const shifts = await shiftsAround(tx, terminalId, at);
  const closed = shifts.find(shift => shift.status === 'closed');
  if (closed) return { kind: 'late', shiftId: closed.id };
  const open = shifts.find(shift => shift.status === 'open');
  if (open === undefined || addMs(open.opened_at, -CLOCK_TOLERANCE_MS) > at)
    return { kind: 'none' };
  return { kind: 'open', shiftId: open.id };
}
