import type { Reader } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';
import { readShiftReport } from '../shifts/index.js';
import type { PrintJob } from './print-job-repository.js';

/**
 * An X report has the totals of the moment it is printed. A cashier who has not counted the drawer yet
 * must not print the one that a manager asked for.
 */
export async function refuseHiddenReport(
  reader: Reader,
  { clock }: Platform,
  caller: Staff,
  { shift_id: shift, report, is_blind: isBlind }: PrintJob,
): Promise<void> {
  if (shift === null || report === null) return;
  const mayRead = can(caller, 'shift.work');
  const shown = mayRead && (await readShiftReport(reader, caller, shift, report, clock.now()));
  if (shown && (isBlind || !shown.is_blind)) return;
  throw forbidden('You may not see the amounts of this report yet.', 'PERMISSION_DENIED');
}
