import type { Reader, Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { lockShift, type Shift, shiftById } from './repository.js';
import { maySeeShift } from './rules.js';

/** Not found if the caller may not see the store or the shift. */
export async function visibleShift(reader: Reader, caller: Staff, id: string): Promise<Shift> {
  const shift = await shiftById(reader, id);
  if (shift === undefined || !maySee(caller, shift.store_id) || !maySeeShift(caller, shift)) {
    throw notFound('Shift');
  }
  return shift;
}

/** Locks an open shift, so that no payment, movement or closing runs at the same time. */
export async function holdShift(tx: Tx, caller: Staff, id: string): Promise<Shift> {
  await lockShift(tx, id);
  const shift = await visibleShift(tx, caller, id);
  if (shift.status !== 'open') {
    throw conflict('INVALID_STATE', 'This shift is closed.', { status: shift.status });
  }
  return shift;
}
