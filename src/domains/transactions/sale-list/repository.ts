import { type Reader, statement } from '../../../platform/database/tx.js';
import { partSql } from '../figures/conditions-repository.js';
import type { Given } from '../figures/rows-repository.js';
import type { Sale } from '../repository.js';
import { conditionsOf, type SaleFilter } from './conditions-repository.js';

export type { SaleFilter, SaleSearch } from './conditions-repository.js';

/** Sort field to column; the id breaks ties. */
const ORDER_COLUMNS = {
  created_at: 'id',
  totalAmount: 'total_amount',
  transactionId: 'transaction_number',
  status: 'status',
  store: 'store_id',
} as const;

const TYPES = {
  total_amount: 'numeric',
  transaction_number: 'text',
  status: 'text',
  store_id: 'uuid',
} as const;

export type SaleOrder = { by: keyof typeof ORDER_COLUMNS; descending: boolean };
export type ListedSale = Pick<
  Sale,
  | 'id'
  | 'transaction_number'
  | 'status'
  | 'total_amount'
  | 'store_id'
  | 'created_at'
  | 'terminal_id'
  | 'source_system'
  | 'currency'
> &
  Part & { employee_name: string | null; customer_name: string | null };
/** The part of a sale that a filter chooses, such as its cash; absent without such a filter. */
type Part = { part_amount?: string };
/** A sale of the CSV file: the list has fewer columns, but names employee and customer. */
export type ExportedSale = Omit<ListedSale, 'employee_name' | 'customer_name'> &
  Pick<
    Sale,
    | 'subtotal'
    | 'promotion_discount'
    | 'tax_amount'
    | 'shipping_amount'
    | 'total_paid'
    | 'price_overridden'
    | 'tax_variance'
    | 'completed_at'
    | 'notes'
  > & { store_code: string; employee_number: string | null; customer: string | null };

type After = { value: string; id: string } | undefined;

/** A page of sales after the given key; an index supports every order. */
export function listSales(
  reader: Reader,
  filter: SaleFilter,
  order: SaleOrder,
  after: After,
  limit: number,
): Promise<ListedSale[]> {
  const columns = `t.id, t.transaction_number, t.status, t.total_amount, t.store_id, t.created_at,
    t.terminal_id, t.source_system, t.currency, (select nullif(trim(concat_ws(' ', e.first_name, e.last_name)), '')
      from users e where e.id = t.employee_id) as employee_name,
    coalesce((select coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), c.email)
      from users c where c.id = t.customer_id), t.customer_email) as customer_name`;
  const needsClock = filter.dateFrom || filter.dateTo || filter.hour !== undefined;
  const from = needsClock ? JOIN_STORES : '';
  return select(reader, columns, from, { filter, order, after, limit });
}

const JOIN_STORES = 'join stores s on s.id = t.store_id';

/** The same rows with the columns of the CSV file. */
export const exportSales = (
  reader: Reader,
  filter: SaleFilter,
  order: SaleOrder,
  after: After,
  limit: number,
): Promise<ExportedSale[]> =>
  select(
    reader,
    `t.id, t.transaction_number, t.status, t.total_amount, t.store_id, t.created_at, t.terminal_id,
       t.source_system, t.currency, t.subtotal, t.promotion_discount, t.tax_amount,
       t.shipping_amount, t.total_paid, t.price_overridden, t.tax_variance, t.completed_at, t.notes,
       s.code as store_code, e.employee_number, coalesce(c.email, t.customer_email) as customer`,
    `${JOIN_STORES} left join users e on e.id = t.employee_id
     left join users c on c.id = t.customer_id`,
    { filter, order, after, limit },
  );

function select<Row>(
  reader: Reader,
  list: string,
  joins: string,
  page: { filter: SaleFilter; order: SaleOrder; after: After; limit: number },
): Promise<Row[]> {
  const { filter, order, after, limit } = page;
  const values: unknown[] = [];
  const given: Given = (value, type) => `$${values.push(value)}::${type}`;
  const part = partSql(filter, given);
  const columnOfPart = `, round(coalesce(${part}, 0), amount_digits(t.currency)) as part_amount`;
  const column = ORDER_COLUMNS[order.by];
  const columns = column === 'id' ? ['t.id'] : [`t.${column}`, 't.id'];
  const [direction, beyond] = order.descending ? ['desc', '<'] : ['asc', '>'];
  const conditions = conditionsOf(filter, given);
  if (after) {
    const key = column === 'id' ? [] : [given(after.value, TYPES[column])];
    key.push(given(after.id, 'uuid'));
    conditions.push(`(${columns.join(', ')}) ${beyond} (${key.join(', ')})`);
  }
  return statement<Row & object>(
    reader,
    `select ${list}${part === undefined ? '' : columnOfPart} from transactions t ${joins}
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by ${columns.map(name => `${name} ${direction}`).join(', ')}
     limit ${given(limit, 'integer')}`,
    values,
  );
}
