import { type Selectable, sql } from 'kysely';
import type { TransactionLines, Transactions } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { SaleRef } from './references.js';
import type { SaleStatus } from './rules.js';

export type Sale = Omit<Selectable<Transactions>, 'status'> & { status: SaleStatus };
export type SaleLine = Selectable<TransactionLines>;

/** A sale number carries its day, so only that day's part of the table is looked at. */
const byRef = (ref: SaleRef) =>
  'id' in ref
    ? sql<boolean>`t.id = ${ref.id}`
    : sql<boolean>`t.transaction_number = ${ref.number}
        and t.id >= uuid_floor(to_date(substr(${ref.number}, 5, 8), 'YYYYMMDD')::timestamp at time zone 'UTC')
        and t.id < uuid_floor((to_date(substr(${ref.number}, 5, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC')`;

export async function findSale(reader: Reader, ref: SaleRef): Promise<Sale | undefined> {
  const row = await reader
    .selectFrom('transactions as t')
    .selectAll()
    .where(byRef(ref))
    .executeTakeFirst();
  return row as Sale | undefined;
}

/** Whoever decides about a sale holds its row until the decision is written. */
export async function lockSale(tx: Tx, id: string): Promise<Sale | undefined> {
  const row = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as Sale | undefined;
}

export const linesOf = (reader: Reader, saleId: string): Promise<SaleLine[]> =>
  reader
    .selectFrom('transaction_lines')
    .selectAll()
    .where('transaction_id', '=', saleId)
    .orderBy('position')
    .execute();

/** What a new sale says of itself; lines come beside it. */
export type NewSale = {
  id: string;
  storeId: string;
  terminalId: string | null;
  employeeId: string | null;
  customerId: string | null;
  source: string;
  status: SaleStatus;
  currency: string;
  subtotal: string;
  promotionDiscount: string;
  taxAmount: string;
  shippingAmount: string;
  totalAmount: string;
  variances: object[];
  priceOverridden: boolean;
  taxVariance: string;
  notes: string;
  customerEmail: string | null;
  expiresAt: Date | null;
  createdAt: Date;
};

export type NewLine = {
  id: string;
  position: number;
  variant_id: string;
  product_id: number;
  sku: string;
  name: string;
  quantity: number;
  unit_price: string;
  catalog_price: string;
  subtotal: string;
  discount: string;
  tax: string;
  is_tax_exempt: boolean;
  minimum_age: number | null;
  cost_at_sale: string | null;
};

/** A fact as it travels into a statement that writes it together with what it tells. */
export type NewFact = { id: string; event: string; data: Record<string, unknown> };

/**
 * Writes sale, lines and fact in one statement, so the till waits for one answer of the database.
 * Atomic by itself; it may also run inside a transaction.
 */
export async function insertSale(
  writer: Reader,
  sale: NewSale,
  lines: readonly NewLine[],
  fact: NewFact,
): Promise<string> {
  const [row] = await statement<{ transaction_number: string }>(
    writer,
    `with sale as (
       insert into transactions (id, transaction_number, store_id, terminal_id, employee_id, customer_id,
         source_system, status, currency, subtotal, promotion_discount, tax_amount, shipping_amount,
         total_amount, variances, price_overridden, tax_variance, notes, customer_email, expires_at,
         created_at, updated_at)
       values ($1, next_transaction_number('TXN', $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
         $14, $15::jsonb, $16, $17, $18, $19, $20, $2, $2)
       returning transaction_number
     ), lines as (
       insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
         quantity, unit_price, catalog_price, subtotal, discount, tax, is_tax_exempt, minimum_age,
         cost_at_sale)
       select $1, l.id, l.position, l.variant_id, l.product_id, l.sku, l.name, l.quantity, l.unit_price,
         l.catalog_price, l.subtotal, l.discount, l.tax, l.is_tax_exempt, l.minimum_age, l.cost_at_sale
       from json_to_recordset($21::json) as l(id uuid, position integer, variant_id uuid,
         product_id integer, sku text, name text, quantity integer, unit_price numeric,
         catalog_price numeric, subtotal numeric, discount numeric, tax numeric, is_tax_exempt boolean,
         minimum_age smallint, cost_at_sale numeric)
     ), fact as (
       insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
       select $22, $3, true, $4, $23, $1::text,
         $24::jsonb || jsonb_build_object('transaction_id', sale.transaction_number)
       from sale
     )
     select transaction_number from sale`,
    [
      sale.id,
      sale.createdAt,
      sale.storeId,
      sale.terminalId,
      sale.employeeId,
      sale.customerId,
      sale.source,
      sale.status,
      sale.currency,
      sale.subtotal,
      sale.promotionDiscount,
      sale.taxAmount,
      sale.shippingAmount,
      sale.totalAmount,
      JSON.stringify(sale.variances),
      sale.priceOverridden,
      sale.taxVariance,
      sale.notes,
      sale.customerEmail,
      sale.expiresAt,
      JSON.stringify(lines),
      fact.id,
      fact.event,
      JSON.stringify(fact.data),
    ],
  );
  if (row === undefined) throw new Error('a sale was not written');
  return row.transaction_number;
}

