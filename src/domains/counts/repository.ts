import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { StockCounts } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { CountScope, CountStatus } from './rules.js';

/** A count without its figures, which add up all entries. */
export type CountHead = Omit<Selectable<StockCounts>, 'status' | 'scope'> & {
  status: CountStatus;
  scope: CountScope;
  store_code: string;
  store_name: string;
};

type Figures = {
  line_count: number;
  counted_lines: number;
  different_lines: number;
  moved_lines: number;
};

export type Count = CountHead & Figures;

/** What people found and what was on hand then, per line; both null without an entry. */
export const FOUND = `select sum(e.quantity)::int as counted,
    (array_agg(e.on_hand order by e.counted_at desc))[1] as expected,
    coalesce(max(greatest(e.first_on_hand, e.on_hand)) <> min(least(e.first_on_hand, e.on_hand)),
      false) as moved_while_counting,
    max(e.counted_at) as counted_at, count(*)::int as counters
  from stock_count_entries e where e.line_id = l.id and e.round = l.round`;

const FIGURES = sql<Figures>`(select count(*)::int as line_count,
    count(*) filter (where found.counted is not null)::int as counted_lines,
    count(*) filter (where found.counted <> found.expected)::int as different_lines,
    count(*) filter (where found.moved_while_counting)::int as moved_lines
  from stock_count_lines l left join lateral (${sql.raw(FOUND)}) as found on true
  where l.count_id = stock_counts.id)`.as('figures');

const heads = (reader: Reader) =>
  reader
    .selectFrom('stock_counts')
    .innerJoin('stores', 'stores.id', 'stock_counts.store_id')
    .selectAll('stock_counts')
    .select(['stores.code as store_code', 'stores.name as store_name']);

const counts = (reader: Reader) =>
  heads(reader)
    .leftJoinLateral(FIGURES, join => join.onTrue())
    .selectAll('figures')
    .$castTo<Count>();

/** `ref` is a UUID or the number of a count. */
export const headByRef = (reader: Reader, ref: string): Promise<CountHead | undefined> =>
  heads(reader)
    .where(isUuid(ref) ? 'stock_counts.id' : 'stock_counts.number', '=', ref)
    .$castTo<CountHead>()
    .executeTakeFirst();

/** `ref` is a UUID or the number of a count. */
export const countByRef = (reader: Reader, ref: string): Promise<Count | undefined> =>
  counts(reader)
    .where(isUuid(ref) ? 'stock_counts.id' : 'stock_counts.number', '=', ref)
    .executeTakeFirst();

/** `share` lets several people count at once and waits for the person who ends the round. */
export const lockCount = (tx: Tx, ref: string, mode: 'share' | 'update') => {
  const query = tx
    .selectFrom('stock_counts')
    .select('id')
    .where(isUuid(ref) ? 'id' : 'number', '=', ref);
  return (mode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
};

/** Newest first; ids are time-ordered. */
export function listCounts(
  reader: Reader,
  filter: { storeIds?: readonly string[]; status?: CountStatus },
  beforeId: string | undefined,
  limit: number,
): Promise<Count[]> {
  let query = counts(reader);
  if (filter.storeIds) {
    query = query.where('stock_counts.store_id', '=', sql<string>`any(${filter.storeIds}::uuid[])`);
  }
  if (filter.status !== undefined) query = query.where('stock_counts.status', '=', filter.status);
  if (beforeId !== undefined) query = query.where('stock_counts.id', '<', beforeId);
  return query.orderBy('stock_counts.id', 'desc').limit(limit).execute();
}

/** Pads to at least six digits; `lpad` alone would truncate longer numbers. */
const nextNumber = (year: number) =>
  sql<string>`(select 'SC-' || ${year}::int || '-' || lpad(n, greatest(6, length(n)), '0')
    from (select nextval('stock_count_numbers')::text as n) as next)`;

export const insertCount = (tx: Tx, row: Omit<Insertable<StockCounts>, 'number'>, year: number) =>
  tx
    .insertInto('stock_counts')
    .values({ ...row, number: nextNumber(year) })
    .execute();

export const updateCount = (tx: Tx, id: string, change: Updateable<StockCounts>) =>
  tx
    .updateTable('stock_counts')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
