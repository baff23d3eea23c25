import { type Autocommit, type Reader, statement } from '../../../platform/database/tx.js';
import { type Minor, minor } from '../../../platform/money.js';
import type { GoodsNames } from '../../catalog/index.js';
import { liveVisitSql, perVisitRef, type VisitRef } from '../../people/index.js';
import { MAX_QUANTITY } from './rules.js';

/** A cart and the live visit that must own it. */
export type CartRef = { cartId: string; visit: VisitRef };

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

const OWN = `carts.id = $1 and carts.status = 'ACTIVE'`;

/** The live visit as $2, by the time $3. */
const visitSql = (by: VisitRef['by']): string =>
  `visit as materialized (${liveVisitSql(by, '$2', '$3')})`;

const COLUMNS = `carts.id, carts.store_id, carts.promo_code, carts.variant_ids::uuid[] as variant_ids,
  carts.quantities::integer[] as quantities`;

/** Changes the visit's cart. Two changes at once follow each other: the second sees the first. */
const changedCart = (change: string, { from = '', where = 'true' } = {}): string =>
  `cart as (update carts set updated_at = $3${change} from visit${from}
     where ${OWN} and carts.session_id = visit.id and ${where} returning ${COLUMNS})`;

/** Digital goods have no stock limit except the maximum quantity of a line. */
const AVAILABLE = `case when p.is_digital then ${MAX_QUANTITY}
  else greatest(i.on_hand - i.reserved, 0) end`;

/** The variant of the SKU with its stock at the store of the visit's cart. */
const GOODS = `goods as (
  select v.id, v.is_active and p.is_active as is_active, coalesce(${AVAILABLE}, 0) as available
  from carts join visit on visit.id = carts.session_id
    join product_variants v on v.sku = $4 join products p on p.id = v.product_id
    left join inventory_levels i
      on i.store_id = carts.store_id and i.variant_id = v.id and i.is_active
  where ${OWN})`;

/** One row per line; a cart without lines is one row of nulls. */
const VIEW = `
  select cart.id, cart.store_id, cart.promo_code, line.*
  from cart left join lateral (
    select l.variant_id, l.quantity, l.position, v.sku, v.name as variant_name, v.price,
           v.is_active and p.is_active as is_active, ${AVAILABLE} as available,
           p.id as product_id, p.name as product_name, p.slug, p.image_url, p.category_id,
           array(select collection_id from product_collections where product_id = p.id)
             as collection_ids,
           p.is_tax_exempt, p.is_digital, p.minimum_age,
           p.requires_kyc or category_requires_kyc(p.category_id) as requires_kyc
    from unnest(cart.variant_ids, cart.quantities)
        with ordinality as l (variant_id, quantity, position)
      join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
      left join inventory_levels i on i.store_id = cart.store_id
        and i.variant_id = l.variant_id and i.is_active
  ) line on true
  order by line.position`;

const READ = `with cart as (select ${COLUMNS} from carts where ${OWN} and session_id = $2) ${VIEW}`;

const READ_OWN = perVisitRef(
  by => `with ${visitSql(by)}, cart as (
    select ${COLUMNS} from carts join visit on visit.id = carts.session_id where ${OWN}) ${VIEW}`,
);

/** Where the article stands in the cart; undefined, a new line at the end. */
const POSITION = 'array_position(carts.variant_ids, goods.id)';
const PLACE = `coalesce(${POSITION}, cardinality(carts.variant_ids) + 1)`;
const SUM = `coalesce(carts.quantities[${POSITION}], 0) + $5`;

/** The stock must cover the quantity in the cart plus the added one. */
const ADD = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${GOODS}, ${changedCart(
      `, variant_ids[${PLACE}] = goods.id, quantities[${PLACE}] = ${SUM}`,
      {
        from: ', goods',
        where: `goods.is_active and ${SUM} <= goods.available
        and ($6::uuid is null or carts.store_id = $6)`,
      },
    )} ${VIEW}`,
);

const CHANGE = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${GOODS}, ${changedCart(`, quantities[${POSITION}] = $5`, {
      from: ', goods',
      where: `${POSITION} is not null and goods.is_active and $5 <= goods.available`,
    })} ${VIEW}`,
);

