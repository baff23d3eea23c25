import type { Tx } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../platform/money.js';
import type { Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { cashFlowOf } from './report-repository.js';
import { movementLimitOf, type Shift } from './repository.js';
import { expectedOf, type MovementKind, wideMinor } from './rules.js';

type Movement = {
  kind: MovementKind;
  amountMinor: Minor;
  approvalRequestId: string | undefined;
  now: Date;
};

/**
 * Consumes the approval of cash above the limit of the store, or of more than the drawer holds. It was
 * asked for at the till of this shift since the shift began, or names the shift, and for just this
 * amount. The refusal is the same for both causes: the cashier learns nothing about the drawer.
 */
export async function approveMovement(
  tx: Tx,
  caller: Staff,
  shift: Shift,
  { kind, amountMinor, approvalRequestId, now }: Movement,
): Promise<void> {
  const { currency } = shift;
  const isLarge =
    BigInt(amountMinor) > wideMinor(await movementLimitOf(tx, shift.store_id), currency);
  if (!isLarge && !(await exceedsDrawer(tx, shift, kind, amountMinor))) return;
  await consumeApproval(tx, {
    requestId: approvalRequestId,
    subjects: { cash_movement: { shift, kind, amountMinor } },
    amountMinor,
    currency,
    storeId: shift.store_id,
    usedBy: caller.userId,
    usedFor: `${kind} at ${shift.terminal_id}`,
    now,
  }).catch((error: unknown) => {
    throw named(error, shift, kind, amountMinor);
  });
}

const CASH_MOVEMENT = 'cash_movement';

const exceedsDrawer = async (
  tx: Tx,
  { id, currency }: Shift,
  kind: MovementKind,
  amountMinor: Minor,
): Promise<boolean> =>
  kind === 'paid_out' && BigInt(amountMinor) > expectedOf(await cashFlowOf(tx, id), currency);

/** Names the request that somebody has to approve. */
function named(error: unknown, shift: Shift, kind: MovementKind, amountMinor: Minor): unknown {
  if (!(error instanceof Failure) || error.code !== 'APPROVAL_REQUIRED') return error;
  const details = {
    request_type: CASH_MOVEMENT,
    amount: formatMoney(amountMinor, shift.currency),
    details: { shift_id: shift.id, kind },
  };
  return new Failure(error.kind, error.code, error.message, { details });
}
