import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { LevelChange, Shortage, StockLine } from './rules.js';
import { CHANGE_COLUMNS, GOODS_JOIN } from './stock-repository.js';

export type ReservationStatus = 'held' | 'committed' | 'released';
export type Reservation = { id: string; status: ReservationStatus };

export async function reservationOf(
  reader: Reader,
  purpose: string,
): Promise<Reservation | undefined> {
  const [row] = await statement<Reservation>(
    reader,
    'select id, status from reservations where purpose = $1',
    [purpose],
  );
  return row;
}

/** Filters purposes to those with an open reservation. */
export async function stillHeld(reader: Reader, purposes: readonly string[]): Promise<string[]> {
  const rows = await statement<{ purpose: string }>(
    reader,
    `select purpose from reservations where purpose = any($1) and status = 'held'`,
    [purposes],
  );
  return rows.map(({ purpose }) => purpose);
}

type HoldRow = {
  known: Reservation | null;
  made: boolean;
  shortages: Shortage[];
  changes: LevelChange[];
};

/**
 * Reserves all lines or none, in one round trip. Locks the levels in variant order and checks
 * availability on the locked rows, not on the statement's snapshot, before it writes.
 */
export async function insertHold(
  tx: Tx,
  hold: {
    id: string;
    storeId: string;
    purpose: string;
    expiresAt: Date | null;
    lines: readonly StockLine[];
  },
): Promise<HoldRow> {
  const [row] = await statement<HoldRow>(tx, INSERT_HOLD, [
    hold.id,
    hold.storeId,
    hold.purpose,
    hold.expiresAt,
    hold.lines.map(line => line.variantId),
    hold.lines.map(line => line.quantity),
  ]);
  if (row === undefined) throw new Error('insert of a reservation returned no row');
  return row;
}

const asChanges = (kind: string, change: string) => `(
  select coalesce(jsonb_agg(to_jsonb(changed) - 'quantity' || jsonb_build_object('sku', variant.sku,
      'unit', variant.unit, 'name', coalesce(nullif(variant.name, ''), product.name), 'change', ${change},
      'kind', '${kind}', 'terminalId', null) order by changed."variantId"), '[]')
  from changed ${GOODS_JOIN})`;

const shownSql = (steps: string): string => `shown_quantity(${steps}, variant.unit)`;

/**
 * Selects the `inventory.changed` events of the levels in `changed`, for `recordSql`; the same as
 * `recordChanges` writes. A statement that may cause an alert leaves the events to `recordChanges`.
 */
const changeEventsSql = (kind: string, change: string): string => `
  select movement_id() as id, changed."storeId" as store, true as live, null::text as terminal,
    'inventory.changed' as event, changed.id::text as subject,
    jsonb_build_object('variant_id', changed."variantId", 'sku', variant.sku,
      'on_hand', ${shownSql('changed."onHand"')},
      'reserved', ${shownSql('changed.reserved')},
      'available', ${shownSql('changed."onHand" - changed.reserved')},
      'reorder_point', ${shownSql('changed."reorderPoint"')},
      'change', ${shownSql(change)}, 'kind', '${kind}') as data
  from changed ${GOODS_JOIN}`;

export const HOLD_EVENTS = changeEventsSql('reserve', '0');
export const COMMIT_EVENTS = changeEventsSql('sale', '-changed.quantity');

/** The commit takes a level to its reorder point, as in `alertOf`; for `commitHoldSql`. */
export const REACHES_REORDER_POINT = `locked.is_active and locked.reorder_point > 0
  and locked.on_hand > locked.reorder_point
  and locked.on_hand - locked.quantity <= locked.reorder_point`;

const unlessKnown = (isNew: boolean): string => (isNew ? 'true' : 'not exists (select from known)');

/** Where a statement carries a new reservation: its parameters, as SQL. */
export type HoldParameters = Record<
  'id' | 'storeId' | 'purpose' | 'expiresAt' | 'variantIds' | 'quantities',
  string
>;

const knownSql = (p: HoldParameters): string => `known as (
  select id, status from reservations where purpose = ${p.purpose}
), `;

/**
 * Common table expressions that reserve all lines or none, and nothing unless `condition` holds.
 * `made` has a row if they did; `known` has the earlier reservation of the same purpose. A caller that
 * has just made up the purpose sets `isNew`: no reservation has it, and an insert that looks for one
 * writes a second record to the log.
 */