/** A sale at the moment of paying, with what the judgement needs and nothing else. */
export type SaleToPay = {
  id: string;
  transaction_number: string;
  store_id: string;
  terminal_id: string | null;
  status: SaleStatus;
  currency: string;
  total_amount: string;
  tax_amount: string;
  total_paid: string;
  change_due: string;
  source_system: string;
  minimum_age: number | null;
  lines: { net: string; exempt: boolean }[];
  age_check: object | null;
  credit: { id: string; balance: string; currency: string } | null;
  method: {
    id: string;
    code: string;
    method_type: 'cash' | 'card' | 'pay_at_store' | 'store_credit';
    processor_type: string | null;
    is_active: boolean;
    minimum_amount: string;
    maximum_amount: string | null;
  } | null;
};

/** Sale, its lines and the payment method in one look. */
export async function saleToPay(
  reader: Reader,
  ref: SaleRef,
  method: string,
  creditCode: string | null,
): Promise<SaleToPay | undefined> {
  const result = await sql<SaleToPay>`
    select t.id, t.transaction_number, t.store_id, t.terminal_id, t.status, t.currency, t.total_amount,
      t.tax_amount, t.total_paid, t.change_due, t.source_system, t.age_check, l.minimum_age,
      coalesce(l.lines, '[]'::json) as lines,
      (select row_to_json(m) from (
         select id, code, method_type, processor_type, is_active, minimum_amount::text, maximum_amount::text
         from payment_methods where code = ${method} or id::text = ${method} limit 1) as m) as method,
      (select json_build_object('id', id, 'balance', balance::text, 'currency', currency)
         from store_credits where code = ${creditCode}) as credit
    from transactions t
    left join lateral (
      select max(minimum_age) as minimum_age,
        json_agg(json_build_object('net', (subtotal - discount)::text, 'exempt', is_tax_exempt)
          order by position) as lines
      from transaction_lines where transaction_id = t.id) as l on true
    where ${byRef(ref)}`.execute(reader);
  return result.rows[0];
}

export type SaleMove = {
  sale: SaleToPay;
  status: SaleStatus;
  totalPaid: string;
  changeDue: string;
  completedAt: Date | null;
  taxBreakdown: object[] | null;
  ageCheck: object | null;
};

export type NewPaymentRow = {
  id: string;
  methodId: string;
  amount: string;
  tendered: string;
  processorType: string | null;
  processorTransactionId: string | null;
  verification: string;
  operatorId: string | null;
  registerId: string | null;
  storeCreditId: string | null;
  processedAt: Date;
};

/**
 * Books a payment and moves the sale, if the sale is still as it was judged. False when another
 * payment or void was faster: the caller looks again and judges again.
 */
export async function bookPayment(
  writer: Reader,
  move: SaleMove,
  payment: NewPaymentRow,
  facts: readonly NewFact[],
): Promise<boolean> {
  const rows = await statement(
    writer,
    `with sale as (
       update transactions
       set status = $4, total_paid = $5, change_due = $6, updated_at = $9,
         completed_at = coalesce($7, completed_at), tax_breakdown = coalesce($8::jsonb, tax_breakdown),
         age_check = coalesce($21::jsonb, age_check)
       where id = $1 and status = $2 and total_paid = $3
       returning id, store_id, terminal_id, currency
     ), payment as (
       insert into payments (id, transaction_id, store_id, currency, payment_method_id, amount, tendered,
         status, processor_type, processor_transaction_id, verification, operator_id, register_id,
         store_credit_id, processed_at, created_at, updated_at)
       select $10, id, store_id, currency, $11, $12, $13, 'succeeded', $14, $15, $16, $17, $18, $19, $9, $9, $9
       from sale
       returning id
     ), credit as (
       -- The column's check refuses what the credit does not hold, and with it the whole statement.
       update store_credits set balance = balance - $12, updated_at = $9 from sale where store_credits.id = $19
     ), facts as (
       insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
       select f.id, sale.store_id, true, coalesce($18, sale.terminal_id), f.event, sale.id::text, f.data
       from sale, json_to_recordset($20::json) as f(id uuid, event text, data jsonb)
     )
     select id from payment`,
    [
      move.sale.id,
      move.sale.status,
      move.sale.total_paid,
      move.status,
      move.totalPaid,
      move.changeDue,
      move.completedAt,
      move.taxBreakdown === null ? null : JSON.stringify(move.taxBreakdown),
      payment.processedAt,
      payment.id,
      payment.methodId,
      payment.amount,
      payment.tendered,
      payment.processorType,
      payment.processorTransactionId,
      payment.verification,
      payment.operatorId,
      payment.registerId,
      payment.storeCreditId,
      JSON.stringify(facts),
      move.ageCheck === null ? null : JSON.stringify(move.ageCheck),
    ],
  );
  return rows.length === 1;
}

