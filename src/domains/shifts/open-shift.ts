import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, invalidField } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, maySee, type Staff } from '../access/index.js';
import { findStore, terminalById } from '../stores/index.js';
import { shiftOpened } from './events.js';
import { insertShift, type Shift, shiftById } from './repository.js';

export type Opening = { terminalId?: string; float: string | number; now: Date };

/** Opens the shift of a till. A unique index allows one open shift per till. */
export async function openShift(tx: Tx, caller: Staff, opening: Opening): Promise<Shift> {
  const place = await placeFor(tx, caller, opening.terminalId);
  const currency = (await findStore(tx, place.storeId))?.currency ?? '';
  refuseFractions(currency, { opening_float: opening.float });
  const id = newId(opening.now);
  try {
    await insertShift(tx, {
      id,
      ...place,
      openingFloat: formatMoney(minor(opening.float, currency), currency),
      openedBy: caller.userId,
      openedAt: opening.now,
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'one_open_shift_per_terminal') throw error;
    throw conflict('SHIFT_ALREADY_OPEN', 'This till already has an open shift.');
  }
  const shift = await shiftById(tx, id);
  // A concurrent request released the till from the store.
  if (shift === undefined) throw noSuchTill();
  await record(tx, shiftOpened(shift));
  return shift;
}

const noSuchTill = () => invalidField('terminal_id', 'There is no such till.');

type Place = { terminalId: string; storeId: string };

/** The till of the caller's login. Only supervisors may name another till. */
async function placeFor(tx: Tx, caller: Staff, asked: string | undefined): Promise<Place> {
  const own = caller.till;
  if (own !== null && (asked === undefined || asked === own.terminalId)) return own;
  if (asked === undefined) throw invalidField('terminal_id', 'Specify the till.');
  if (!can(caller, 'shift.review')) {
    throw forbidden('You can open a shift only at your own till.', 'PERMISSION_DENIED');
  }
  const terminal = await terminalById(tx, asked);
  const storeId = terminal?.store_id ?? null;
  if (storeId === null || !maySee(caller, storeId)) throw noSuchTill();
  return { terminalId: asked, storeId };
}
