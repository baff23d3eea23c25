import {
  closeShift,
  countCash,
  openShift,
  shiftPlaceAt,
  shiftRequired,
} from '../../shifts/index.js';
import { dataCheck } from './check-data.js';
import type { Work, Write } from './entry-work.js';
import { ShiftCloseData, ShiftOpenData } from './schemas.js';

const checkOpening = dataCheck(ShiftOpenData);
const checkClosing = dataCheck(ShiftCloseData);

export function applyShiftOpening<T>({ caller, at, data }: Work, write: Write<T>): Promise<T> {
  const { opening_float: float } = checkOpening(data);
  return write(async tx => {
    const { id, status, opening_float } = await openShift(tx, caller, { float, now: at });
    const fields = { status, opening_float };
    return { flags: [], noted: { recordType: 'shifts', recordId: id, action: 'open', fields } };
  });
}

/** Counts the drawer and closes the shift, both or neither. */
export function applyShiftClosing<T>({ caller, at, data }: Work, write: Write<T>): Promise<T> {
  const { denominations, reason = '' } = checkClosing(data);
  return write(async tx => {
    const place = await shiftPlaceAt(tx, caller.till.terminalId, at);
    if (place.kind !== 'open') throw shiftRequired();
    await countCash(tx, caller, place.shiftId, denominations, at);
    const closed = await closeShift(tx, caller, place.shiftId, reason, at);
    const { id, status, expected_amount, counted_amount, variance, variance_reason } = closed;
    const fields = { status, expected_amount, counted_amount, variance, variance_reason };
    return {
      flags: [],
      records: [{ kind: 'shift', id }],
      noted: { recordType: 'shifts', recordId: id, action: 'close', fields },
    };
  });
}
