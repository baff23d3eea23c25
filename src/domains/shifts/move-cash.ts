import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { approveMovement } from './approve-movement.js';
import { holdShift } from './find-shift.js';
import { insertMovement, type Shift } from './repository.js';
import type { MovementKind } from './rules.js';

export type CashMove = {
  id?: string;
  kind: MovementKind;
  amount: string | number;
  reason: string;
  approvalRequestId?: string;
  /** A person has looked at the movement of a till's journal, and books it. */
  isApproved?: boolean;
  now: Date;
};

/** Records cash paid in or out, with an approval if it is much or more than the drawer holds. */
export async function moveCash(
  tx: Tx,
  caller: Staff,
  shiftId: string,
  move: CashMove,
): Promise<Shift> {
  if (Number(move.amount) === 0) throw invalidField('amount', 'Must be greater than 0.');
  const shift = await holdShift(tx, caller, shiftId);
  refuseFractions(shift.currency, { amount: move.amount });
  const amountMinor = minor(move.amount, shift.currency);
  if (move.isApproved !== true) {
    const { kind, approvalRequestId, now } = move;
    await approveMovement(tx, caller, shift, { kind, amountMinor, approvalRequestId, now });
  }
  await insertMovement(tx, {
    id: move.id ?? newId(),
    shift_id: shift.id,
    kind: move.kind,
    amount: formatMoney(amountMinor, shift.currency),
    reason: move.reason,
    actor_id: caller.userId,
    occurred_at: move.now,
  });
  return shift;
}
