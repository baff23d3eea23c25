import { type Reader, statement } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import type { SaleStatus } from './rules.js';

export type OpenSaleLine = {
  id: string;
  product_variant_id: string;
  sku: string;
  name: string;
  product_name: string;
  variant_name: string;
  quantity: number;
  unit: Unit;
  unit_price: string;
  subtotal: string;
  discount: string;
  tax: string;
};

export type OpenSalePayment = {
  id: string;
  payment_method: string;
  payment_method_name: string;
  method_type: string;
  amount: string;
  tip: string;
  register_id: string | null;
  processed_at: string;
};

export type OpenSale = {
  transaction_number: string;
  status: SaleStatus;
  currency: string;
  subtotal: string;
  tax_amount: string;
  prices_include_tax: boolean;
  total_amount: string;
  total_paid: string;
  terminal_id: string | null;
  employee: { id: string; employee_id: string | null; name: string } | null;
  created_at: Date;
  lines: OpenSaleLine[];
  payments: OpenSalePayment[];
};

/** Unpaid and partly paid till sales of a store, without layaways, newest first. */
export const openSalesOf = (reader: Reader, storeId: string, limit: number): Promise<OpenSale[]> =>
  statement<OpenSale>(
    reader,
    `with open as (
       (select * from transactions where store_id = $1 and status = 'pending'
          and source_system = 'pos' and expires_at is null order by id desc limit $2)
       union all
       (select * from transactions where store_id = $1 and status = 'partially_paid'
          and source_system = 'pos' and expires_at is null order by id desc limit $2)
     )
     select open.transaction_number, open.status, open.currency, open.subtotal, open.tax_amount, open.prices_include_tax,
       open.total_amount, open.total_paid, open.terminal_id, open.created_at,
       (select json_build_object('id', u.id, 'employee_id', u.employee_number,
          'name', trim(u.first_name || ' ' || u.last_name))
        from users u where u.id = open.employee_id) as employee,
       (select coalesce(json_agg(json_build_object('id', l.id, 'product_variant_id', l.variant_id,
          'sku', l.sku, 'name', l.name, 'product_name', l.product_name,
          'variant_name', l.variant_name, 'quantity', shown_quantity(l.quantity, l.unit),
          'unit', l.unit,
          'unit_price', l.unit_price::text, 'subtotal', l.subtotal::text,
          'discount', l.discount::text, 'tax', l.tax::text) order by l.position), '[]'::json)
        from transaction_lines l where l.transaction_id = open.id) as lines,
       (select coalesce(json_agg(json_build_object('id', p.id, 'payment_method', m.code,
          'payment_method_name', m.name, 'method_type', m.method_type,
          'amount', p.amount::text, 'tip', p.tip::text,
          'register_id', p.register_id,
          'processed_at', p.processed_at) order by p.id), '[]'::json)
        from payments p join payment_methods m on m.id = p.payment_method_id
        where p.transaction_id = open.id and p.status = 'succeeded') as payments
     from open order by open.id desc limit $2`,
    [storeId, limit],
  );

/** Till sales without payments that were rung up before the given id. */
export async function staleSales(
  reader: Reader,
  beforeId: string,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from transactions
     where status = 'pending' and id < $1 and source_system in ('pos', 'api')
       and terminal_id is not null and expires_at is null and total_paid = 0
     order by id limit $2`,
    [beforeId, limit],
  );
  return rows.map(row => row.id);
}

export type PartlyPaidSale = {
  id: string;
  transaction_number: string;
  store_id: string;
  terminal_id: string | null;
  currency: string;
  total_amount: string;
  total_paid: string;
};

/** The task that a partly paid sale opens, once. */
export const partlyPaidTask = (number: string): string => `partly-paid-${number}`;

/**
 * Partly paid sales without a task: those of a till from before the given id, and orders whose time
 * to be paid at the store has passed.
 */
export const partlyPaidWithoutTask = (
  reader: Reader,
  overdue: { beforeId: string; now: Date },
  limit: number,
): Promise<PartlyPaidSale[]> =>
  statement(
    reader,
    `select t.id, t.transaction_number, t.store_id, t.terminal_id, t.currency, t.total_amount,
       t.total_paid
     from transactions t
     where t.status = 'partially_paid'
       and ((t.expires_at <= $2 and t.source_system <> 'pos') or (t.expires_at is null and t.id < $1
         and t.source_system in ('pos', 'api') and t.terminal_id is not null))
       and not exists (select from tasks
         where task_id = '${partlyPaidTask('')}' || t.transaction_number)
     order by t.id limit $3`,
    [overdue.beforeId, overdue.now, limit],
  );
