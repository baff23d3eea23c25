import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Reply, Settle } from '../../../platform/http/idempotency.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff } from '../../access/index.js';
import { finishRefunds, type Refund } from '../../payments/index.js';
import { refundView } from '../payment-list/repository.js';
import { presentRefund } from '../payments/present.js';
import { applyRefunds } from './apply-refunds.js';
import { openPaymentRefund, type RefundRequest } from './open-payment-refund.js';

type ShownRefund = ReturnType<typeof presentRefund>;

/**
 * Refunds a payment up to the rest of its amount. The transaction that opens the refund also stores
 * the idempotent response: if the process dies before the processor responds, a retry of the
 * request must not open a second refund.
 */
export async function refundPayment(
  platform: Platform,
  caller: Staff,
  request: RefundRequest,
  settle: Settle,
): Promise<Reply<ShownRefund>> {
  const { db } = platform;
  const respond = async (tx: Tx, refund: Refund) => {
    await applyRefunds(tx, refund.transaction_id, platform.clock.now());
    const view = await refundView(tx, 'id', refund.id);
    if (view === undefined) throw new Error('the new refund is missing');
    return settle(tx, 201, presentRefund(view, can(caller, 'refund.issue')));
  };
  const { refund, reply } = await atomically(db, async tx => {
    const refund = await openPaymentRefund(tx, caller, request, platform.clock.now());
    return { refund, reply: await respond(tx, refund) };
  });
  if (refund.status !== 'pending' || refund.action_required !== null) return reply;
  await finishRefunds(platform, [refund.id]);
  return atomically(db, tx => respond(tx, refund));
}
