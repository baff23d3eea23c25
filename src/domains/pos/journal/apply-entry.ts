import { Failure, forbidden } from '../../../platform/http/failure.js';
import { can, type Permission } from '../../access/index.js';
import {
  enterPayment,
  enterRefund,
  enterShift,
  isBookedRefund,
  isBookedShift,
} from './apply-booked.js';
import { applyCashIn, applyCashOut, applyDrawerOpening } from './apply-cash.js';
import { applyPaidSale, isPaidSale } from './apply-paid-sale.js';
import { applyReturn } from './apply-return.js';
import { applySale } from './apply-sale.js';
import { applyShiftClosing, applyShiftOpening } from './apply-shift.js';
import type { Apply, Work, Write } from './entry-work.js';
import type { Kind } from './rules.js';

const APPLY: Record<Kind, Apply> = {
  sale: (work, write) =>
    isPaidSale(work.data) ? applyPaidSale(work, write) : applySale(work, write),
  return: (work, write) =>
    isBookedRefund(work.data) ? enterRefund(work, write) : applyReturn(work, write),
  shift_open: applyShiftOpening,
  shift_close: (work, write) =>
    isBookedShift(work.data) ? enterShift(work, write) : applyShiftClosing(work, write),
  drawer_open: applyDrawerOpening,
  cash_in: applyCashIn,
  cash_out: applyCashOut,
  payment: enterPayment,
};

/** What the routes of a till require for the same work. */
const PERMISSION: Record<Kind, Permission> = {
  sale: 'sale.create',
  return: 'return.create',
  shift_open: 'shift.work',
  shift_close: 'shift.work',
  drawer_open: 'drawer.open',
  cash_in: 'shift.work',
  cash_out: 'shift.work',
  payment: 'sale.create',
};

/** Books an entry with the use case that a till calls while the service is reachable. */
export function applyEntry<T>(kind: string, work: Work, write: Write<T>): Promise<T> {
  if (!Object.hasOwn(APPLY, kind)) {
    throw new Failure('invalid', 'UNKNOWN_ENTRY_KIND', 'There is no such kind of entry.');
  }
  if (!can(work.caller, PERMISSION[kind as Kind])) {
    throw forbidden('The role of the employee does not allow this entry.', 'PERMISSION_DENIED');
  }
  return APPLY[kind as Kind](work, write);
}
