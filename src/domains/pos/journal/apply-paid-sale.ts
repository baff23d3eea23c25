import type { Tx } from '../../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { can } from '../../access/index.js';
import { heldMoney, paymentsOfTransaction } from '../../payments/index.js';
import { guardCodes } from '../../stored-value/index.js';
import {
  isPayable,
  lockSale,
  numberSale,
  type Sale,
  visibleSale,
} from '../../transactions/index.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { isNumberOf } from './rules.js';
import { noteIfLate, placeMoney, takePayments } from './sale-money.js';
import { PaidSaleData } from './schemas.js';

const check = dataCheck(PaidSaleData);

/** Whether an entry is about a sale that the service has booked by its routes. */
export const isPaidSale = (data: Work['data']): boolean => data.transaction !== undefined;

/**
 * Enters a sale of the service. One that the routes have completed, by a card on the reader or by
 * stored value, gets the number of the till and books nothing. With `payments`, these complete it:
 * cash or a slip for a web order, a layaway or the rest of a sale paid in parts.
 */
export async function applyPaidSale<T>(work: Work, write: Write<T>): Promise<T> {
  const data = check(work.data);
  const { platform, caller, senderId } = work;
  if (!isNumberOf(caller.till.terminalId, data.number)) {
    throw invalidField('number', 'This is no number of this till.', 'WRONG_TILL_NUMBER');
  }
  if (data.payments === undefined) return write(tx => enter(tx, work, data));
  if (!can(caller, 'payment.take')) {
    throw forbidden('Your role does not allow this.', 'PERMISSION_DENIED');
  }
  const code = data.payments.find(one => one.gift_card_code)?.gift_card_code;
  return guardCodes(platform, senderId, code, () => write(tx => complete(tx, work, data)));
}

type Data = Static<typeof PaidSaleData>;

/** The sale, which no entry has yet. */
async function lockedSale(tx: Tx, { caller }: Work, { transaction, total_amount }: Data) {
  const { id } = await visibleSale(tx, caller, transaction);
  const sale = await lockSale(tx, id);
  if (sale?.store_id !== caller.till.storeId) {
    throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  }
  if (minor(total_amount, sale.currency) !== minor(sale.total_amount, sale.currency)) {
    throw invalidField('total_amount', `The sale came to ${sale.total_amount}.`, 'SUM_MISMATCH');
  }
  if (sale.till_number !== null) {
    throw conflict('SALE_ENTERED', `The sale has the number ${sale.till_number} already.`);
  }
  return sale;
}

async function enter(tx: Tx, work: Work, data: Data): Promise<Applied> {
  const sale = await lockedSale(tx, work, data);
  const { terminalId } = work.caller.till;
  const payments = await paymentsOfTransaction(tx, sale.id);
  const isPaidHere = payments.some(one => one.register_id === terminalId && heldMoney(one));
  if (sale.completed_at === null || !isPaidHere) throw notCompleted(sale);
  await numberSale(tx, sale.id, data.number, work.at);
  return {
    flags: [],
    tillNumber: data.number,
    sale: { id: sale.id, number: sale.transaction_number },
  };
}

async function complete(tx: Tx, work: Work, data: Data): Promise<Applied> {
  const { place, booking } = await placeMoney(tx, work);
  const sale = await lockedSale(tx, work, data);
  if (work.isDecided !== true) requireDue(sale, data);
  const number = sale.transaction_number;
  const ids = await takePayments(tx, work, number, data.payments ?? [], booking);
  const paid = await lockSale(tx, sale.id);
  if (paid === undefined || paid.completed_at === null) throw notCompleted(sale);
  await numberSale(tx, sale.id, data.number, work.at);
  return {
    flags: await noteIfLate(tx, work, place, sale, ids),
    tillNumber: data.number,
    sale: { id: sale.id, number },
  };
}

/**
 * Another till may have taken a part since this one showed the amount due: 100.00 in cash for what is
 * 50.00 now would be booked with change that the customer has not got. A person who books the held
 * entry has looked at that. Entries of earlier releases do not say what the till showed.
 */
function requireDue(sale: Sale, { amount_due: shown }: Data): void {
  const { currency, total_amount, total_paid, status } = sale;
  if (shown === undefined || !isPayable(status)) return;
  const dueMinor = minor(total_amount, currency) - minor(total_paid, currency);
  if (minor(shown, currency) === dueMinor) return;
  const due = formatMoney(dueMinor, currency);
  throw conflict('AMOUNT_DUE_CHANGED', `The till showed ${shown} as due, but ${due} is due.`, {
    amount_due: due,
  });
}

const notCompleted = ({ status }: { status: string }) =>
  conflict('INVALID_STATE', 'This till has not completed this sale.', { status });
