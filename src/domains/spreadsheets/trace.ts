import type { Tx } from '../../platform/database/tx.js';
import {
  createPutBatch,
  flushPutBatch,
  lockMatched,
  type Product,
  type ProductRow,
  type PutBatch,
  readAheadProducts,
  variantsBySkus,
} from '../catalog/index.js';
import {
  createLevelBatch,
  flushLevelBatch,
  type LevelBatch,
  type LevelRow,
  readAheadLevels,
} from '../inventory/index.js';
import { type LockedPrice, lockPricesByIds } from '../prices/index.js';
import { findStore } from '../stores/index.js';
import { type Delivery, deliveriesOf } from '../suppliers/index.js';
import type { ChangeLog } from './sheets/sheet.js';

type Variant = NonNullable<LevelRow['variant']>;

/** What the rows of one transaction share; it is valid within this transaction only. */
export type Trace = {
  /** Gets the changes of the row. */
  log: ChangeLog;
  batch: PutBatch;
  levels: LevelBatch;
  /** By SKU. */
  variants: Map<string, Variant>;
  /** Who delivers the variants of the rows that name a supplier, by variant. */
  deliveries: Map<string, Delivery[]>;
  /** By the name in the file. */
  suppliers: Map<string, { id: string; name: string }>;
  /** Ids of stores by the code or id in the file. */
  stores: Map<string, string>;
  /** Products that a bulk change has locked, by their id and by the ids of their variants. */
  goods: Map<number, Product>;
  goodsOfVariant: Map<string, Product>;
  /** Prices of lists that a bulk change has locked, by id. */
  prices: Map<string, LockedPrice>;
};

/** What a row reads from the database. */
export type Needs = {
  product?: ProductRow;
  /** Stores whose stock is in the row. */
  storeIds?: readonly string[];
  level?: { store: string; sku: string };
  /** The row names the supplier of its variant. */
  hasSupplier?: boolean;
  /** Goods that a bulk change compares and writes. */
  goods?: { productId?: number; variantId?: string };
  priceId?: string;
};

/** `references` are ids by name, as an earlier transaction committed them. */
export function newTrace(references: ReadonlyMap<string, string> = new Map()): Trace {
  const batch = createPutBatch(references);
  return {
    log: () => undefined,
    batch,
    levels: createLevelBatch(batch.writes),
    variants: new Map(),
    deliveries: new Map(),
    suppliers: new Map(),
    stores: new Map(),
    goods: new Map(),
    goodsOfVariant: new Map(),
    prices: new Map(),
  };
}

/** Reads what the rows need with one statement per table instead of one per row. */
export async function readAhead(tx: Tx, trace: Trace, needs: readonly Needs[]): Promise<void> {
  const { batch, levels, variants, stores } = trace;
  await lockAhead(tx, trace, needs);
  const products = needs.flatMap(({ product }) => product ?? []);
  await readAheadProducts(tx, batch, products);
  const skus = needs.flatMap(({ level }) => level?.sku ?? []);
  for (const { id, sku, unit } of skus.length > 0 ? await variantsBySkus(tx, skus) : []) {
    variants.set(sku, { id, unit, isNew: false });
  }
  for (const ref of new Set(needs.flatMap(({ level }) => level?.store ?? []))) {
    const store = await findStore(tx, ref);
    if (store !== undefined) stores.set(ref, store.id);
  }
  const wanted = new Set(products.flatMap(({ variant }) => (variant ? String(variant.sku) : [])));
  const known = [...batch.products.values()].flatMap(product => product?.variants ?? []);
  const variantIds = known.filter(({ sku }) => wanted.has(sku)).map(({ id }) => id);
  if (needs.some(({ hasSupplier }) => hasSupplier)) {
    trace.deliveries = await deliveriesOf(tx, variantIds);
  }
  await readAheadLevels(
    tx,
    levels,
    [...new Set([...needs.flatMap(({ storeIds = [] }) => storeIds), ...stores.values()])],
    [...variantIds, ...[...variants.values()].map(({ id }) => id)],
  );
}

/** A bulk change replaces the values that it names, so nobody may change them before the commit. */
async function lockAhead(tx: Tx, trace: Trace, needs: readonly Needs[]): Promise<void> {
  const { batch, goods, goodsOfVariant, prices } = trace;
  const productIds = needs.flatMap(({ goods }) => goods?.productId ?? []);
  const variantIds = needs.flatMap(({ goods }) => goods?.variantId ?? []);
  if (productIds.length + variantIds.length > 0) {
    for (const product of await lockMatched(tx, { productIds, variantIds })) {
      batch.products.set(product.slug, product);
      goods.set(product.id, product);
      for (const { id } of product.variants) goodsOfVariant.set(id, product);
    }
  }
  const priceIds = needs.flatMap(({ priceId }) => priceId ?? []);
  if (priceIds.length === 0) return;
  for (const price of await lockPricesByIds(tx, priceIds)) prices.set(price.id, price);
}

/** Sends the statements of all rows. */
export async function flushTrace(tx: Tx, { batch, levels }: Trace): Promise<void> {
  await flushPutBatch(tx, batch);
  await flushLevelBatch(tx, levels);
}
