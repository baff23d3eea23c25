import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { type CommitSetting, commitSql } from '../commit-setting.js';
import { mostStepsSql } from './rules.js';

export async function activeCartId(reader: Reader, sessionId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('carts')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return row?.id;
}

/** The caller has locked the visit, which has at most one active cart: its latest. */
export async function replaceCart(
  tx: Tx,
  cart: { id: string; sessionId: string; storeId: string; now: Date },
): Promise<void> {
  await statement(
    tx,
    `update carts set is_latest = false,
       status = case status when 'ACTIVE' then 'ABANDONED' else status end,
       updated_at = case status when 'ACTIVE' then $2 else updated_at end
     where session_id = $1 and is_latest`,
    [cart.sessionId, cart.now],
  );
  await insertCart(tx, cart);
}

/** Inserts a guest and their cart in one statement, because most carts start this way. */
export async function insertGuestCart(
  writer: Autocommit,
  guest: { text: string; values: unknown[] },
  cart: { id: string; storeId: string; now: Date },
  commit: CommitSetting,
): Promise<void> {
  const [id, store, now, setting = ''] = [1, 2, 3, 4].map(n => `$${guest.values.length + n}`);
  await statement(
    writer,
    `with guest as (${guest.text} returning id)
     insert into carts (id, session_id, store_id, created_at, updated_at)
     select ${id}, guest.id, ${store}, ${now}, ${now} from guest
     returning ${commitSql(setting)}`,
    [...guest.values, cart.id, cart.storeId, cart.now, commit],
  );
}

async function insertCart(
  tx: Tx,
  cart: { id: string; sessionId: string; storeId: string; now: Date },
): Promise<void> {
  await statement(
    tx,
    `insert into carts (id, session_id, store_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4)`,
    [cart.id, cart.sessionId, cart.storeId, cart.now],
  );
}

export type CartHead = { id: string; store_id: string };

export async function lockActiveCart(tx: Tx, sessionId: string): Promise<CartHead | undefined> {
  const [row] = await statement<CartHead>(
    tx,
    `select id, store_id from carts where session_id = $1 and status = 'ACTIVE' for update`,
    [sessionId],
  );
  return row;
}

/** A cart in payment must not be merged or abandoned. */
const NOT_IN_PAYMENT = `not exists (
  select from checkout_sessions c where c.cart_id = carts.id
    and c.status in ('payment_processing', 'payment_requires_action'))`;

/** Locks the active carts of these visits, last used first. */
export const lockEarlierCarts = (tx: Tx, sessionIds: readonly string[]): Promise<CartHead[]> =>
  statement(
    tx,
    `select id, store_id from carts
     where session_id = any($1::uuid[]) and status = 'ACTIVE' and ${NOT_IN_PAYMENT}
     order by updated_at desc, id for update`,
    [sessionIds],
  );

/** Gives an active cart to another visit without one, whose latest cart is closed. */
export async function moveCart(tx: Tx, id: string, sessionId: string, now: Date): Promise<void> {
  await statement(tx, 'update carts set is_latest = false where session_id = $1 and is_latest', [
    sessionId,
  ]);
  await statement(tx, 'update carts set session_id = $2, updated_at = $3 where id = $1', [
    id,
    sessionId,
    now,
  ]);
}

/** Merges the lines of some carts into another and abandons the merged ones. */
export async function mergeCarts(
  tx: Tx,
  from: readonly string[],
  into: string,
  now: Date,
): Promise<void> {
  await statement(
    tx,
    `with stored as (
       select variant_id, quantity, row_number() over (order by carts.created_at, position) as place,
              coalesce(v.unit, 'piece') as unit
       from carts join cart_lines on cart_lines.cart_id = carts.id
         left join product_variants v on v.id = variant_id
       where carts.id = any($1::uuid[] || $2::uuid)),
     line as (
       select variant_id, least(sum(quantity), ${mostStepsSql('unit')})::integer as quantity,
              min(place) as place
       from stored group by variant_id, unit)
     update carts set (variant_ids, quantities) = (
       select coalesce(array_agg(variant_id order by place), '{}'),
              coalesce(array_agg(quantity order by place), '{}') from line)
     where id = $2`,
    [from, into],
  );
  await statement(
    tx,
    `update carts set status = 'ABANDONED', updated_at = $2 where id = any($1::uuid[])`,
    [from, now],
  );
}

/** The store of a cart that was not ordered. */
export async function storeOfLeftCart(reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await statement<{ store_id: string }>(
    reader,
    `select store_id from carts where id = $1 and status <> 'CONVERTED'`,
    [id],
  );
  return row?.store_id;
}

/**
 * Copies the goods of a cart that are still on sale, and its code, into another one. Of goods that
 * both have, the larger quantity counts, so a second copy changes nothing.
 */
export async function copyCart(tx: Tx, from: string, into: string, now: Date): Promise<void> {
  await statement(
    tx,
    `with stored as (
       select l.variant_id, l.quantity, (l.cart_id = $1)::integer as is_copied, l.position
       from cart_lines l
         left join product_variants v on v.id = l.variant_id
         left join products p on p.id = v.product_id
       where l.cart_id = $2 or (l.cart_id = $1 and v.is_active and p.is_active)),
     line as (
       select variant_id, max(quantity) as quantity, min(is_copied) as is_copied,
              min(position) as position
       from stored group by variant_id)
     update carts set updated_at = $3,
       promo_code = coalesce(promo_code, (select promo_code from carts where id = $1)),
       (variant_ids, quantities) = (
         select coalesce(array_agg(variant_id order by is_copied, position), '{}'),
                coalesce(array_agg(quantity order by is_copied, position), '{}') from line)
     where id = $2`,
    [from, into, now],
  );
}

/**
 * Abandons carts unchanged since `before`, in the order of their ids, after that of `afterId`. Returns
 * their ids. Looks at all carts: it runs once a night, and every new cart would pay for an index.
 */
export async function abandonCarts(
  tx: Tx,
  { before, now, afterId, limit }: { before: Date; now: Date; afterId: string; limit: number },
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    tx,
    `with stale as (
       select id from carts
       where id > $4 and status = 'ACTIVE' and updated_at < $1 and ${NOT_IN_PAYMENT}
       order by id limit $3 for update skip locked
     ), abandoned as (
       update carts set status = 'ABANDONED', updated_at = $2
       from stale where carts.id = stale.id
     )
     select id from stale order by id`,
    [before, now, limit, afterId],
  );
  return rows.map(({ id }) => id);
}

/** The visits among these that have an order. */
export async function visitsWithOrders(reader: Reader, sessionIds: readonly string[]) {
  const rows = await statement<{ session_id: string }>(
    reader,
    `select distinct carts.session_id
     from carts join checkout_sessions c on c.cart_id = carts.id and c.transaction_id is not null
     where carts.session_id = any($1::uuid[])`,
    [sessionIds],
  );
  return new Set(rows.map(row => row.session_id));
}
