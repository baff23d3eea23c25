import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from '../support/service.js';

/** Whose rows a mark is planted into. */
export type Person = { id: string; email: string };

type Column = { table: string; column: string; type: string };

const query = <Row extends object>(shop: Shop, sql: string, values: unknown[] = []) =>
  statement<Row>(shop.platform.db, sql, values);

const columnsOf = (shop: Shop): Promise<Column[]> =>
  query(
    shop,
    `select c.table_name as table, c.column_name as column, c.data_type as type
     from information_schema.columns c
     join pg_class k on k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition
     join pg_namespace n on n.oid = k.relnamespace and n.nspname = 'public'
     where c.table_schema = 'public' and c.is_generated = 'NEVER'
       and c.data_type in ('text', 'jsonb', 'ARRAY', 'bytea') order by 1, 2`,
  );

const SALES = `(select id from transactions where customer_id = $1)`;
const VISITS = `(select id from sessions where user_id = $1 or lower(email) = $2)`;

/** How rows of a table belong to a person, by the column that says so. */
const BELONGS: Record<string, string> = {
  customer_id: 'customer_id = $1',
  user_id: 'user_id = $1',
  transaction_id: `transaction_id in ${SALES}`,
  reference: `reference::text in (select id::text from transactions where customer_id = $1)`,
  payment_id: `payment_id in (select id from payments where transaction_id in ${SALES})`,
  return_id: `return_id in (select id from returns where transaction_id in ${SALES})`,
  fulfillment_id: `fulfillment_id in (select id from fulfillments where transaction_id in ${SALES})`,
  session_id: `session_id in ${VISITS}`,
  cart_id: `cart_id in (select id from carts where session_id in ${VISITS})`,
  record_id: `record_id = $1::text`,
  document_id: `document_id in (select document_id from content_states where record_id = $1::text)`,
  subject_id: `subject_id = $1::text`,
};
const TABLES: Record<string, string> = {
  users: 'id = $1 or merged_into = $1',
  mails: 'lower(recipient) = $2',
  value_adjustments: `entry_id in (select e.id from value_entries e
    join value_accounts a on a.id = e.account_id where a.customer_id = $1)`,
  registrations: 'lower(email) = $2',
  sessions: 'user_id = $1 or lower(email) = $2',
  stock_alerts: 'lower(email) = $2',
  cart_reminders: 'lower(email) = $2',
  content_documents: `id in (select document_id from content_states where record_id = $1::text)`,
};
/** Tables that belong to nobody, whatever their columns are called. */
const NOT_OF_PEOPLE = new Set([
  'settlement_lines',
  'approvals',
  'stock_movements',
  'event_batches',
  'events',
  'single_events',
]);

/** The address or an id finds these rows; the address is a mark itself. */
const KEYS = new Set([
  'users.email',
  'mails.recipient',
  'registrations.email',
  'sessions.email',
  'stock_alerts.email',
  'cart_reminders.email',
  'transactions.customer_email',
  'fulfillments.customer_email',
  'transactions.transaction_number',
  'content_documents.id',
  'content_inbound_events.document_id',
  'content_revisions.document_id',
  'content_states.document_id',
  'content_states.kind',
  'content_states.record_id',
]);

const rowsOf = (table: string, columns: readonly Column[]): string | undefined => {
  if (NOT_OF_PEOPLE.has(table)) return undefined;
  const names = new Set(columns.map(({ column }) => column));
  const by = Object.keys(BELONGS).find(name => names.has(name));
  return TABLES[table] ?? (by && BELONGS[by]);
};

/** Writes a mark into every text and every object of the person's rows; returns where. */
export async function plantMarks(shop: Shop, person: Person): Promise<string[]> {
  const ids = await query<Column>(
    shop,
    `select table_name as table, column_name as column, data_type as type
     from information_schema.columns where table_schema = 'public'`,
  );
  const planted: string[] = [];
  for (const { table, column, type } of await columnsOf(shop)) {
    const where = rowsOf(
      table,
      ids.filter(other => other.table === table),
    );
    const name = `${table}.${column}`;
    if (where === undefined || KEYS.has(name)) continue;
    const value = type === 'jsonb' ? inObject(column, name) : `'mark.${name}'`;
    if (type === 'text' || type === 'jsonb') {
      const rows = await plant(shop, table, column, value, where, person);
      if (rows > 0) planted.push(name);
    }
  }
  return planted.sort();
}

/** Under the names that documents, forms and processors use. */
const inObject = (column: string, name: string): string => {
  const keys = ['firstName', 'lastName', 'email', 'phone', 'first_name', 'last_name', 'address'];
  const marks = Object.fromEntries(keys.map(key => [key, `mark.${name}`]));
  return `case when jsonb_typeof(${column}) = 'object' then ${column} || '${JSON.stringify(marks)}'
    else '${JSON.stringify(marks)}'::jsonb end`;
};

/** Zero if a rule of the table refuses the mark: then the column cannot hold free text. */
async function plant(
  shop: Shop,
  table: string,
  column: string,
  value: string,
  where: string,
  { id, email }: Person,
): Promise<number> {
  try {
    const rows = await query(
      shop,
      `with given as (select $1::uuid, $2::text)
       update ${table} set ${column} = ${value} where ${where} returning 1 as done`,
      [id, email],
    );
    return rows.length;
  } catch {
    return 0;
  }
}

/** The marks and addresses that are anywhere in the database. */
export async function findMarks(shop: Shop, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const tables = await query<{ name: string }>(
    shop,
    `select c.oid::regclass::text as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname in ('public', 'graphile_worker')`,
  );
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(
      shop,
      `select t::text as text from ${name} t where t::text ilike any($1)`,
      [[...words, 'mark.'].map(word => `%${word}%`)],
    );
    for (const { text } of rows) {
      for (const [mark] of text.matchAll(/mark\.\w+\.\w+/g)) found.add(mark.slice(5));
      for (const word of words) {
        if (text.toLowerCase().includes(word.toLowerCase())) found.add(`${name}: ${word}`);
      }
    }
  }
  return [...found].sort();
}
