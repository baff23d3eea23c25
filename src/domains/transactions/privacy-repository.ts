import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { idRange } from '../../platform/ids.js';
import { ERASED, type Mentions } from '../people/index.js';
import type { SaleStatus } from './rules.js';

export type SaleOfPerson = {
  id: string;
  transaction_number: string;
  status: SaleStatus;
  email: string | null;
};

/** Sales of these customers, and orders of guests with these addresses (in small letters). */
export const salesOfPerson = (
  reader: Reader,
  customerIds: readonly string[],
  emails: readonly string[],
): Promise<SaleOfPerson[]> =>
  statement(
    reader,
    `select id, transaction_number, status, lower(customer_email) as email from transactions
     where customer_id = any($1::uuid[])
     union
     select id, transaction_number, status, lower(customer_email) from transactions
     where customer_email is not null and lower(customer_email) = any($2::text[])
       and customer_id is null
     order by id`,
    [customerIds, emails],
  );

/** Waits for payments and points of these sales, in the order of their ids. */
export async function lockSalesOf(tx: Tx, customerId: string): Promise<void> {
  await statement(tx, `select id from transactions where customer_id = $1 order by id for update`, [
    customerId,
  ]);
}

export async function moveSales(tx: Tx, from: string, into: string): Promise<void> {
  await statement(tx, 'update transactions set customer_id = $2 where customer_id = $1', [
    from,
    into,
  ]);
  await statement(tx, 'update till_quotes set customer_id = $2 where customer_id = $1', [
    from,
    into,
  ]);
}

/** Who was to pick the goods up. */
export async function namesOnSales(
  reader: Reader,
  ids: readonly string[],
): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await statement<{ pickup_name: string }>(
    reader,
    `select pickup_name from transactions
     where id = any($1::uuid[]) and id between $2 and $3 and pickup_name <> ''`,
    [ids, ...idRange(ids)],
  );
  return rows.map(row => [row.pickup_name, '']);
}

/** The reasons of staff are the books; the person in them is not. */
export const eraseInReasons = (tx: Tx, ids: readonly string[], { inOwn }: Mentions) =>
  inOwn === null
    ? undefined
    : statement(
        tx,
        `update transactions set void_reason = regexp_replace(void_reason, $4, $5, 'gi'),
           adjustments = (select coalesce(jsonb_agg(case when a ->> 'reason' ~* $4
               then jsonb_set(a, '{reason}', to_jsonb(regexp_replace(a ->> 'reason', $4, $5, 'gi')))
               else a end order by place), '[]')
             from jsonb_array_elements(adjustments) with ordinality as list (a, place))
         where id = any($1::uuid[]) and id between $2 and $3
           and (void_reason ~* $4 or adjustments::text ~* $4)`,
        [ids, ...idRange(ids), inOwn, ERASED],
      );

/** Address and notes; amounts, lines, reasons and the tax exemption are the books. */
export async function eraseSales(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await statement(
    tx,
    `update transactions set customer_email = null, notes = '', note = '', pickup_name = '',
       mail_language = null, updated_at = $4
     where id = any($1::uuid[]) and id between $2 and $3
       and (customer_email is not null or notes <> '' or note <> '' or pickup_name <> ''
         or mail_language is not null)`,
    [ids, ...idRange(ids), now],
  );
}

/** Orders of guests at this store that were closed before `before` and still have an address. */
export const oldGuestOrders = (
  reader: Reader,
  storeId: string,
  before: Date,
  afterId: string | null,
  limit: number,
): Promise<SaleOfPerson[]> =>
  statement(
    reader,
    `select id, transaction_number, status, lower(customer_email) as email from transactions
     where store_id = $1 and customer_id is null and customer_email is not null
       and updated_at < $2 and id < uuid_floor($2)
       and status not in ('pending', 'partially_paid', 'payment_requires_action')
       and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [storeId, before, afterId, limit],
  );

export type LastSale = { customer_id: string; store_id: string; last_at: Date };

/** When these customers last bought at each store. */
export const lastSalesOf = (reader: Reader, customerIds: readonly string[]): Promise<LastSale[]> =>
  statement(
    reader,
    `select customer_id, store_id, max(created_at) as last_at from transactions
     where customer_id = any($1::uuid[]) group by customer_id, store_id`,
    [customerIds],
  );

/** Orders of guests become orders of the customer whose address was verified. */
export const adoptGuestOrders = (
  tx: Tx,
  customerId: string,
  email: string,
): Promise<{ id: string }[]> =>
  statement(
    tx,
    `update transactions set customer_id = $1
     where customer_id is null and customer_email is not null and lower(customer_email) = $2
       and source_system = 'web_commerce'
     returning id`,
    [customerId, email.toLowerCase()],
  );
