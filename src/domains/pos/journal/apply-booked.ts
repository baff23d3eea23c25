import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import { lockSale } from '../../transactions/index.js';
import { dataCheck } from './check-data.js';
import type { Applied, Apply, Work } from './entry-work.js';
import { alreadyEntered, type BookedKind, bookedRecord } from './record-repository.js';
import { BookedPaymentData, BookedRefundData, BookedShiftData } from './schemas.js';

const checkRefund = dataCheck(BookedRefundData);
const checkPayment = dataCheck(BookedPaymentData);
const checkShift = dataCheck(BookedShiftData);

/** Whether an entry is about a refund that the routes of the service have made. */
export const isBookedRefund = (data: Work['data']): boolean => data.refund !== undefined;

/** Whether an entry is about a shift that the routes of the service have closed. */
export const isBookedShift = (data: Work['data']): boolean => data.shift !== undefined;

/** Enters a refund of a return, an exchange, a void or a pay-out. Books nothing. */
export const enterRefund: Apply = (work, write) => {
  const { refund: ref, transaction: sale, total_amount: total } = checkRefund(work.data);
  return write(tx => enter(tx, work, 'refund', { ref, sale, total }));
};

/** Enters a payment of a sale that is not completed, such as the deposit of a layaway. */
export const enterPayment: Apply = (work, write) => {
  const { payment: ref, transaction: sale, total_amount: total } = checkPayment(work.data);
  return write(async tx => {
    const applied = await enter(tx, work, 'payment', { ref: ref.toLowerCase(), sale, total });
    await refuseCompleted(tx, applied.sale?.id ?? '');
    return applied;
  });
};

/** The entry of a completed sale covers its payments; a second signature would count the money twice. */
async function refuseCompleted(tx: Tx, saleId: string): Promise<void> {
  const sale = await lockSale(tx, saleId);
  if (sale?.completed_at === null) return;
  throw conflict('INVALID_STATE', 'The sale is completed; its own entry contains this payment.');
}

/** Enters the closing of a shift that was counted and closed in two steps. */
export const enterShift: Apply = (work, write) => {
  const { shift: ref, total_amount: total } = checkShift(work.data);
  return write(tx => enter(tx, work, 'shift', { ref: ref.toLowerCase(), sale: null, total }));
};

async function enter(
  tx: Tx,
  { caller }: Work,
  kind: BookedKind,
  { ref, sale, total }: { ref: string; sale: string | null; total: string | number },
): Promise<Applied> {
  const found = await bookedRecord(tx, kind, caller.till, ref);
  if (found?.sale_number !== sale) throw notFound('Record');
  if (!found.is_done) throw conflict('INVALID_STATE', `This ${kind} is not finished.`);
  if (found.is_entered) throw alreadyEntered();
  if (minor(total, found.currency) !== minor(found.total, found.currency)) {
    throw invalidField('total_amount', `The ${kind} came to ${found.total}.`, 'SUM_MISMATCH');
  }
  const { id, sale_id, sale_number } = found;
  return {
    flags: [],
    records: [{ kind, id }],
    ...(sale_id !== null && sale_number !== null && { sale: { id: sale_id, number: sale_number } }),
  };
}
