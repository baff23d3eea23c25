import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { lockSale, visibleSale } from '../transactions/index.js';
import { fulfillmentUpdated } from './events.js';
import { type Fulfillment, fulfillmentsOf, updateFulfillment } from './repository.js';
import { COUNTER_TYPES, isLive, isOpen } from './rules.js';

/**
 * Hands the goods of an order over at a till. The customer may come before the order is marked as
 * ready, so any waiting state is accepted. The sale's lock admits one till; the next one gets 409
 * with the time of the first, so that nobody hands the goods over twice.
 */
export async function handOver(
  tx: Tx,
  caller: Staff,
  saleRef: string,
  now: Date,
): Promise<Fulfillment[]> {
  const found = await visibleSale(tx, caller, saleRef);
  const sale = await lockSale(tx, found.id);
  if (sale === undefined) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  const rows = (await fulfillmentsOf(tx, sale.id)).filter(isForCounter);
  const waiting = rows.filter(row => isOpen(row.status));
  if (waiting.length === 0) throw nothingToHandOver(rows);
  if (!isLive(sale.status)) {
    throw conflict('INVALID_STATE', `The sale is ${sale.status}.`, {
      transaction_status: sale.status,
    });
  }
  const due = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  if (due > 0) {
    throw conflict('PAYMENT_DUE', `${formatMoney(due, sale.currency)} has to be paid first.`, {
      amount_due: formatMoney(due, sale.currency),
    });
  }
  const change = { status: 'picked_up' as const, updated_at: now, ...handedOver(caller, now) };
  const moved = waiting.map(row => ({ ...row, ...change }));
  for (const row of moved) {
    await updateFulfillment(tx, row.id, change);
    await record(tx, fulfillmentUpdated(row));
  }
  return moved;
}

const isForCounter = (row: Fulfillment): boolean =>
  (COUNTER_TYPES as readonly string[]).includes(row.fulfillment_type);

function nothingToHandOver(rows: readonly Fulfillment[]) {
  const done = rows.find(row => row.status === 'picked_up');
  if (done === undefined) {
    return conflict('INVALID_STATE', 'This sale has no goods that wait at the counter.');
  }
  return conflict('ALREADY_HANDED_OVER', 'The goods were handed over already.', {
    handed_over_at: done.handed_over_at?.toISOString() ?? null,
    terminal_id: done.handed_over_terminal,
  });
}

/** Who handed the goods over, when, and at which till. */
export const handedOver = (caller: Staff, now: Date) => ({
  handed_over_at: now,
  handed_over_by: caller.userId,
  handed_over_terminal: caller.till?.terminalId ?? null,
});
