import type { Reader, Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { lockShift, type Shift, shiftById } from './repository.js';
import { maySeeShift } from './rules.js';

/** A shift of another store, or of somebody else for whom the caller has no eyes, is not there. */
export async function visibleShift(reader: Reader, caller: Staff, id: string): Promise<Shift> {
  const shift = await shiftById(reader, id);
  if (shift === undefined || !maySee(caller, shift.store_id) || !maySeeShift(caller, shift)) {
    throw notFound('Shift');
  }
  return shift;
}

/** Holds a shift that is still open: no payment, movement or closing passes by meanwhile. */
export async function holdShift(tx: Tx, caller: Staff, id: string): Promise<Shift> {
  await lockShift(tx, id);
  const shift = await visibleShift(tx, caller, id);
  if (shift.status !== 'open') {
    throw conflict('INVALID_STATE', 'This shift is closed.', { status: shift.status });
  }
  return shift;
}
