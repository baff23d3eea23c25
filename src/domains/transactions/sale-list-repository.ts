import { type Reader, statement } from '../../platform/database/tx.js';
import type { Sale } from './repository.js';
import type { SaleFlag, SaleStatus, Source } from './rules.js';

export type SaleFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  status?: SaleStatus;
  /** Days of the store that made the sale, `2026-03-01`; both are included. */
  dateFrom?: string;
  dateTo?: string;
  terminalId?: string;
  employeeId?: string;
  customerId?: string;
  source?: Source;
  amountMin?: string;
  amountMax?: string;
  flag?: SaleFlag;
  search?: SaleSearch;
};

/** The start of a number, with the ids of its day, or words. */
export type SaleSearch = { number: string; from: string; before: string } | { words: string };

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
> & { employee_name: string | null };
/** What the CSV file has besides. */
export type ExportedSale = Omit<ListedSale, 'employee_name'> &
  Pick<
    Sale,
    | 'currency'
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
/** Adds a value to the statement and returns its placeholder. */
type Given = (value: unknown, type: string) => string;

/** A page of sales after the given key; an index supports every order. */
export function listSales(
  reader: Reader,
  filter: SaleFilter,
  order: SaleOrder,
  after: After,
  limit: number,
): Promise<ListedSale[]> {
  const columns = `t.id, t.transaction_number, t.status, t.total_amount, t.store_id, t.created_at,
    t.terminal_id, t.source_system, (select nullif(trim(concat_ws(' ', e.first_name, e.last_name)), '')
      from users e where e.id = t.employee_id) as employee_name`;
  const from = filter.dateFrom || filter.dateTo ? JOIN_STORES : '';
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
    `select ${list} from transactions t ${joins}
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by ${columns.map(name => `${name} ${direction}`).join(', ')}
     limit ${given(limit, 'integer')}`,
    values,
  );
}

/** Partial indexes hold the sales with each flag. */
const FLAGS: Record<SaleFlag, string> = {
  price_overridden: 't.price_overridden',
  tax_variance: 't.tax_variance <> 0',
  age_check: 't.age_check is not null',
};

function conditionsOf(filter: SaleFilter, given: Given): string[] {
  const { stores, dateFrom, dateTo, flag, search } = filter;
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined, type: string): void => {
    if (value !== undefined) conditions.push(`t.${column} = ${given(value, type)}`);
  };
  if (stores?.length === 1) equal('store_id', stores[0], 'uuid');
  else if (stores) conditions.push(`t.store_id = any(${given(stores, 'uuid[]')})`);
  // A literal, so that the planner finds the partial index of a store's sales that are not completed.
  if (filter.status) conditions.push(`t.status = '${filter.status}'`);
  equal('terminal_id', filter.terminalId, 'text');
  equal('employee_id', filter.employeeId, 'uuid');
  equal('customer_id', filter.customerId, 'uuid');
  // A literal, so that the planner finds the partial index of sales that were not made at a till.
  if (filter.source) conditions.push(`t.source_system = '${filter.source}'`);
  const { amountMin, amountMax } = filter;
  if (amountMin) conditions.push(`t.total_amount >= ${given(amountMin, 'numeric')}`);
  if (amountMax) conditions.push(`t.total_amount <= ${given(amountMax, 'numeric')}`);
  if (flag) conditions.push(FLAGS[flag]);
  // An id contains the time. The wider range of constants selects partitions and index entries; the
  // exact one depends on the time zone of each store.
  if (dateFrom) {
    const day = given(dateFrom, 'date');
    conditions.push(
      `t.id >= uuid_floor((${day} - 1)::timestamp at time zone 'UTC')`,
      `t.id >= uuid_floor(${day}::timestamp at time zone s.time_zone)`,
    );
  }
  if (dateTo) {
    const day = given(dateTo, 'date');
    conditions.push(
      `t.id < uuid_floor((${day} + 2)::timestamp at time zone 'UTC')`,
      `t.id < uuid_floor((${day} + 1)::timestamp at time zone s.time_zone)`,
    );
  }
  if (search) conditions.push(searchSql(search, given));
  return conditions;
}

/** Each part of the union uses an index of its own. */
function searchSql(search: SaleSearch, given: Given): string {
  if ('number' in search) {
    const [from, before] = [given(search.from, 'uuid'), given(search.before, 'uuid')];
    const number = given(search.number, 'text');
    return `t.id >= ${from} and t.id < ${before} and starts_with(t.transaction_number, ${number})`;
  }
  const q = given(search.words, 'text');
  const words = `regexp_replace(plainto_tsquery('simple', ${q})::text, '''(?= |$)', ''':*', 'g')::tsquery`;
  const begins = (column: string): string =>
    `lower(${column}) ~>=~ lower(${q}) and lower(${column}) ~<~ (lower(${q}) || chr(1114111))`;
  return `t.id in (
    select id from transactions where (notes <> '' or customer_email is not null)
      and to_tsvector('simple', notes || ' ' || coalesce(customer_email, '')) @@ ${words}
    union select id from transactions where till_number = ${q}
    union select id from transactions where customer_id in (
      select id from users where ${begins('last_name')}
      union select id from users where ${begins('first_name')}
      union select id from users where ${begins('email')})
    union select transaction_id from transaction_lines where variant_id in (
      select id from product_variants where ${begins('sku')}
      union select id from product_variants where to_tsvector('simple', name) @@ ${words}
      union select v.id from products p join product_variants v on v.product_id = p.id
        where to_tsvector('simple', p.name) @@ ${words}))`;
}
