import { type Reader, statement } from '../../platform/database/tx.js';
import type { RefundDestination } from '../payments/index.js';
import { createdIn, type SaleStatus } from '../transactions/index.js';

export type ExchangeFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  /** Days of the store, `2026-03-01`; both are included. */
  dateFrom?: string;
  dateTo?: string;
  employeeId?: string;
};

export type ListedExchange = {
  id: string;
  return_number: string;
  transaction_number: string;
  exchange_number: string;
  exchange_status: SaleStatus;
  store_id: string;
  terminal_id: string | null;
  employee_id: string | null;
  employee_name: string | null;
  currency: string;
  refund_amount: string;
  refund_to: RefundDestination | null;
  total_amount: string;
  created_at: Date;
};

/** Newest first; `beforeId` is the last id of the previous page. */
export function listExchanges(
  reader: Reader,
  filter: ExchangeFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<ListedExchange[]> {
  const values: unknown[] = [];
  const given = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const { stores, employeeId } = filter;
  const conditions = ['r.exchange_transaction_id is not null', ...createdIn('r.id', filter, given)];
  if (stores) conditions.push(`r.store_id = any(${given(stores, 'uuid[]')})`);
  if (employeeId) conditions.push(`r.requested_by = ${given(employeeId, 'uuid')}`);
  if (beforeId) conditions.push(`r.id < ${given(beforeId, 'uuid')}`);
  return statement<ListedExchange>(
    reader,
    `select r.id, r.return_number, old.transaction_number, new.transaction_number as exchange_number,
       new.status as exchange_status, r.store_id, r.terminal_id, r.requested_by as employee_id,
       nullif(trim(concat_ws(' ', e.first_name, e.last_name)), '') as employee_name, new.currency,
       r.refund_amount, r.refund_to, new.total_amount, r.created_at
     from returns r
     join stores s on s.id = r.store_id
     join transactions old on old.id = r.transaction_id
     join transactions new on new.id = r.exchange_transaction_id
     left join users e on e.id = r.requested_by
     where ${conditions.join(' and ')}
     order by r.id desc limit ${given(limit, 'integer')}`,
    values,
  );
}
