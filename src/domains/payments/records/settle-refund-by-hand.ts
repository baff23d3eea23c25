import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import { refundActionDone, refundSucceeded } from '../events.js';
import { type HandSettlement, type Refund, settleByHand } from './refund-repository.js';
import type { RefundAction } from './rules.js';
import { withSaleNumber } from './settle-attempt.js';

/**
 * Settles a refund that a person has paid out or confirmed. Undefined if the refund does not wait
 * for this action, for example because another till was faster.
 */
export async function settleRefundByHand(
  tx: Tx,
  id: string,
  action: RefundAction,
  settlement: HandSettlement,
): Promise<Refund | undefined> {
  const settled = await settleByHand(tx, id, action, settlement);
  if (settled === undefined) return undefined;
  const refund = await withSaleNumber(tx, settled);
  await record(tx, refundSucceeded(refund), refundActionDone(refund, action));
  return settled;
}
