import type { Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { TillStaff } from '../../access/index.js';
import { paymentById, settleRefundByHand } from '../../payments/index.js';
import { drawerFor, shiftRequired } from '../../shifts/index.js';
import type { RefundView } from '../payment-list/repository.js';
import { visibleRefund } from './find-refund.js';

/**
 * Pays a waiting cash refund from the drawer of the caller's till. Any till of the store may pay
 * it, once: the second gets 409, also with the same cashier, because cash leaves the drawer.
 */
export async function payOutCash(
  tx: Tx,
  caller: TillStaff,
  ref: string,
  now: Date,
): Promise<RefundView> {
  const refund = await visibleRefund(tx, ref, caller);
  if (refund.store_id !== caller.till.storeId) throw notFound('Refund');
  const payment = await paymentById(tx, refund.payment_id);
  if (payment === undefined) throw new Error('the payment of a refund is missing');
  const money = { store_id: refund.store_id, currency: payment.currency };
  const { shiftId, terminalId } = await drawerFor(tx, caller, money, undefined);
  if (terminalId === null) throw shiftRequired();
  const settlement = { way: 'cash' as const, shiftId, terminalId, by: caller.userId, at: now };
  const settled = await settleRefundByHand(tx, refund.id, 'pay_out_cash', settlement);
  const current = await visibleRefund(tx, refund.id, caller);
  if (settled === undefined) {
    throw conflict('INVALID_STATE', 'This refund does not wait for cash.', {
      status: current.status,
      way: current.way,
      terminal_id: current.terminal_id,
    });
  }
  return current;
}
