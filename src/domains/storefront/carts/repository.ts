import { type Autocommit, type Reader, statement } from '../../../platform/database/tx.js';
import type { Minor } from '../../../platform/money.js';
import { partsOnSaleSql } from '../../catalog/index.js';
import { availableSql } from '../../inventory/index.js';
import { liveVisitSql, perVisitRef, type VisitRef } from '../../people/index.js';
import { type CommitSetting, commitSql } from '../commit-setting.js';
import { asGoods, type CartGoods, GOODS_COLUMNS, type GoodsRow } from './goods-repository.js';
import { mostStepsSql } from './rules.js';

/** A cart and the live visit that must own it. */
export type CartRef = { cartId: string; visit: VisitRef };

export type CartLine = CartGoods & {
  /** In the store, for this quantity; 0 where the store does not sell it. */
  unitPriceMinor: Minor;
  /** False: the article has no price in the store's currency. */
  isSoldHere: boolean;
  /** In steps of the unit, as all quantities of carts. */
  quantity: number;
  /** Unreserved stock of the store; the cart itself reserves nothing. */
  available: number;
};

export type Cart = {
  id: string;
  storeId: string;
  status: 'ACTIVE';
  promoCode: string | null;
  /** Why the customer pays no tax. */
  taxExemption?: string | null;
  lines: CartLine[];
};

/** A cart as it is stored, for `cartOf`, which knows the goods. */
export type StoredCart = CartContents & {
  id: string;
  /** Unreserved stock of the store, one number per line. */
  stock: number[];
  /** The version of the reference data when the cart was read. */
  version: string;
};

/** What a checkout is priced from. The two lists have the same length. */
export type CartContents = {
  storeId: string;
  promoCode: string | null;
  variantIds: string[];
  quantities: number[];
  /** Why the customer pays no tax; null for guests. */
  taxExemption: string | null;
};

const OWN = `carts.id = $1 and carts.status = 'ACTIVE'`;

/** The visit that $2 names, if it is live at $3. */
const visitSql = (by: VisitRef['by']): string =>
  `visit as materialized (${liveVisitSql(by, '$2', '$3')})`;

const COLUMNS = `carts.id, carts.session_id, carts.store_id, carts.promo_code, carts.variant_ids::uuid[] as variant_ids,
  carts.quantities::integer[] as quantities`;

/** Changes the visit's cart. Of two concurrent changes the second sees the first. */
const changedCart = (change: string, { from = '', where = 'true' } = {}): string =>
  `cart as (update carts set updated_at = $3${change} from visit${from}
     where ${OWN} and carts.session_id = visit.id and ${where} returning ${COLUMNS})`;

/** Digital goods have no stock limit except the maximum quantity of a line. */
const MOST = mostStepsSql('v.unit');
const available = (store: string): string =>
  `case when p.is_digital then ${MOST} else coalesce(${availableSql(store, 'v.id')}, 0) end`;

/** The variant of the SKU with its stock at the store of the visit's cart. */
const GOODS = `goods as (
  select v.id, v.unit, v.is_active and p.is_active and ${partsOnSaleSql} as is_active,
    ${available('carts.store_id')} as available
  from carts join visit on visit.id = carts.session_id
    join product_variants v on v.sku = $4 join products p on p.id = v.product_id
  where ${OWN})`;

const STORED = `cart.id, cart.store_id as "storeId", cart.promo_code as "promoCode",
  cart.variant_ids as "variantIds", cart.quantities,
  array(select coalesce(${availableSql('cart.store_id', 'l.variant_id')}, 0)
    from unnest(cart.variant_ids) with ordinality as l (variant_id, position)
    order by l.position) as stock,
  (select u.tax_exemption from sessions s join users u on u.id = s.user_id
    where s.id = cart.session_id and u.role = 'customer' and u.is_active) as "taxExemption",
  (select version::text from reference_version) as version`;
const SELECT_STORED = `select ${STORED} from cart`;

/** Selects the active carts of a condition as `StoredCart`. */
export const storedCartSql = (condition: string): string =>
  `select ${STORED} from (
     select ${COLUMNS} from carts where carts.status = 'ACTIVE' and ${condition}) as cart`;

