import type { Tx } from '../../platform/database/tx.js';
import {
  createPutBatch,
  flushPutBatch,
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
import { findStore } from '../stores/index.js';
import type { ChangeLog } from './sheet.js';

type Variant = NonNullable<LevelRow['variant']>;

/** What the rows of one transaction share; it is valid within this transaction only. */
export type Trace = {
  /** Gets the changes of the row. */
  log: ChangeLog;
  batch: PutBatch;
  levels: LevelBatch;
  /** By SKU. */
  variants: Map<string, Variant>;
  /** Ids of stores by the code or id in the file. */
  stores: Map<string, string>;
};

/** What a row reads from the database. */
export type Needs = {
  product?: ProductRow;
  /** Stores whose stock is in the row. */
  storeIds?: readonly string[];
  level?: { store: string; sku: string };
};

/** `references` are ids by name, as an earlier transaction committed them. */
export function newTrace(references: ReadonlyMap<string, string> = new Map()): Trace {
  const batch = createPutBatch(references);
  return {
    log: () => undefined,
    batch,
    levels: createLevelBatch(batch.writes),
    variants: new Map(),
    stores: new Map(),
  };
}

/** Reads what the rows need with one statement per table instead of one per row. */
export async function readAhead(tx: Tx, trace: Trace, needs: readonly Needs[]): Promise<void> {
  const { batch, levels, variants, stores } = trace;
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
  await readAheadLevels(
    tx,
    levels,
    [...new Set([...needs.flatMap(({ storeIds = [] }) => storeIds), ...stores.values()])],
    [...variantIds, ...[...variants.values()].map(({ id }) => id)],
  );
}

/** Sends the statements of all rows. */
export async function flushTrace(tx: Tx, { batch, levels }: Trace): Promise<void> {
  await flushPutBatch(tx, batch);
  await flushLevelBatch(tx, levels);
}