export const holdSql = (
  p: HoldParameters,
  { condition = 'true', isNew = false } = {},
): string => `wanted as (
  select * from unnest(${p.variantIds}::uuid[], ${p.quantities}::int[]) as w (variant_id, quantity)
  where ${condition}
), ${isNew ? '' : knownSql(p)}locked as (
  select level.id, level.variant_id, wanted.quantity,
         case when level.is_active then greatest(level.on_hand - level.reserved, 0) else 0 end as available
  from inventory_levels level join wanted using (variant_id)
  where level.store_id = ${p.storeId} and level.variant_id = any(${p.variantIds}::uuid[])
    and ${unlessKnown(isNew)}
  order by level.variant_id
  for no key update of level
), short as (
  select wanted.variant_id, variant.sku, ${shownSql('wanted.quantity')} as requested,
    ${shownSql('coalesce(locked.available, 0)')} as available
  from wanted
    left join locked using (variant_id)
    left join product_variants variant on variant.id = wanted.variant_id
  where coalesce(locked.available, 0) < wanted.quantity and ${unlessKnown(isNew)}
), made as (
  insert into reservations (id, store_id, purpose, expires_at, variant_ids, quantities)
  select ${p.id}::uuid, ${p.storeId}, ${p.purpose}, ${p.expiresAt}::timestamptz,
    ${p.variantIds}::uuid[], ${p.quantities}::int[]
  where not exists (select from short) and ${unlessKnown(isNew)} and ${condition}
  ${isNew ? '' : 'on conflict (purpose) do nothing'}
  returning id
), changed as (
  update inventory_levels level
  set reserved = level.reserved + locked.quantity, updated_at = now()
  from locked, made
  where level.id = locked.id
  returning ${CHANGE_COLUMNS}
)`;

/** The lines that lack stock, for a statement with `holdSql`. */
export const HOLD_SHORTAGES = `(
  select coalesce(jsonb_agg(to_jsonb(short) order by short.variant_id), '[]') from short)`;

const INSERT_HOLD = `with ${holdSql({
  id: '$1',
  storeId: '$2',
  purpose: '$3',
  expiresAt: '$4',
  variantIds: '$5',
  quantities: '$6',
})} select (select to_jsonb(known) from known) as known, exists (select from made) as made,
  ${HOLD_SHORTAGES} as shortages, ${asChanges('reserve', '0')} as changes`;

export type CommitRow = { committed: boolean; shortages: Shortage[]; changes: LevelChange[] };

/**
 * Turns a reservation into a sale. Locks the reservation first, so that of a concurrent commit and
 * release the second finds it closed. Reports shortages if the counter sold reserved goods, unless
 * `customerHasGoods` says that the customer already has them.
 */
export async function commitHold(
  tx: Tx,
  commit: {
    purpose: string;
    reference: string;
    onceKey: string;
    actorId: string | null;
    customerHasGoods: boolean;
  },
): Promise<CommitRow> {
  const [row] = await statement<CommitRow>(tx, COMMIT_HOLD, [
    commit.purpose,
    commit.reference,
    commit.actorId,
    commit.customerHasGoods,
    commit.onceKey,
  ]);
  if (row === undefined) throw new Error('commit of a reservation returned no row');
  return row;
}

/** Where a statement carries the commit of a reservation: its parameters, as SQL. */
export type CommitParameters = Record<
  'purpose' | 'reference' | 'actorId' | 'customerHasGoods' | 'onceKey',
  string
>;

const KEEP_COMMITTED = `update reservations set status = 'committed', closed_at = now() from`;
const DELETE_COMMITTED = 'delete from reservations using';

/**
 * Common table expressions that turn a reservation into a sale; `closed` has a row if they did. They
 * do nothing unless `condition` holds, nor if `unless` is true for one of the locked levels.
 *
 * `isDraft`: the sale has no row yet, and the caller has locked what every other user of the
 * reservation locks first. Then the reservation needs no lock of its own, is deleted instead of kept
 * as committed for repeated calls, and nothing has posted the sale before.
 */
