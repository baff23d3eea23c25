import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { conflict, forbidden, invalidField } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import { can, maySee, type Staff } from '../access/index.js';
import { terminalById } from '../stores/index.js';
import { shiftOpened } from './events.js';
import { insertShift, type Shift, shiftById } from './repository.js';

export type Opening = { terminalId?: string; floatMinor: Minor; now: Date };

/** Starts the day of a till. Of two who open the same one at once, the index lets one through. */
export async function openShift(tx: Tx, caller: Staff, opening: Opening): Promise<Shift> {
  const terminalId = await terminalFor(tx, caller, opening.terminalId);
  const id = newId(opening.now);
  try {
    await insertShift(tx, {
      id,
      terminalId,
      openingFloat: formatMoney(opening.floatMinor),
      openedBy: caller.userId,
      openedAt: opening.now,
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'one_open_shift_per_terminal') throw error;
    throw conflict('SHIFT_ALREADY_OPEN', 'This till already has an open shift.');
  }
  const shift = await shiftById(tx, id);
  if (shift === undefined) throw new Error('a shift just opened is gone');
  await record(tx, shiftOpened(shift));
  return shift;
}

/** The till the caller stands at; from elsewhere a supervisor names one. */
async function terminalFor(tx: Tx, caller: Staff, asked: string | undefined): Promise<string> {
  const own = caller.till?.terminalId;
  if (own !== undefined && (asked === undefined || asked === own)) return own;
  if (asked === undefined) throw invalidField('terminal_id', 'Say which till this is for.');
  if (!can(caller, 'shift.review')) {
    throw forbidden('You open the shift of the till you stand at.', 'PERMISSION_DENIED');
  }
  const terminal = await terminalById(tx, asked);
  if (terminal === undefined || !maySee(caller, terminal.store_id)) {
    throw invalidField('terminal_id', 'There is no such till.');
  }
  return terminal.id;
}
