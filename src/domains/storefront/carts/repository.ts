import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { type Minor, minor } from '../../../platform/money.js';
import type { GoodsNames } from '../../catalog/index.js';
import { MAX_QUANTITY } from './rules.js';

/** A cart and the visit that must own it. */
export type CartRef = { cartId: string; sessionId: string };

export type CartLine = GoodsNames & {
  variantId: string;
  sku: string;
  quantity: number;
  unitPriceMinor: Minor;
  /** Unreserved stock of the store; the cart itself reserves nothing. */
  available: number;
  /** Both the variant and its product are on sale. */
  isActive: boolean;
  productId: number;
  slug: string;
  imageUrl: string;
  categoryId: string | null;
  collectionIds: string[];
  isTaxExempt: boolean;
  isDigital: boolean;
  minimumAge: number | null;
  /** Only customers with a verified identity may buy it. */
  requiresKyc: boolean;
};

export type Cart = {
  id: string;
  storeId: string;
  status: 'ACTIVE';
  promoCode: string | null;
  lines: CartLine[];
};

type CartRow = {
  id: string;
  store_id: string;
  promo_code: string | null;
  variant_id: string | null;
  quantity: number;
  sku: string;
  variant_name: string;
  price: string;
  is_active: boolean;
  available: number;
  product_id: number;
  product_name: string;
  slug: string;
  image_url: string;
  category_id: string | null;
  collection_ids: string[];
  is_tax_exempt: boolean;
  is_digital: boolean;
  minimum_age: number | null;
  requires_kyc: boolean;
};

const OWN = `id = $1 and session_id = $2 and status = 'ACTIVE'`;

/** Locks the cart: changes are serialized, and none is possible once it is ordered. */
const touchedCart = (change = ''): string =>
  `cart as (update carts set updated_at = $3${change} where ${OWN}
     returning id, store_id, promo_code)`;

/** Digital goods have no stock limit except the maximum quantity of a line. */
const AVAILABLE = `case when p.is_digital then ${MAX_QUANTITY}
  else greatest(i.on_hand - i.reserved, 0) end`;

/** The variant of the SKU with its stock at the cart's store. */
const GOODS = `goods as (
  select v.id, v.is_active and p.is_active as is_active,
         ${AVAILABLE} as available
  from cart join product_variants v on v.sku = $4 join products p on p.id = v.product_id
    left join inventory_levels i
      on i.store_id = cart.store_id and i.variant_id = v.id and i.is_active)`;

const STORED_LINES = `select variant_id, quantity, added_at from cart_lines
  where cart_id = (select id from cart)`;

/** A statement does not see its own writes, so the changed line replaces the stored one. */
const LINES_AFTER_CHANGE = `${STORED_LINES} and variant_id not in (select variant_id from changed)
  union all select variant_id, quantity, added_at from changed`;

/** One row per line; a cart without lines is one row of nulls. */
const view = (lines: string, more: { columns: string; joins: string } = NOTHING_MORE): string => `
  select cart.id, cart.store_id, cart.promo_code, line.*${more.columns}
  from cart ${more.joins} left join (
    select l.variant_id, l.quantity, l.added_at, v.sku, v.name as variant_name, v.price,
           v.is_active and p.is_active as is_active, ${AVAILABLE} as available,
           p.id as product_id, p.name as product_name, p.slug, p.image_url, p.category_id,
           array(select collection_id from product_collections where product_id = p.id)
             as collection_ids,
           p.is_tax_exempt, p.is_digital, p.minimum_age,
           p.requires_kyc or category_requires_kyc(p.category_id) as requires_kyc
    from (${lines}) l
      join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
      left join inventory_levels i on i.store_id = (select store_id from cart)
        and i.variant_id = l.variant_id and i.is_active
  ) line on true
  order by line.added_at, line.variant_id`;

const NOTHING_MORE = { columns: '', joins: '' };
const WITH_GOODS = {
  columns: `, goods.id as goods_id, goods.is_active as goods_active,
    goods.available as goods_available, exists (select from changed) as done`,
  joins: 'left join goods on true',
};

