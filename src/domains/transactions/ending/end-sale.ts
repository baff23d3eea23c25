import type { Tx } from '../../../platform/database/tx.js';
import { type Minor, minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { OrderActor } from '../../access/index.js';
import { undoSale } from '../../inventory/index.js';
import { lockPayments, markPaymentsVoided, openRefund } from '../../payments/index.js';
import { drawerFor } from '../../shifts/index.js';
import { requestCancel } from '../card/attempt-repository.js';
import { commitLayaway } from '../commit-layaway.js';
import { saleUpdated, saleVoided } from '../events.js';
import { isGiftCard } from '../gift-card-lines.js';
import { linesOf, markVoided, type Sale } from '../repository.js';
import { isLayaway } from '../rules.js';
import { takeBackGiftCards } from './take-back-gift-cards.js';

export type SaleEnd = {
  reason: string;
  /** The open shift that pays cash back; a till pays from its own drawer. */
  shiftId?: string;
  /** What the store keeps of the payments, the oldest first. */
  keepMinor?: Minor;
};

/**
 * Marks a locked sale as voided, restocks its lines and opens a refund for every payment that took
 * money. A card payment in progress is canceled by its queue, or by the caller. The caller has
 * checked that the sale may be voided. Returns the refunds that are still pending; the caller
 * finishes them after the commit.
 */
export async function endSale(
  tx: Tx,
  caller: OrderActor,
  sale: Sale,
  end: SaleEnd,
  now: Date,
): Promise<string[]> {
  const { reason } = end;
  await markVoided(tx, sale.id, { at: now, reason, by: caller.userId });
  await restock(tx, sale, caller);
  await takeBackGiftCards(tx, sale, 'all', now);
  await requestCancel(tx, sale.id, now);
  const refundIds = await refundPayments(tx, sale, end, caller, now);
  await record(
    tx,
    saleUpdated(sale, { status: 'voided', previous_status: sale.status }),
    saleVoided(sale),
  );
  return refundIds;
}

async function refundPayments(
  tx: Tx,
  sale: Sale,
  { reason, shiftId, keepMinor = 0 }: SaleEnd,
  caller: OrderActor,
  now: Date,
): Promise<string[]> {
  const refundIds: string[] = [];
  let toKeepMinor = keepMinor;
  const drawer = await drawerFor(tx, caller, sale, shiftId);
  for (const payment of await lockPayments(tx, sale.id)) {
    if (payment.status !== 'succeeded') continue;
    const heldMinor =
      minor(payment.amount, payment.currency) - minor(payment.refund_total, payment.currency);
    const leftMinor = Math.max(0, heldMinor - toKeepMinor);
    toKeepMinor -= heldMinor - leftMinor;
    if (leftMinor === 0) continue;
    const refund = await openRefund(tx, {
      paymentId: payment.id,
      amountMinor: leftMinor,
      tipMinor: minor(payment.tip, payment.currency) - minor(payment.refund_tip, payment.currency),
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

/** Only completed sales, web orders and layaways, which reserve stock, have changed the stock. */
async function restock(tx: Tx, sale: Sale, caller: OrderActor): Promise<void> {
  const reserves = sale.source_system === 'web_commerce' || isLayaway(sale);
  if (sale.completed_at === null && !reserves) return;
  // The consumer may not have posted a layaway that was paid just now.
  if (sale.completed_at !== null && isLayaway(sale)) await commitLayaway(tx, sale.id, null);
  const lines = (await linesOf(tx, sale.id)).filter(line => !isGiftCard(line));
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
