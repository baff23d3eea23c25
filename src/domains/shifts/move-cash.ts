import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { holdShift } from './find-shift.js';
import { insertMovement, type Shift } from './repository.js';
import type { MovementKind } from './rules.js';

export type CashMove = { kind: MovementKind; amountMinor: Minor; reason: string; now: Date };

/**
 * Puts cash into a drawer or takes some out, other than by a sale. More may go out than the books
 * say is there: to refuse that would tell the cashier how much it is.
 */
export async function moveCash(
  tx: Tx,
  caller: Staff,
  shiftId: string,
  move: CashMove,
): Promise<Shift> {
  if (move.amountMinor === 0) throw invalidField('amount', 'Must be more than nothing.');
  const shift = await holdShift(tx, caller, shiftId);
  await insertMovement(tx, {
    id: newId(),
    shift_id: shift.id,
    kind: move.kind,
    amount: formatMoney(move.amountMinor),
    reason: move.reason,
    actor_id: caller.userId,
    occurred_at: move.now,
  });
  return shift;
}
