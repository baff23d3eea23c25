import { newId } from '../../../platform/ids.js';
import { openDrawer } from '../../drawer/index.js';
import { moveCash, shiftPlaceAt, shiftRequired } from '../../shifts/index.js';
import { dataCheck } from './check-data.js';
import type { Apply, Work, Write } from './entry-work.js';
import { requireDrawer } from './require-drawer.js';
import { CashData, DrawerData } from './schemas.js';

const checkDrawer = dataCheck(DrawerData);
const checkCash = dataCheck(CashData);

export function applyDrawerOpening<T>({ caller, at, data }: Work, write: Write<T>): Promise<T> {
  const { reason } = checkDrawer(data);
  return write(async tx => {
    const opening = { ...caller.till, operatorId: caller.userId, reason, now: at };
    const { id } = await openDrawer(tx, opening);
    return {
      flags: [],
      noted: { recordType: 'cash-drawer', recordId: id, action: 'create', fields: { reason } },
    };
  });
}

/** The last part of the path of the same call. */
const ACTION = { paid_in: 'paid-in', paid_out: 'paid-out' } as const;

const cashMove =
  (kind: 'paid_in' | 'paid_out'): Apply =>
  ({ caller, at, data, isApproved }, write) => {
    const { amount, reason, approval_request_id: approvalRequestId } = checkCash(data);
    return write(async tx => {
      const place = await shiftPlaceAt(tx, caller.till.terminalId, at);
      await requireDrawer(tx, caller, place);
      if (place.kind !== 'open') throw shiftRequired();
      const id = newId();
      const move = { id, kind, amount, reason, approvalRequestId, isApproved, now: at };
      await moveCash(tx, caller, place.shiftId, move);
      return {
        flags: [],
        records: [{ kind: 'movement', id }],
        noted: {
          recordType: 'shifts',
          recordId: place.shiftId,
          action: ACTION[kind],
          fields: { amount, reason },
        },
      };
    });
  };

export const applyCashIn = cashMove('paid_in');
export const applyCashOut = cashMove('paid_out');
