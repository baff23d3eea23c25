import { atomically, type Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff } from '../../access/index.js';
import { consumeApproval } from '../../approvals/index.js';
import { finishRefunds, type RefundWithCode, refundsOfTransaction } from '../../payments/index.js';
import { storeForSelling } from '../../stores/index.js';
import { finishCancelOfSale } from '../card/cancel-card-payment.js';
import { visibleSale } from '../read-sale.js';
import { lockSale, type Sale } from '../repository.js';
import { isLayaway, isPayable } from '../rules.js';
import { endSale } from './end-sale.js';

export type CancelRequest = { sale: string; reason: string; approvalRequestId?: string };

/**
 * Cancels an unpaid or partly paid sale from any till of its store, and gives back what was paid.
 * A payment or a void that comes first wins: a paid sale is refused, a voided one is returned as
 * it is, so that a repeated request finishes the refunds of a crashed one.
 */
export async function cancelSale(
  platform: Platform,
  caller: Staff,
  request: CancelRequest,
): Promise<{ sale: Sale; refunds: RefundWithCode[] }> {
  const { db } = platform;
  const found = await visibleSale(db, caller, request.sale);
  const needsApproval = await needsApprovalToCancel(platform, caller, found.store_id);
  const refundIds = await atomically(db, tx =>
    cancelOnce(tx, caller, found.id, { ...request, needsApproval }, platform.clock.now()),
  );
  await finishRefunds(platform, refundIds);
  await finishCancelOfSale(platform, found.id);
  const [sale, refunds] = await Promise.all([
    visibleSale(db, caller, request.sale),
    refundsOfTransaction(db, found.id),
  ]);
  return { sale, refunds };
}

/** Staff without the right to void need an approval, unless the store's policy waives it. */
async function needsApprovalToCancel(
  platform: Platform,
  caller: Staff,
  storeId: string,
): Promise<boolean> {
  if (can(caller, 'sale.void')) return false;
  const store = await storeForSelling(platform, storeId, platform.db);
  return store?.approvalPolicy.void !== false;
}

/** Returns the pending refunds of this cancel, or of an earlier one of the same sale. */
async function cancelOnce(
  tx: Tx,
  caller: Staff,
  id: string,
  { reason, approvalRequestId, needsApproval }: CancelRequest & { needsApproval: boolean },
  now: Date,
): Promise<string[]> {
  const sale = await lockSale(tx, id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  if (sale.status === 'voided') {
    const refunds = await refundsOfTransaction(tx, id);
    return refunds.filter(refund => refund.status === 'pending').map(refund => refund.id);
  }
  if (!isPayable(sale.status)) {
    throw conflict('INVALID_STATE', `A sale that is ${sale.status} cannot be cancelled.`, {
      status: sale.status,
    });
  }
  if (isLayaway(sale)) {
    throw conflict('IS_LAYAWAY', 'This sale is a layaway; cancel the layaway.');
  }
  const paidMinor = minor(sale.total_paid, sale.currency);
  // No money has to be given back for an unpaid sale, so nobody has to consent.
  if (needsApproval && paidMinor > 0) {
    await consumeApproval(tx, {
      requestId: approvalRequestId,
      subjects: { void: { saleId: sale.id } },
      amountMinor: paidMinor,
      currency: sale.currency,
      storeId: sale.store_id,
      usedBy: caller.userId,
      usedFor: `cancel ${sale.transaction_number}`,
      now,
    });
  }
  return endSale(tx, caller, sale, { reason }, now);
}
