import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { undoSale } from '../inventory/index.js';
import {
  finishRefunds,
  lockPayments,
  markPaymentsVoided,
  openRefund,
  paymentsOfTransaction,
  refundsOfTransaction,
} from '../payments/index.js';
import { drawerFor } from '../shifts/index.js';
import { saleUpdated, saleVoided } from './events.js';
import { presentPayments } from './present.js';
import { visibleSale } from './read-sale.js';
import { linesOf, lockSale, markVoided, type Sale } from './repository.js';
import { mayMove } from './rules.js';

export type VoidRequest = {
  sale: string;
  reason: string;
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
};

/**
 * Voids a sale. One transaction marks it as voided, restocks its lines and opens a refund for every
 * payment that took money. After the commit, without locks, the refunds go to the processors. A
 * failed refund never fails the void; the refund queue retries it.
 */
export async function voidSale(platform: Platform, caller: Staff, request: VoidRequest) {
  const { db } = platform;
  const found = await visibleSale(db, caller, request.sale);
  const refundIds = await atomically(db, tx =>
    voidOnce(tx, caller, found.id, request, platform.clock.now()),
  );
  await finishRefunds(platform, refundIds);
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
      requestTypes: ['void'],
      amountMinor: minor(sale.total_amount),
      storeId: sale.store_id,
      usedBy: caller.userId,
      subject: sale.transaction_number,
      usedFor: `void ${sale.transaction_number}`,
      now,
    });
  }
  await markVoided(tx, id, { at: now, reason, by: caller.userId });
  await restock(tx, sale, caller);
  const refundIds = await refundPayments(tx, sale, request, caller, now);
  await record(
    tx,
    saleUpdated(sale, { status: 'voided', previous_status: sale.status, void_reason: reason }),
    saleVoided(sale, reason),
  );
  return refundIds;
}

async function refundPayments(
  tx: Tx,
  sale: Sale,
  { reason, shiftId }: VoidRequest,
  caller: Staff,
  now: Date,
): Promise<string[]> {
  const refundIds: string[] = [];
  const drawer = await drawerFor(tx, caller, sale, shiftId);
  for (const payment of await lockPayments(tx, sale.id)) {
    const leftMinor = minor(payment.amount) - minor(payment.refund_total);
    if (payment.status !== 'succeeded' || leftMinor === 0) continue;
    const refund = await openRefund(tx, {
      paymentId: payment.id,
      amountMinor: leftMinor,
      cause: 'void',
      reason,
      requestedBy: caller.userId,
      ...drawer,
      now,
    });
    if (refund.status === 'pending') refundIds.push(refund.id);
  }
  await markPaymentsVoided(tx, sale.id);
  return refundIds;
}

/** Only completed sales and web orders, which reserve stock, have changed the stock. */
async function restock(tx: Tx, sale: Sale, caller: Staff): Promise<void> {
  if (sale.completed_at === null && sale.source_system !== 'web_commerce') return;
  const lines = await linesOf(tx, sale.id);
  await undoSale(tx, {
    reference: sale.id,
    storeId: sale.store_id,
    actorId: caller.userId,
    terminalId: sale.terminal_id,
    sold: lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
    remaining: lines
      .map(line => ({
        variantId: line.variant_id,
        quantity: line.quantity - line.returned_quantity,
      }))
      .filter(line => line.quantity > 0),
  });
}