export const commitHoldSql = (
  p: CommitParameters,
  { condition = 'true', unless = 'false', isDraft = false } = {},
): string => `held as (
  select purpose, store_id, variant_ids, quantities from reservations
  where purpose = ${p.purpose} and status = 'held' and ${condition}
  ${isDraft ? '' : 'for no key update'}
), line as materialized (
  select line.* from held, unnest(held.variant_ids, held.quantities::int[])
    as line (variant_id, quantity)
), locked as (
  select level.id, level.variant_id, level.on_hand, level.reorder_point, level.is_active,
         line.quantity
  from inventory_levels level join line using (variant_id)
  where level.store_id = (select store_id from held)
    and level.variant_id = any(array(select variant_id from line))
  order by level.variant_id
  for no key update of level
), short as (
  select locked.variant_id, variant.sku, ${shownSql('locked.quantity')} as requested,
    ${shownSql('greatest(locked.on_hand, 0)')} as available
  from locked join product_variants variant on variant.id = locked.variant_id
  where locked.on_hand < locked.quantity and not ${p.customerHasGoods}::boolean or ${unless}
), closed as (
  ${isDraft ? DELETE_COMMITTED : KEEP_COMMITTED} held
  where reservations.purpose = held.purpose and reservations.status = 'held'
    and not exists (select from short)
  returning reservations.purpose
), posted as (
  insert into stock_postings (key) select ${p.onceKey} from closed
  ${isDraft ? '' : 'on conflict do nothing'}
), changed as (
  update inventory_levels level
  set on_hand = level.on_hand - locked.quantity, reserved = level.reserved - locked.quantity, updated_at = now()
  from locked, closed
  where level.id = locked.id
  returning ${CHANGE_COLUMNS}, locked.quantity
), moved as (
  insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand, reference, actor_id)
  select movement_id(), "storeId", "variantId", 'sale', -quantity, "onHand", ${p.reference}, ${p.actorId}::uuid
  from changed order by "variantId"
)`;

const COMMIT_HOLD = `with ${commitHoldSql({
  purpose: '$1',
  reference: '$2',
  actorId: '$3',
  customerHasGoods: '$4',
  onceKey: '$5',
})} select exists (select from closed) as committed, ${HOLD_SHORTAGES} as shortages,
  ${asChanges('sale', '-changed.quantity')} as changes`;

export type ReleasedLevels = { released: number; changes: LevelChange[] };

const RELEASE_LEVELS = `
locked as (
  select level.id, due.quantity
  from (select closed.store_id, line.variant_id, sum(line.quantity)::int as quantity
        from closed, unnest(closed.variant_ids, closed.quantities::int[])
          as line (variant_id, quantity)
        group by closed.store_id, line.variant_id) as due
    join inventory_levels level using (store_id, variant_id)
  order by level.store_id, level.variant_id
  for no key update of level
), changed as (
  update inventory_levels level
  set reserved = level.reserved - locked.quantity, updated_at = now()
  from locked
  where level.id = locked.id
  returning ${CHANGE_COLUMNS}
)
select (select count(*) from closed)::int as released, ${asChanges('release', '0')} as changes`;

export async function releaseHold(tx: Tx, purpose: string): Promise<ReleasedLevels> {
  const [row] = await statement<ReleasedLevels>(
    tx,
    `with closed as (
       update reservations set status = 'released', closed_at = now()
       where purpose = $1 and status = 'held'
       returning store_id, variant_ids, quantities
     ), ${RELEASE_LEVELS}`,
    [purpose],
  );
  return row ?? { released: 0, changes: [] };
}

/** Releases expired reservations; skips rows that another node has locked. */
export async function releaseExpiredHolds(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<ReleasedLevels> {
  const [row] = await statement<ReleasedLevels>(
    tx,
    `with expired as (
       select purpose from reservations where status = 'held' and expires_at <= $1
       order by expires_at limit $2
       for no key update skip locked
     ), closed as (
       update reservations set status = 'released', closed_at = now()
       from expired where reservations.purpose = expired.purpose
       returning reservations.store_id, reservations.variant_ids, reservations.quantities
     ), ${RELEASE_LEVELS}`,
    [now, limit],
  );
  return row ?? { released: 0, changes: [] };
}

/** Deletes at most `limit` closed reservations; their movements remain. */
export async function deleteClosedHolds(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await statement(
    tx,
    `delete from reservations where purpose in (
       select purpose from reservations where status <> 'held' and closed_at < $1
       order by closed_at limit $2)
     returning purpose`,
    [before, limit],
  );
  return rows.length;
}