const READ = `with cart as (select id, store_id, promo_code from carts where ${OWN})
  ${view(STORED_LINES)}`;

/** The stock must cover the quantity in the cart plus the added one. */
const ADD = `with ${touchedCart()}, ${GOODS}, changed as (
    insert into cart_lines (cart_id, variant_id, quantity)
    select cart.id, goods.id, $5 from cart, goods
    where goods.is_active and $5 <= goods.available and ($6::uuid is null or cart.store_id = $6)
    on conflict (cart_id, variant_id) do update set quantity = cart_lines.quantity + excluded.quantity
    where cart_lines.quantity + excluded.quantity <= (select available from goods)
    returning variant_id, quantity, added_at)
  ${view(LINES_AFTER_CHANGE, WITH_GOODS)}`;

const CHANGE = `with ${touchedCart()}, ${GOODS}, changed as (
    update cart_lines set quantity = $5 from cart, goods
    where cart_id = cart.id and variant_id = goods.id and goods.is_active
      and $5 <= goods.available
    returning variant_id, quantity, added_at)
  ${view(LINES_AFTER_CHANGE, WITH_GOODS)}`;

const REMOVE = `with ${touchedCart()}, removed as (
    delete from cart_lines using cart, product_variants v
    where cart_id = cart.id and variant_id = v.id and v.sku = $4
    returning variant_id)
  ${view(`${STORED_LINES} and variant_id not in (select variant_id from removed)`)}`;

const SET_PROMO = `with ${touchedCart(', promo_code = $4')} ${view(STORED_LINES)}`;

const CLEAR = `with ${touchedCart(', promo_code = null')}, removed as (
    delete from cart_lines using cart where cart_id = cart.id)
  select id from cart`;

/** The visit's active cart; undefined for any other cart. */
export const readCart = async (
  reader: Reader,
  { cartId, sessionId }: CartRef,
): Promise<Cart | undefined> => asCart(await statement<CartRow>(reader, READ, [cartId, sessionId]));

export type LineChange = CartRef & { sku: string; quantity: number; now: Date };

/** The cart after a change; `goods` is undefined if the SKU is unknown. */
export type LineResult = {
  cart: Cart;
  done: boolean;
  goods: { variantId: string; isActive: boolean; available: number } | undefined;
};

type LineResultRow = CartRow & {
  goods_id: string | null;
  goods_active: boolean;
  goods_available: number;
  done: boolean;
};

/** One statement checks ownership and stock, writes the line and reads the cart back. */
export const addLine = async (
  writer: Autocommit,
  change: LineChange & { storeId: string | null },
): Promise<LineResult | undefined> =>
  toLineResult(
    await statement<LineResultRow>(writer, ADD, [...changeValues(change), change.storeId]),
  );

export const changeLine = async (
  writer: Autocommit,
  change: LineChange,
): Promise<LineResult | undefined> =>
  toLineResult(await statement<LineResultRow>(writer, CHANGE, changeValues(change)));

const changeValues = ({ cartId, sessionId, now, sku, quantity }: LineChange): unknown[] => [
  cartId,
  sessionId,
  now,
  sku,
  quantity,
];

export const removeLine = async (
  writer: Autocommit,
  { cartId, sessionId }: CartRef,
  sku: string,
  now: Date,
): Promise<Cart | undefined> =>
  asCart(await statement<CartRow>(writer, REMOVE, [cartId, sessionId, now, sku]));

export const setPromoCode = async (
  writer: Autocommit,
  { cartId, sessionId }: CartRef,
  code: string | null,
  now: Date,
): Promise<Cart | undefined> =>
  asCart(await statement<CartRow>(writer, SET_PROMO, [cartId, sessionId, now, code]));

/** Removes lines and promo code; false if the visit does not own the cart. */
export async function emptyCart(
  writer: Autocommit,
  { cartId, sessionId }: CartRef,
  now: Date,
): Promise<boolean> {
  const rows = await statement(writer, CLEAR, [cartId, sessionId, now]);
  return rows.length > 0;
}