const REMOVE = perVisitRef(
  by => `with ${visitSql(by)}, goods as (
    select (select id from product_variants where sku = $4) as id), ${changedCart(
      `, variant_ids = array_remove(carts.variant_ids, goods.id),
       quantities = case when ${POSITION} is null then carts.quantities
         else carts.quantities[:${POSITION} - 1] || carts.quantities[${POSITION} + 1:] end`,
      { from: ', goods' },
    )} ${VIEW}`,
);

const SET_PROMO = perVisitRef(
  by => `with ${visitSql(by)}, ${changedCart(', promo_code = $4')} ${VIEW}`,
);

const CLEAR = perVisitRef(
  by =>
    `with ${visitSql(by)}, ${changedCart(
      `, promo_code = null, variant_ids = '{}', quantities = '{}'`,
    )} select id from cart`,
);

const FIND_GOODS = perVisitRef(
  by => `with ${visitSql(by)}, ${GOODS} select id, is_active, available from goods`,
);

const valuesOf = ({ cartId, visit }: CartRef, now: Date): unknown[] => [cartId, visit.value, now];

/** The active cart of a visit that is known to live; undefined for any other cart. */
export const readCart = async (
  reader: Reader,
  { cartId, sessionId }: { cartId: string; sessionId: string },
): Promise<Cart | undefined> => asCart(await statement<CartRow>(reader, READ, [cartId, sessionId]));

/** The active cart of a live visit; undefined for any other cart. */
export const readOwnCart = async (
  reader: Reader,
  ref: CartRef,
  now: Date,
): Promise<Cart | undefined> =>
  asCart(await statement<CartRow>(reader, READ_OWN[ref.visit.by], valuesOf(ref, now)));

export type LineChange = { sku: string; quantity: number; now: Date };

/**
 * One statement checks visit, ownership and stock, writes the line and returns the cart. Undefined
 * if it changed nothing.
 */
export const addLine = async (
  writer: Autocommit,
  ref: CartRef,
  { sku, quantity, storeId, now }: LineChange & { storeId: string | null },
): Promise<Cart | undefined> => {
  const values = [...valuesOf(ref, now), sku, quantity, storeId];
  return asCart(await statement<CartRow>(writer, ADD[ref.visit.by], values));
};

/** Like `addLine`, for an article that is in the cart. */
export const changeLine = async (
  writer: Autocommit,
  ref: CartRef,
  { sku, quantity, now }: LineChange,
): Promise<Cart | undefined> => {
  const values = [...valuesOf(ref, now), sku, quantity];
  return asCart(await statement<CartRow>(writer, CHANGE[ref.visit.by], values));
};

export type Goods = { variantId: string; isActive: boolean; available: number };

/** The article of a SKU at the cart's store; undefined for an unknown SKU and for no own cart. */
export async function findGoods(
  reader: Reader,
  ref: CartRef,
  sku: string,
  now: Date,
): Promise<Goods | undefined> {
  const [row] = await statement<{ id: string; is_active: boolean; available: number }>(
    reader,
    FIND_GOODS[ref.visit.by],
    [...valuesOf(ref, now), sku],
  );
  return row && { variantId: row.id, isActive: row.is_active, available: row.available };
}

export const removeLine = async (
  writer: Autocommit,
  ref: CartRef,
  sku: string,
  now: Date,
): Promise<Cart | undefined> =>
  asCart(await statement<CartRow>(writer, REMOVE[ref.visit.by], [...valuesOf(ref, now), sku]));

export const setPromoCode = async (
  writer: Autocommit,
  ref: CartRef,
  code: string | null,
  now: Date,
): Promise<Cart | undefined> =>
  asCart(await statement<CartRow>(writer, SET_PROMO[ref.visit.by], [...valuesOf(ref, now), code]));

/** Removes lines and promo code; undefined if the visit does not own the cart. */
export async function emptyCart(
  writer: Autocommit,
  ref: CartRef,
  now: Date,
): Promise<true | undefined> {
  const rows = await statement(writer, CLEAR[ref.visit.by], valuesOf(ref, now));
  return rows.length > 0 ? true : undefined;
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
