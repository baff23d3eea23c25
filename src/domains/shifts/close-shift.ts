import type { Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { shiftClosed } from './events.js';
import { holdShift } from './find-shift.js';
import { cashFlowOf } from './report-repository.js';
import { type Shift, toleranceOf } from './repository.js';
import { expectedOf, refuseClosing, refuseVariance, varianceOf } from './rules.js';
import { settleShift } from './settle-shift.js';

/**
 * Closes a shift: compares the count with the expected amount and creates the Z report. A payment
 * keeps a share lock on the shift until its commit, so it is in the report; a later payment finds
 * no open shift. No payment is missed or counted twice.
 */
export async function closeShift(
  tx: Tx,
  caller: Staff,
  shiftId: string,
  reason: string,
  now: Date,
): Promise<Shift> {
  const shift = await holdShift(tx, caller, shiftId);
  const refused = refuseClosing(caller, shift);
  if (refused) throw refused;
  if (shift.last_count === null) {
    throw conflict('COUNT_REQUIRED', 'Count the drawer before you close the shift.');
  }
  const expectedMinor = expectedOf(await cashFlowOf(tx, shift.id), shift.currency);
  const varianceMinor = varianceOf(shift.last_count, expectedMinor, shift.currency);
  const toleranceMinor = minor(await toleranceOf(tx, shift.store_id), shift.currency);
  const unexplained = refuseVariance(varianceMinor, toleranceMinor, reason, shift.currency);
  if (unexplained) throw unexplained;
  const closed = await settleShift(tx, shift.id, {
    expected: formatMoney(expectedMinor, shift.currency),
    counted: shift.last_count,
    reason,
    closedBy: caller.userId,
    closedAt: now,
  });
  await record(tx, shiftClosed(closed));
  return closed;
}
