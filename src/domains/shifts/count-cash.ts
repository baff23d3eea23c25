import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { formatMoney } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { holdShift, visibleShift } from './find-shift.js';
import { insertCount, type Shift } from './repository.js';
import { type CountLine, countOf } from './rules.js';

/** Saves a count of the drawer. A drawer may be counted again; all counts are kept. */
export async function countCash(
  tx: Tx,
  caller: Staff,
  shiftId: string,
  lines: readonly CountLine[],
  now: Date,
): Promise<Shift> {
  const shift = await holdShift(tx, caller, shiftId);
  const count = countOf(shift.currency, lines);
  await insertCount(tx, {
    id: newId(),
    shift_id: shift.id,
    denominations: JSON.stringify(count.lines),
    amount: formatMoney(count.amountMinor, shift.currency),
    counted_by: caller.userId,
    counted_at: now,
  });
  return visibleShift(tx, caller, shift.id);
}
