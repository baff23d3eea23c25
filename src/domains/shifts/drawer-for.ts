import type { Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import type { OrderActor } from '../access/index.js';
import { holdOpenShift, requiresShift, type ShiftColumns, shareShift } from './repository.js';
import { maySeeShift } from './rules.js';

type Money = { store_id: string; currency: string };

/** Both null: no drawer, so cash waits as a pay-out. */
export type Drawer = { shiftId: string | null; terminalId: string | null };

const NONE: Drawer = { shiftId: null, terminalId: null };

/**
 * The drawer that pays a cash refund: that of the named shift, or else that of the caller's till. A
 * till without an open shift still has a drawer, unless its store requires shifts. Locks the shift,
 * so that its Z report contains the refund. `null` books it outside the open shift: the cash left the
 * drawer before the shift opened.
 */
export async function drawerFor(
  tx: Tx,
  caller: OrderActor,
  money: Money,
  shiftId: string | null | undefined,
): Promise<Drawer> {
  if (typeof shiftId === 'string') return namedDrawer(tx, caller, money, shiftId);
  const { till } = caller;
  if (till === null || till.storeId !== money.store_id) return NONE;
  const held = shiftId === null ? null : await holdOpenShift(tx, till.terminalId, money);
  if (held === null && (await requiresShift(tx, money.store_id))) return NONE;
  return { shiftId: held, terminalId: till.terminalId };
}

async function namedDrawer(tx: Tx, caller: OrderActor, money: Money, id: string): Promise<Drawer> {
  const shift = isUuid(id) ? await shareShift(tx, id) : undefined;
  if (shift === undefined || !mayPayFrom(caller, shift, money)) {
    throw invalidField('shift_id', 'There is no such shift in the store of this sale.');
  }
  if (shift.status !== 'open') {
    throw conflict('INVALID_STATE', 'This shift is closed.', { status: shift.status });
  }
  return { shiftId: shift.id, terminalId: caller.till?.terminalId ?? null };
}

/** A till pays from its own drawer only. */
const mayPayFrom = (caller: OrderActor, shift: ShiftColumns, money: Money): boolean =>
  shift.store_id === money.store_id &&
  shift.currency === money.currency &&
  (caller.till === null
    ? maySeeShift(caller, shift)
    : shift.terminal_id === caller.till.terminalId);