/** One row per line; a cart without lines is one row of nulls. */
const VIEW = `
  select cart.id, cart.store_id, cart.promo_code, line.*
  from cart left join lateral (
    select l.quantity, l.position, ${available('cart.store_id')} as available, ${GOODS_COLUMNS}
    from unnest(cart.variant_ids, cart.quantities)
        with ordinality as l (variant_id, quantity, position)
      join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
  ) line on true
  order by line.position`;

const READ = `with cart as (select ${COLUMNS} from carts where ${OWN} and session_id = $2) ${VIEW}`;

const READ_OWN = perVisitRef(
  by => `with ${visitSql(by)}, cart as (
    select ${COLUMNS} from carts join visit on visit.id = carts.session_id where ${OWN})
    ${SELECT_STORED}`,
);

/** Where the article stands in the cart, and the quantity that an addition makes. */
const positionOf = (variant: string): string => `array_position(carts.variant_ids, ${variant})`;
const PLACE = `coalesce(${positionOf('$4')}, cardinality(carts.variant_ids) + 1)`;
const SUM = `coalesce(carts.quantities[${positionOf('$4')}], 0) + $5`;

/** The stock must cover the quantity in the cart plus the added one. */
const ADD = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${changedCart(
      `, variant_ids[${PLACE}] = $4::uuid, quantities[${PLACE}] = ${SUM}`,
      {
        where: `($6::uuid is null or carts.store_id = $6)
        and carts.store_id <> all($10::uuid[])
        and (select version from reference_version) = $7::bigint
        and ${SUM} <= $11
        and ($8::boolean or ${SUM} <= coalesce(${availableSql('carts.store_id', '$4')}, 0))`,
      },
    )} select ${STORED}, ${commitSql('$9')} from cart`,
);

const POSITION = positionOf('goods.id');

const CHANGE = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${GOODS}, ${changedCart(`, quantities[${POSITION}] = $5`, {
      from: ', goods',
      where: `${POSITION} is not null and goods.is_active and goods.unit = $6
        and $5 <= goods.available`,
    })} ${SELECT_STORED}`,
);

/** An emptied cart gets no reminder. */
const ENDED_REMINDER = `ended as (delete from cart_reminders
  where cart_id in (select id from cart where cardinality(variant_ids) = 0))`;

const REMOVE = perVisitRef(
  by => `with ${visitSql(by)}, goods as (
    select (select id from product_variants where sku = $4) as id), ${changedCart(
      `, variant_ids = array_remove(carts.variant_ids, goods.id),
       quantities = case when ${POSITION} is null then carts.quantities
         else carts.quantities[:${POSITION} - 1] || carts.quantities[${POSITION} + 1:] end`,
      { from: ', goods' },
    )}, ${ENDED_REMINDER} ${SELECT_STORED}`,
);

const SET_PROMO = perVisitRef(
  by => `with ${visitSql(by)}, ${changedCart(', promo_code = $4')} ${SELECT_STORED}`,
);

