import { addMs, HOUR_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { wasLoggedInAt } from '../../people/index.js';

/** A working day without a connection, during which nobody can log in. */
const AROUND_MS = 12 * HOUR_MS;

/** An entry belongs only to people who worked at the till around its time. */
export async function requirePresence(
  reader: Reader,
  user: { id: string; is_active: boolean },
  terminalId: string,
  at: Date,
): Promise<void> {
  const around = { from: addMs(at, -AROUND_MS), to: addMs(at, AROUND_MS) };
  if (user.is_active && (await wasLoggedInAt(reader, user.id, terminalId, around))) return;
  throw invalidField(
    'employee_id',
    'This employee was not logged in at this till around that time, or is not active.',
    'EMPLOYEE_NOT_AT_TILL',
  );
}
