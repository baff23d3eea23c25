import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import type { GoodsNames } from '../catalog/index.js';
import { FOUND } from './repository.js';
import type { Counted, LineFilter } from './rules.js';

/** Quantities are in steps of the unit. */
export type Line = GoodsNames &
  Counted & {
    id: string;
    variant_id: string;
    sku: string;
    barcode: string | null;
    unit: Unit;
    round: number;
    counters: number;
    counted_at: Date | null;
    moved_while_counting: boolean;
    posted: number | null;
  };

const LINES = `select l.id, l.variant_id, l.round, l.posted, v.sku, v.barcode, v.unit,
    p.name as product_name, v.name as variant_name, found.*
  from stock_count_lines l join product_variants v on v.id = l.variant_id
    join products p on p.id = v.product_id
    left join lateral (${FOUND}) as found on true`;

const FILTERS: Record<LineFilter, string> = {
  open: 'found.counted is null',
  counted: 'found.counted is not null',
  different: 'found.counted <> found.expected',
};

export type LineQuery = { show?: LineFilter; q?: string; round?: number };

/** Lines in the order of their SKUs; all of them without a limit. */
export const listLines = (
  reader: Reader,
  countId: string,
  { show, q, round }: LineQuery = {},
  after?: readonly unknown[],
  limit: number | null = null,
): Promise<Line[]> =>
  statement<Line>(
    reader,
    `${LINES}
     where l.count_id = $1 and ${show === undefined ? 'true' : FILTERS[show]}
       and ($2::text is null or v.barcode = $2
         or strpos(lower(v.sku || ' ' || p.name || ' ' || v.name), lower($2)) > 0)
       and ($3::integer is null or l.round = $3)
       and ($4::text is null or (v.sku, l.id) > ($4, $5::uuid))
     order by v.sku, l.id limit $6`,
    [
      countId,
      q === undefined || q.trim() === '' ? null : q.trim(),
      round ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  );

export async function lineOf(
  reader: Reader,
  countId: string,
  variantId: string,
): Promise<Line | undefined> {
  const [line] = await statement<Line>(
    reader,
    `${LINES} where l.count_id = $1 and l.variant_id = $2`,
    [countId, variantId],
  );
  return line;
}

/** Adds goods that were found but are not on the list. */
export const insertLine = (
  tx: Tx,
  line: { countId: string; storeId: string; variantId: string; round: number },
): Promise<unknown> =>
  statement(
    tx,
    `insert into stock_count_lines (count_id, store_id, variant_id, round)
     values ($1, $2, $3, $4) on conflict (count_id, variant_id) do nothing`,
    [line.countId, line.storeId, line.variantId, line.round],
  );

/** What is counted, without bundles: the stocked goods of the store, of a category, or of a zone. */
const SCOPES = {
  store: `select level.variant_id from inventory_levels level
    join product_variants v on v.id = level.variant_id join products p on p.id = v.product_id
    where level.store_id = $2 and level.is_active and not p.is_digital and $3::uuid is null`,
  category: `with recursive tree as (select id from categories where id = $3
      union select c.id from categories c join tree on c.parent_id = tree.id)
    select level.variant_id from inventory_levels level
    join product_variants v on v.id = level.variant_id join products p on p.id = v.product_id
    where level.store_id = $2 and level.is_active and not p.is_digital
      and p.category_id in (select id from tree)`,
  zone: `select par.variant_id from par_levels par join zones z on z.id = par.zone_id
    where z.store_id = $2 and par.is_active and par.zone_id = $3`,
};

/** Writes the lines of a new count, at most `limit`, and returns how many there are. */
export async function insertLines(
  tx: Tx,
  count: { id: string; storeId: string; scope: keyof typeof SCOPES; scopeId: string | null },
  limit: number,
): Promise<number> {
  const rows = await statement<{ id: string }>(
    tx,
    `insert into stock_count_lines (count_id, store_id, variant_id)
     select $1, $2, variant_id from (${SCOPES[count.scope]}) as goods
     where not exists (select from bundle_parts b where b.bundle_id = goods.variant_id)
     limit $4 returning id`,
    [count.id, count.storeId, count.scopeId, limit],
  );
  return rows.length;
}

/** Writes what a person found, with the stock on hand at this moment. The level is locked. */
export const writeEntry = (
  tx: Tx,
  entry: {
    lineId: string;
    round: number;
    counterId: string;
    quantity: number;
    isAdded: boolean;
  },
): Promise<unknown> =>
  statement(
    tx,
    `insert into stock_count_entries as e
       (line_id, round, counter_id, quantity, first_on_hand, on_hand, counted_at)
     select l.id, $2, $3, $4, level.on_hand, level.on_hand, clock_timestamp()
     from stock_count_lines l
       join inventory_levels level
         on level.store_id = l.store_id and level.variant_id = l.variant_id
     where l.id = $1
     on conflict (line_id, round, counter_id) do update
       set quantity = excluded.quantity + case when $5 then e.quantity else 0 end,
         first_on_hand = case when $5 then e.first_on_hand else excluded.on_hand end,
         on_hand = excluded.on_hand, counted_at = excluded.counted_at`,
    [entry.lineId, entry.round, entry.counterId, entry.quantity, entry.isAdded],
  );

/** Opens lines for another round. */
export const reopenLines = (tx: Tx, lineIds: readonly string[], round: number): Promise<unknown> =>
  statement(tx, 'update stock_count_lines set round = $2 where id = any($1::uuid[])', [
    lineIds,
    round,
  ]);

/** Ends the lines of a count; other counts may have their goods from now on. */
export const closeLines = (tx: Tx, countId: string): Promise<unknown> =>
  statement(tx, 'update stock_count_lines set is_open = false where count_id = $1', [countId]);

export const writePosted = (
  tx: Tx,
  lines: readonly { id: string; quantity: number }[],
): Promise<unknown> =>
  statement(
    tx,
    `update stock_count_lines l set posted = done.quantity
     from unnest($1::uuid[], $2::int[]) as done (id, quantity) where l.id = done.id`,
    [lines.map(line => line.id), lines.map(line => line.quantity)],
  );

/** The lines whose stock somebody corrected after they were counted. */
export async function correctedSince(
  reader: Reader,
  storeId: string,
  lines: readonly Pick<Line, 'variant_id' | 'counted_at'>[],
): Promise<Set<string>> {
  const rows = await statement<{ variant_id: string }>(
    reader,
    `select line.variant_id from unnest($2::uuid[], $3::timestamptz[]) as line (variant_id, counted_at)
     where exists (select from stock_movements m where m.store_id = $1
       and m.variant_id = line.variant_id and m.occurred_at > line.counted_at
       and m.kind in ('initial', 'adjustment', 'count'))`,
    [storeId, lines.map(line => line.variant_id), lines.map(line => line.counted_at)],
  );
  return new Set(rows.map(row => row.variant_id));
}

/** The variant that a scan names: by barcode, then by SKU. */
export async function variantOfCode(
  reader: Reader,
  code: string,
): Promise<{ id: string; unit: Unit } | undefined> {
  const [row] = await statement<{ id: string; unit: Unit }>(
    reader,
    `select id, unit from product_variants where barcode = $1 or sku = $1
     order by (barcode = $1) is true desc limit 1`,
    [code],
  );
  return row;
}

/** Names of a category and of a zone of the store. */
export async function scopeNames(
  reader: Reader,
  storeId: string,
  { category, zone }: { category?: string; zone?: string },
): Promise<{ category: string | null; zone: string | null }> {
  const [row] = await statement<{ category: string | null; zone: string | null }>(
    reader,
    `select (select name from categories where id = $1) as category,
       (select name from zones where id = $2 and store_id = $3) as zone`,
    [category ?? null, zone ?? null, storeId],
  );
  return row ?? { category: null, zone: null };
}
