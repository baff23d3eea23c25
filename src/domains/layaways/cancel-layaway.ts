import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, notFound } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { finishRefunds, type RefundWithCode, refundsOfTransaction } from '../payments/index.js';
import { findStore } from '../stores/index.js';
import {
  endSale,
  finishCancelOfSale,
  isPayable,
  lockSale,
  type Sale,
} from '../transactions/index.js';
import { findLayaway } from './find-layaway.js';
import { type Layaway, layawayById, setFee } from './repository.js';
import { feeOf } from './rules.js';

export type CancelRequest = {
  reason?: string;
  waivesFee?: boolean;
  approvalRequestId?: string;
  shiftId?: string;
};

/**
 * Cancels a layaway, open or expired: the goods go back on sale, the store keeps its fee, and the rest
 * goes back the way it was paid. Of a payment and a cancellation one wins. A repeated request finds
 * it cancelled and finishes the refunds of a crashed one.
 */
export async function cancelLayaway(
  platform: Platform,
  caller: Staff,
  ref: string,
  request: CancelRequest,
): Promise<{ layaway: Layaway; refunds: RefundWithCode[] }> {
  const { db } = platform;
  const found = await findLayaway(db, caller, ref);
  if (request.waivesFee && !can(caller, 'sale.void')) {
    throw forbidden('Only a manager can waive the fee.', 'PERMISSION_DENIED');
  }
  const refundIds = await atomically(db, tx =>
    cancelOnce(tx, caller, found, request, platform.clock.now()),
  );
  await finishRefunds(platform, refundIds);
  await finishCancelOfSale(platform, found.id);
  const [layaway, refunds] = await Promise.all([
    findLayaway(db, caller, ref),
    refundsOfTransaction(db, found.id),
  ]);
  return { layaway, refunds };
}

/** Returns the pending refunds of this cancellation, or of an earlier one. */
async function cancelOnce(
  tx: Tx,
  caller: Staff,
  { id }: Layaway,
  request: CancelRequest,
  now: Date,
): Promise<string[]> {
  const sale = await lockSale(tx, id);
  const layaway = await layawayById(tx, id);
  if (sale === undefined || layaway === undefined) throw notFound('Layaway', 'LAYAWAY_NOT_FOUND');
  if (sale.status === 'voided') {
    const refunds = await refundsOfTransaction(tx, id);
    return refunds.filter(refund => refund.status === 'pending').map(refund => refund.id);
  }
  if (!isPayable(sale.status)) {
    throw conflict('INVALID_STATE', 'This layaway is paid; return the goods instead.', {
      status: sale.status,
    });
  }
  const store = await findStore(tx, sale.store_id);
  const paidMinor = minor(sale.total_paid, sale.currency);
  const feeMinor = request.waivesFee
    ? 0
    : feeOf(store?.layaway_fee ?? '0', paidMinor, sale.currency);
  const policy = store?.approval_policy as { void?: boolean } | undefined;
  // The money of an expired layaway always waits for a manager.
  const isFree = paidMinor === 0 || (policy?.void === false && layaway.expired_at === null);
  if (!can(caller, 'sale.void') && !isFree) {
    await consent(tx, caller, sale, request, now);
  }
  await setFee(tx, id, formatMoney(feeMinor, sale.currency));
  const reason = request.reason ?? 'Layaway cancelled';
  return endSale(tx, caller, sale, { reason, shiftId: request.shiftId, keepMinor: feeMinor }, now);
}

const consent = (
  tx: Tx,
  { userId }: Staff,
  sale: Sale,
  { approvalRequestId }: CancelRequest,
  now: Date,
) =>
  consumeApproval(tx, {
    requestId: approvalRequestId,
    subjects: { void: { saleId: sale.id } },
    amountMinor: minor(sale.total_paid, sale.currency),
    currency: sale.currency,
    storeId: sale.store_id,
    usedBy: userId,
    usedFor: `cancel layaway ${sale.transaction_number}`,
    now,
  });
