import { Failure } from '../../../platform/http/failure.js';
import { applyCashIn, applyCashOut, applyDrawerOpening } from './apply-cash.js';
import { applyReturn } from './apply-return.js';
import { applySale } from './apply-sale.js';
import { applyShiftClosing, applyShiftOpening } from './apply-shift.js';
import type { Apply, Work, Write } from './entry-work.js';
import type { Kind } from './rules.js';

const APPLY: Record<Kind, Apply> = {
  sale: applySale,
  return: applyReturn,
  shift_open: applyShiftOpening,
  shift_close: applyShiftClosing,
  drawer_open: applyDrawerOpening,
  cash_in: applyCashIn,
  cash_out: applyCashOut,
};

/** Books an entry with the use case that a till calls while the service is reachable. */
export function applyEntry<T>(kind: string, work: Work, write: Write<T>): Promise<T> {
  if (!Object.hasOwn(APPLY, kind)) {
    throw new Failure('invalid', 'UNKNOWN_ENTRY_KIND', 'There is no such kind of entry.');
  }
  return APPLY[kind as Kind](work, write);
}