const CLEAR = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${changedCart(
      `, promo_code = null, variant_ids = '{}', quantities = '{}'`,
    )}, ${ENDED_REMINDER} select id from cart`,
);

const FIND_GOODS = perVisitRef(
  by => `with ${visitSql(by)}, ${GOODS} select id, unit, is_active, available from goods`,
);

const valuesOf = ({ cartId, visit }: CartRef, now: Date): unknown[] => [cartId, visit.value, now];

/** A cart before `atStorePrices` has looked up the prices of its store. */
export type UnpricedCart = Omit<Cart, 'lines'> & {
  lines: Omit<CartLine, 'unitPriceMinor' | 'isSoldHere'>[];
};

/** The active cart of a visit that is known to live; undefined for any other cart. */
export const readCart = async (
  reader: Reader,
  { cartId, sessionId }: { cartId: string; sessionId: string },
): Promise<UnpricedCart | undefined> =>
  asCart(await statement<CartRow>(reader, READ, [cartId, sessionId]));

/** The active cart of a live visit; undefined for any other cart. */
export const readOwnCart = async (
  reader: Reader,
  ref: CartRef,
  now: Date,
): Promise<StoredCart | undefined> =>
  first(statement<StoredCart>(reader, READ_OWN[ref.visit.by], valuesOf(ref, now)));

const first = async <T>(rows: Promise<T[]>): Promise<T | undefined> => (await rows)[0];

export type Addition = {
  variantId: string;
  isDigital: boolean;
  quantity: number;
  /** Limit for the article in one cart. */
  most: number;
  /** Unset: the store of the cart. */
  storeId: string | null;
  /** Stores that do not sell the article. */
  unsoldStoreIds: readonly string[];
  /** Version of the reference data that the article was found in. */
  version: string;
  now: Date;
};

/**
 * One statement checks visit, ownership, version and stock, writes the line and returns the cart.
 * Undefined if it changed nothing.
 */
export const addLine = (
  writer: Autocommit,
  ref: CartRef,
  { variantId, isDigital, quantity, most, storeId, unsoldStoreIds, version, now }: Addition,
  commit: CommitSetting,
): Promise<StoredCart | undefined> =>
  first(
    statement<StoredCart>(writer, ADD[ref.visit.by], [
      ...valuesOf(ref, now),
      variantId,
      quantity,
      storeId,
      version,
      isDigital,
      commit,
      unsoldStoreIds,
      most,
    ]),
  );

/** Writes nothing if the article has another unit than the one that the quantity is in. */
export type LineChange = { sku: string; quantity: number; unit: string; now: Date };

/** Sets the quantity of an article that is in the cart. Undefined if it changed nothing. */
export const changeLine = (
  writer: Autocommit,
  ref: CartRef,
  { sku, quantity, unit, now }: LineChange,
): Promise<StoredCart | undefined> =>
  first(
    statement<StoredCart>(writer, CHANGE[ref.visit.by], [
      ...valuesOf(ref, now),
      sku,
      quantity,
      unit,
    ]),
  );

export type Goods = { variantId: string; unit: string; isActive: boolean; available: number };

type GoodsFound = { id: string; is_active: boolean };

/** The article of a SKU at the cart's store; undefined for an unknown SKU and for no own cart. */
export async function findGoods(
  reader: Reader,
  ref: CartRef,
  sku: string,
  now: Date,
): Promise<Goods | undefined> {
  const [row] = await statement<Omit<Goods, 'variantId' | 'isActive'> & GoodsFound>(
    reader,
    FIND_GOODS[ref.visit.by],
    [...valuesOf(ref, now), sku],
  );
  if (row === undefined) return undefined;
  const { id: variantId, is_active: isActive, unit, available } = row;
  return { variantId, unit, isActive, available };
}

export const removeLine = (
  writer: Autocommit,
  ref: CartRef,
  sku: string,
  now: Date,
): Promise<StoredCart | undefined> =>
  first(statement<StoredCart>(writer, REMOVE[ref.visit.by], [...valuesOf(ref, now), sku]));

export const setPromoCode = (
  writer: Autocommit,
  ref: CartRef,
  code: string | null,
  now: Date,
): Promise<StoredCart | undefined> =>
  first(statement<StoredCart>(writer, SET_PROMO[ref.visit.by], [...valuesOf(ref, now), code]));

/** Removes lines and promo code; undefined if the visit does not own the cart. */
export async function emptyCart(
  writer: Autocommit,
  ref: CartRef,
  now: Date,
): Promise<true | undefined> {
  const rows = await statement(writer, CLEAR[ref.visit.by], valuesOf(ref, now));
  return rows.length > 0 ? true : undefined;
}

type CartRow = Omit<GoodsRow, 'variant_id'> & {
  id: string;
  store_id: string;
  promo_code: string | null;
  variant_id: string | null;
  quantity: number;
  available: number;
};

function asCart(rows: readonly CartRow[]): UnpricedCart | undefined {
  const [head] = rows;
  if (head === undefined) return undefined;
  return {
    id: head.id,
    storeId: head.store_id,
    status: 'ACTIVE',
    promoCode: head.promo_code,
    lines: rows.flatMap(({ variant_id: id, quantity, available, ...row }) =>
      id === null ? [] : { ...asGoods({ ...row, variant_id: id }), quantity, available },
    ),
  };
}
