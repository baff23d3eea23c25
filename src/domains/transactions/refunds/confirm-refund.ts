import type { Tx } from '../../../platform/database/tx.js';
import { conflict, forbidden } from '../../../platform/http/failure.js';
import { can, type Staff } from '../../access/index.js';
import { settleRefundByHand } from '../../payments/index.js';
import type { RefundView } from '../payment-list/repository.js';
import { refuseCardNumbers } from '../refuse-card-numbers.js';
import { visibleRefund } from './find-refund.js';

/**
 * Confirms a refund that was made on a separate card terminal, with the number on its slip. Of two
 * parallel confirmations one settles it. The same number again changes nothing.
 */
export async function confirmRefund(
  tx: Tx,
  caller: Staff,
  ref: string,
  reference: string,
  now: Date,
): Promise<RefundView> {
  refuseCardNumbers({ reference });
  const refund = await visibleRefund(tx, ref, caller);
  if (!can(caller, 'refund.issue') && refund.requested_by !== caller.userId) {
    throw forbidden(
      'Only the person who asked for this refund or a manager can confirm it.',
      'PERMISSION_DENIED',
    );
  }
  const settlement = { way: 'external' as const, reference, by: caller.userId, at: now };
  const settled = await settleRefundByHand(tx, refund.id, 'confirm_on_terminal', settlement);
  const current = await visibleRefund(tx, refund.id, caller);
  const isRepeated = current.way === 'external' && current.reference === reference;
  if (settled === undefined && !isRepeated) {
    throw conflict('INVALID_STATE', 'This refund does not wait for a slip number.', {
      status: current.status,
      way: current.way,
      action_required: current.action_required,
    });
  }
  return current;
}
