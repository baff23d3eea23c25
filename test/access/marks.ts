import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Shop } from '../support/service.js';

/** What nobody of another store may read, with the column it comes from. */
export type Marks = ReadonlyMap<string, string>;

/** Free text: a record can be found by it, and no rule looks at it. */
const FREE_TEXT =
  /^(notes?|decision_note|reason|void_reason|cancel_reason|review_reason|return_reason|description|title|name|customer_name|customer_phone|vendor_name|vendor_reference|last_error|message|email|address|receipt_footer|tracking_number|user_agent|file_name|decided_by_name|reference|content|error|payout_id|processor_transaction_id|disabled_reason)$/;
/** Business numbers and texts that identify one record. */
const NUMBERS = /^(id|\w+_number|refund_id|task_id|delivery_id|code|idempotency_key)$/;

/** Records without a store of their own, and the record whose store they have. */
const PARENTS: Record<string, string> = {
  transaction_id: 'transactions',
  shift_id: 'shifts',
  zone_id: 'zones',
  level_id: 'inventory_levels',
  order_id: 'purchase_orders',
  fulfillment_id: 'fulfillments',
  return_id: 'returns',
  endpoint_id: 'webhook_endpoints',
};

type Column = { table_name: string; column_name: string; data_type: string };

const query = <Row extends object>(shop: Shop, sql: string, values: unknown[] = []) =>
  statement<Row>(shop.platform.db, sql, values);

/** Writes a mark into every free text of DOWNTOWN's records, and collects their numbers too. */
export async function plantMarks(shop: Shop): Promise<{ marks: Marks; planted: string[] }> {
  const all = await columnsOf(shop);
  const names = new Set(all.map(column => column.table_name));
  const marks = new Map<string, string>();
  const planted = new Set<string>();
  for (const table of names) {
    const columns = all.filter(column => column.table_name === table);
    const where = ownedBy(columns);
    if (where === undefined) continue;
    for (const { column_name: column, data_type: type } of columns) {
      if (type === 'text' && FREE_TEXT.test(column)) await plant(shop, table, column, where);
      const values = await valuesOf(shop, table, column, where);
      for (const value of values) marks.set(value, `${table}.${column}`);
      if (values.length > 0) planted.add(table);
    }
  }
  return { marks, planted: [...planted].sort() };
}

const columnsOf = (shop: Shop): Promise<Column[]> =>
  query(
    shop,
    `select c.table_name, c.column_name, c.data_type from information_schema.columns c
     join pg_class k on k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition
     join pg_namespace n on n.oid = k.relnamespace and n.nspname = 'public'
     where c.table_schema = 'public' and c.is_generated = 'NEVER' order by 1, 2`,
  );

/** The condition for rows of DOWNTOWN alone; undefined for what belongs to the chain. */
function ownedBy(columns: readonly Column[]): string | undefined {
  const names = new Set(columns.map(column => column.column_name));
  const table = columns[0]?.table_name;
  if (table === 'promo_codes') {
    return `promotion_id in (select id from promotions where store_ids = array['${DOWNTOWN_ID}'::uuid])`;
  }
  if (table === 'users') {
    return `id in (select user_id from user_stores group by 1
      having array_agg(store_id) = array['${DOWNTOWN_ID}'::uuid])`;
  }
  if (table === 'settlements') {
    return `id in (select settlement_id from settlement_lines group by 1
      having array_agg(distinct store_id) = array['${DOWNTOWN_ID}'::uuid])`;
  }
  if (names.has('store_id')) return `store_id = '${DOWNTOWN_ID}'`;
  if (names.has('store_ids')) return `store_ids = array['${DOWNTOWN_ID}'::uuid]`;
  const parent = Object.keys(PARENTS).find(name => names.has(name));
  return parent && `${parent} in (select id from ${PARENTS[parent]} where ${storeOf(parent)})`;
}

const storeOf = (parent: string): string =>
  parent === 'endpoint_id'
    ? `store_ids = array['${DOWNTOWN_ID}'::uuid]`
    : `store_id = '${DOWNTOWN_ID}'`;

/** Skips a column whose rules refuse the mark. */
async function plant(shop: Shop, table: string, column: string, where: string): Promise<void> {
  const mark = `'mark.${table}.${column}@downtown.example'`;
  await query(
    shop,
    `update ${table} set ${column} = ${mark} where ${where} and coalesce(${column}, '') <> ''`,
  ).catch(() => undefined);
}

const valuesOf = async (
  shop: Shop,
  table: string,
  column: string,
  where: string,
): Promise<string[]> => {
  const isMark = FREE_TEXT.test(column);
  // A settlement file belongs to the chain; its name and its lines do not.
  if (!isMark && (table === 'settlements' || !NUMBERS.test(column))) return [];
  const rows = await query<{ value: string }>(
    shop,
    `select distinct ${column}::text as value from ${table} where ${where} and length(${column}::text) >= 6`,
  );
  return rows.map(row => row.value).filter(value => !isMark || value.startsWith('mark.'));
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}@._-]*[\p{L}\p{N}]/gu;

const MARK = /^mark\.([\w.]+)@downtown\.example$/;

/** The marks in a text, by the columns they come from. */
export function marksIn(text: string, marks: Marks): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    for (const part of [word, ...word.split('_')]) {
      const origin = MARK.exec(part)?.[1] ?? marks.get(part);
      if (origin !== undefined) found.add(origin);
    }
  }
  return [...found].sort();
}
