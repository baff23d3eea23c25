import type { Tx } from '../../platform/database/tx.js';
import { conflict, type Failure, notFound } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { OrderActor } from '../access/index.js';
import { lockSale, type Sale } from '../transactions/index.js';
import { visibleFulfillment } from './find-fulfillment.js';
import { type Fulfillment, fulfillmentById } from './repository.js';
import { type Action, type FulfillmentStatus, isLive, MOVES } from './rules.js';

export type LockedFulfillment = { row: Fulfillment; sale: Sale; to: FulfillmentStatus };

/**
 * Locks the sale and checks that its fulfillment allows this action. Payments and voids lock the
 * sale too, so goods never leave for a sale that is being voided.
 */
export async function lockFulfillment(
  tx: Tx,
  caller: OrderActor,
  id: string,
  action: Action,
): Promise<LockedFulfillment> {
  const found = await visibleFulfillment(tx, caller, id);
  const sale = await lockSale(tx, found.transaction_id);
  const row = await fulfillmentById(tx, found.id);
  if (sale === undefined || row === undefined) throw notFound('Fulfillment');
  const move = MOVES[row.fulfillment_type][action];
  if (!move?.from.includes(row.status)) throw invalidTransition(row, action);
  if (move.sale !== undefined && !isLive(sale.status)) {
    throw conflict('INVALID_STATE', `The sale is ${sale.status}.`, {
      transaction_status: sale.status,
    });
  }
  const due = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  if (move.sale === 'paid' && due > 0) {
    throw conflict('PAYMENT_DUE', `${formatMoney(due, sale.currency)} has to be paid first.`, {
      amount_due: formatMoney(due, sale.currency),
    });
  }
  return { row, sale, to: move.to };
}

const invalidTransition = (row: Fulfillment, action: Action): Failure =>
  conflict(
    'INVALID_STATE',
    `A ${row.fulfillment_type} fulfillment that is ${row.status} does not allow ${action}.`,
    { status: row.status, fulfillment_type: row.fulfillment_type },
  );
