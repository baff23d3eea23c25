import { atomically, type Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff } from '../../access/index.js';
import { consumeApproval } from '../../approvals/index.js';
import {
  finishRefunds,
  paymentsOfTransaction,
  refundsOfTransaction,
} from '../../payments/index.js';
import { finishCancelOfSale } from '../card/cancel-card-payment.js';
import { presentPayments } from '../present.js';
import { visibleSale } from '../read-sale.js';
import { lockSale } from '../repository.js';
import { mayMove } from '../rules.js';
import { endSale } from './end-sale.js';

export type VoidRequest = {
  sale: string;
  reason: string;
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
};

/**
 * Voids a sale. One transaction marks it as voided, restocks its lines and opens a refund for every
 * payment that took money. After the commit, without locks, the refunds go to the processors, and a
 * card payment in progress is canceled. A failed refund never fails the void; the refund queue
 * retries it.
 */
export async function voidSale(platform: Platform, caller: Staff, request: VoidRequest) {
  const { db } = platform;
  const found = await visibleSale(db, caller, request.sale);
  const refundIds = await atomically(db, tx =>
    voidOnce(tx, caller, found.id, request, platform.clock.now()),
  );
  await finishRefunds(platform, refundIds);
  await finishCancelOfSale(platform, found.id);
  const [sale, payments, refunds] = await Promise.all([
    visibleSale(db, caller, request.sale),
    paymentsOfTransaction(db, found.id),
    refundsOfTransaction(db, found.id),
  ]);
  return {
    transactionId: sale.transaction_number,
    status: sale.status,
    voidedAt: sale.voided_at?.toISOString() ?? '',
    voidReason: sale.void_reason ?? '',
    totalAmount: sale.total_amount,
    payment_records: presentPayments(payments, refunds, can(caller, 'refund.issue')),
  };
}

/** Returns the pending refunds of this void, or of an earlier void of the same sale. */
async function voidOnce(
  tx: Tx,
  caller: Staff,
  id: string,
  request: VoidRequest,
  now: Date,
): Promise<string[]> {
  const { reason, approvalRequestId } = request;
  const sale = await lockSale(tx, id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  if (sale.status === 'voided') {
    const refunds = await refundsOfTransaction(tx, id);
    return refunds.filter(refund => refund.status === 'pending').map(refund => refund.id);
  }
  if (!mayMove(sale.status, 'voided')) {
    throw conflict('INVALID_STATE', `A sale that is ${sale.status} cannot be voided.`, {
      status: sale.status,
    });
  }
  if (!can(caller, 'sale.void')) {
    await consumeApproval(tx, {
      requestId: approvalRequestId,
      subjects: { void: { saleId: sale.id } },
      amountMinor: minor(sale.total_amount, sale.currency),
      currency: sale.currency,
      storeId: sale.store_id,
      usedBy: caller.userId,
      usedFor: `void ${sale.transaction_number}`,
      now,
    });
  }
  return endSale(tx, caller, sale, { reason, shiftId: request.shiftId }, now);
}
