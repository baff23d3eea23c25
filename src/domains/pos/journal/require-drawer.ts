import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import type { TillStaff } from '../../access/index.js';
import { type ShiftPlace, shiftRequired } from '../../shifts/index.js';
import { findStore } from '../../stores/index.js';

/**
 * Cash that left a drawer of a closed shift is in its count already: a person decides where it is
 * booked.
 */
export async function requireDrawer(tx: Tx, caller: TillStaff, place: ShiftPlace): Promise<void> {
  if (place.kind === 'late') {
    throw conflict('SHIFT_CLOSED', 'The shift of this entry was closed before it arrived.');
  }
  if (place.kind === 'open') return;
  const store = await findStore(tx, caller.till.storeId);
  if (store?.require_shift) throw shiftRequired();
}