export const updateNotes = (tx: Tx, id: string, notes: string) =>
  tx
    .updateTable('transactions')
    .set({ notes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export type SaleFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  status?: SaleStatus;
};

/** The columns a list can be ordered by, each with the id to break ties. */
const ORDER_COLUMNS = {
  created_at: 'id',
  totalAmount: 'total_amount',
  transactionId: 'transaction_number',
} as const;

export type SaleOrder = { by: keyof typeof ORDER_COLUMNS; descending: boolean };
export type ListedSale = Pick<
  Sale,
  'id' | 'transaction_number' | 'status' | 'total_amount' | 'store_id' | 'created_at'
>;

/** A page of sales after the given key; every order it offers has an index behind it. */
export async function listSales(
  reader: Reader,
  filter: SaleFilter,
  order: SaleOrder,
  after: { value: string; id: string } | undefined,
  limit: number,
): Promise<ListedSale[]> {
  const column = ORDER_COLUMNS[order.by];
  const direction = order.descending ? 'desc' : 'asc';
  const sign = sql.raw(order.descending ? '<' : '>');
  const key = column === 'id' ? sql`id` : sql`(${sql.ref(column)}, id)`;
  const bound =
    after &&
    (column === 'id'
      ? sql`${after.id}::uuid`
      : sql`(${typed(column, after.value)}, ${after.id}::uuid)`);
  const { stores, status } = filter;
  const query = reader
    .selectFrom('transactions')
    .select(['id', 'transaction_number', 'status', 'total_amount', 'store_id', 'created_at'])
    .$if(stores?.length === 1, q => q.where('store_id', '=', stores?.[0] ?? ''))
    .$if(stores !== undefined && stores.length !== 1, q =>
      q.where('store_id', '=', sql<string>`any(${stores}::uuid[])`),
    )
    .$if(status !== undefined, q => q.where('status', '=', status ?? ''))
    .$if(bound !== undefined, q => q.where(sql<boolean>`${key} ${sign} ${bound}`))
    .$if(column !== 'id', q => q.orderBy(sql.ref(column), direction))
    .orderBy('id', direction)
    .limit(limit);
  return (await query.execute()) as ListedSale[];
}

const typed = (column: string, value: string) =>
  column === 'total_amount' ? sql`${value}::numeric` : sql`${value}`;

/** Lines over all sales of the stores, by sale and position, or of one sale. */
export async function listLines(
  reader: Reader,
  filter: { stores: readonly string[] | undefined; saleId?: string },
  after: { saleId: string; lineId: string } | undefined,
  limit: number,
): Promise<(SaleLine & { transaction_number: string })[]> {
  const { stores, saleId } = filter;
  return reader
    .selectFrom('transaction_lines as l')
    .innerJoin('transactions as t', 't.id', 'l.transaction_id')
    .selectAll('l')
    .select('t.transaction_number')
    .$if(stores !== undefined, q => q.where('t.store_id', '=', sql<string>`any(${stores}::uuid[])`))
    .$if(saleId !== undefined, q => q.where('l.transaction_id', '=', saleId ?? ''))
    .$if(after !== undefined, q =>
      q.where(
        sql<boolean>`(l.transaction_id, l.id) < (${after?.saleId}::uuid, ${after?.lineId}::uuid)`,
      ),
    )
    .orderBy('l.transaction_id', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
}

export type LineSold = { variant_id: string; quantity: number };

/** What completed sales take out of stock, for many sales at once. */
export async function soldLines(
  reader: Reader,
  saleIds: readonly string[],
): Promise<
  {
    id: string;
    store_id: string;
    terminal_id: string | null;
    employee_id: string | null;
    source_system: string;
    lines: LineSold[];
  }[]
> {
  return statement(
    reader,
    `select t.id, t.store_id, t.terminal_id, t.employee_id, t.source_system,
       json_agg(json_build_object('variant_id', l.variant_id, 'quantity', l.quantity)) as lines
     from transactions t join transaction_lines l on l.transaction_id = t.id
     where t.id = any($1::uuid[]) group by t.id`,
    [saleIds],
  );
}

export const markVoided = (tx: Tx, id: string, change: { at: Date; reason: string; by: string }) =>
  tx
    .updateTable('transactions')
    .set({
      status: 'voided',
      voided_at: change.at,
      void_reason: change.reason,
      voided_by: change.by,
      updated_at: change.at,
    })
    .where('id', '=', id)
    .execute();

export const moveSale = (tx: Tx, id: string, status: SaleStatus) =>
  tx
    .updateTable('transactions')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
