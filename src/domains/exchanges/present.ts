import type { Reader } from '../../platform/database/tx.js';
import { formatMoney, minor } from '../../platform/money.js';
import { presentReturn, type ReturnRow } from '../returns/index.js';
import type { Paid, RungUp } from '../transactions/index.js';
import type { ListedExchange } from './repository.js';

/** The completed return, the new sale, and its last payment; undefined if it has none yet. */
export type Exchange = { row: ReturnRow; sale: RungUp; paid: Paid | undefined };

export type ShownExchange = Awaited<ReturnType<typeof presentExchange>>;

export async function presentExchange(reader: Reader, { row, sale, paid }: Exchange) {
  const valueMinor = minor(row.refund_amount, sale.currency);
  const paidMinor = minor(paid?.totalPaid ?? '0.00', sale.currency);
  return {
    return: await presentReturn(reader, row, true),
    transaction: {
      transaction_id: sale.number,
      status: paid?.status ?? ('pending' as const),
      total_amount: formatMoney(sale.totalMinor, sale.currency),
      total_paid: formatMoney(paidMinor, sale.currency),
      amount_due: formatMoney(sale.totalMinor - paidMinor, sale.currency),
      change_due: paid?.changeDue ?? '0.00',
      ...(paid?.rounded && {
        rounding_amount: paid.rounded.roundingAmount,
        cash_due: paid.rounded.cashDue,
      }),
      completed_at: paid?.completedAt?.toISOString() ?? null,
    },
    ...presentSums(valueMinor, sale.totalMinor, sale.currency),
    ...(paid?.giftCards && { gift_cards: paid.giftCards }),
  };
}

const presentSums = (valueMinor: number, totalMinor: number, currency: string) => ({
  exchanged_amount: formatMoney(Math.min(valueMinor, totalMinor), currency),
  difference: formatMoney(totalMinor - valueMinor, currency),
});

export function presentListedExchange(row: ListedExchange) {
  const valueMinor = minor(row.refund_amount, row.currency);
  const totalMinor = minor(row.total_amount, row.currency);
  return {
    id: row.id,
    return_number: row.return_number,
    transaction: row.transaction_number,
    exchange_transaction: row.exchange_number,
    exchange_status: row.exchange_status,
    store: row.store_id,
    terminal_id: row.terminal_id,
    employee: row.employee_id,
    employee_name: row.employee_name,
    currency: row.currency,
    returned_amount: formatMoney(valueMinor, row.currency),
    total_amount: formatMoney(totalMinor, row.currency),
    ...presentSums(valueMinor, totalMinor, row.currency),
    refund_to: totalMinor < valueMinor ? row.refund_to : null,
    created_at: row.created_at.toISOString(),
  };
}
