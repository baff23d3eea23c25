import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import { heldMoney, paymentsOfTransaction } from '../../payments/index.js';
import { lockSale, numberSale, visibleSale } from '../../transactions/index.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { isNumberOf } from './rules.js';
import { PaidSaleData } from './schemas.js';

const check = dataCheck(PaidSaleData);

/** Whether an entry is about a sale that the service has booked by its routes. */
export const isPaidSale = (data: Work['data']): boolean => data.transaction !== undefined;

/**
 * Enters a sale that was paid by the routes of the service: by a card on the reader, in parts or by
 * stored value. It gets the number of the till and books nothing.
 */
export function applyPaidSale<T>(work: Work, write: Write<T>): Promise<T> {
  const { number, transaction, total_amount } = check(work.data);
  if (!isNumberOf(work.caller.till.terminalId, number)) {
    throw invalidField('number', 'This is no number of this till.', 'WRONG_TILL_NUMBER');
  }
  return write(tx => enter(tx, work, number, { transaction, total: total_amount }));
}

async function enter(
  tx: Tx,
  { caller, at }: Work,
  number: string,
  { transaction, total }: { transaction: string; total: string | number },
): Promise<Applied> {
  const { terminalId, storeId } = caller.till;
  const { id } = await visibleSale(tx, caller, transaction);
  const sale = await lockSale(tx, id);
  if (sale?.store_id !== storeId) throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  const payments = await paymentsOfTransaction(tx, id);
  const isPaidHere = payments.some(one => one.register_id === terminalId && heldMoney(one));
  if (sale.completed_at === null || !isPaidHere) {
    throw conflict('INVALID_STATE', 'This till has not completed this sale.', {
      status: sale.status,
    });
  }
  if (minor(total, sale.currency) !== minor(sale.total_amount, sale.currency)) {
    throw invalidField('total_amount', `The sale came to ${sale.total_amount}.`, 'SUM_MISMATCH');
  }
  if (sale.till_number !== null) {
    throw conflict('SALE_ENTERED', `The sale has the number ${sale.till_number} already.`);
  }
  await numberSale(tx, id, number, at);
  return { flags: [], tillNumber: number, sale: { id, number: sale.transaction_number } };
}