export async function activeCartId(reader: Reader, sessionId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('carts')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return row?.id;
}

/** The caller has locked the visit, which has one active cart. */
export async function replaceCart(
  tx: Tx,
  cart: { id: string; sessionId: string; storeId: string; now: Date },
): Promise<void> {
  await statement(
    tx,
    `update carts set status = 'ABANDONED', updated_at = $2
     where session_id = $1 and status = 'ACTIVE'`,
    [cart.sessionId, cart.now],
  );
  await insertCart(tx, cart);
}

/** Inserts a guest and their cart in one statement, because most carts start this way. */
export async function insertGuestCart(
  writer: Autocommit,
  guest: { text: string; values: unknown[] },
  cart: { id: string; storeId: string; now: Date },
): Promise<void> {
  const [id, store, now] = [1, 2, 3].map(n => `$${guest.values.length + n}`);
  await statement(
    writer,
    `with guest as (${guest.text} returning id)
     insert into carts (id, session_id, store_id, created_at, updated_at)
     select ${id}, guest.id, ${store}, ${now}, ${now} from guest`,
    [...guest.values, cart.id, cart.storeId, cart.now],
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

export async function moveCart(tx: Tx, id: string, sessionId: string, now: Date): Promise<void> {
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
    `insert into cart_lines (cart_id, variant_id, quantity, added_at)
     select $2, variant_id, least(sum(quantity), ${MAX_QUANTITY}), min(added_at) from cart_lines
     where cart_id = any($1::uuid[]) group by variant_id
     on conflict (cart_id, variant_id)
       do update set quantity = least(cart_lines.quantity + excluded.quantity, ${MAX_QUANTITY})`,
    [from, into],
  );
  await statement(
    tx,
    `update carts set status = 'ABANDONED', updated_at = $2 where id = any($1::uuid[])`,
    [from, now],
  );
}

/** Abandons carts unchanged since `before`. */
export async function abandonCarts(
  tx: Tx,
  before: Date,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await statement(
    tx,
    `update carts set status = 'ABANDONED', updated_at = $2
     where id in (
       select id from carts
       where status = 'ACTIVE' and created_at < $1 and updated_at < $1 and ${NOT_IN_PAYMENT}
       order by created_at limit $3 for update skip locked)
     returning id`,
    [before, now, limit],
  );
  return rows.length;
}

/** Those of the visits that have an order. */
export async function visitsWithOrders(reader: Reader, sessionIds: readonly string[]) {
  const rows = await statement<{ session_id: string }>(
    reader,
    `select distinct session_id from checkout_sessions
     where session_id = any($1::uuid[]) and transaction_id is not null`,
    [sessionIds],
  );
  return new Set(rows.map(row => row.session_id));
}

function asCart(rows: readonly CartRow[]): Cart | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    id: first.id,
    storeId: first.store_id,
    status: 'ACTIVE',
    promoCode: first.promo_code,
    lines: rows.flatMap(row => (row.variant_id === null ? [] : asLine(row, row.variant_id))),
  };
}

const asLine = (row: CartRow, variantId: string): CartLine => ({
  variantId,
  sku: row.sku,
  product_name: row.product_name,
  variant_name: row.variant_name,
  quantity: row.quantity,
  unitPriceMinor: minor(row.price),
  available: row.available,
  isActive: row.is_active,
  productId: row.product_id,
  slug: row.slug,
  imageUrl: row.image_url,
  categoryId: row.category_id,
  collectionIds: row.collection_ids,
  isTaxExempt: row.is_tax_exempt,
  isDigital: row.is_digital,
  minimumAge: row.minimum_age,
  requiresKyc: row.requires_kyc,
});

function toLineResult(rows: readonly LineResultRow[]): LineResult | undefined {
  const cart = asCart(rows);
  const [first] = rows;
  if (cart === undefined || first === undefined) return undefined;
  const { goods_id: variantId, goods_active: isActive, goods_available: available, done } = first;
  return { cart, done, goods: variantId === null ? undefined : { variantId, isActive, available } };
}
