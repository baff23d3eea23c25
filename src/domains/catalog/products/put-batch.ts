import {
  createDeferredWrites,
  type DeferredWrites,
} from '../../../platform/database/deferred-writes.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Fields } from '../differences.js';
import { automaticCollections } from '../references/members-repository.js';
import { refusal } from '../refusals.js';
import { type NestedVariant, takenSkus } from '../variants/repository.js';
import type { ProductRow } from './put-product.js';
import { productsBySlugs, reserveProductIds } from './repository.js';

/** A product as the rows so far leave it, in the database or deferred. */
export type KnownProduct = Fields & {
  id: number;
  is_active: boolean;
  is_draft: boolean;
  sanity_id?: string | null;
  variants: NestedVariant[];
};

/** What the rows of one transaction share: records that are read ahead, and deferred statements. */
export type PutBatch = {
  writes: DeferredWrites;
  /** By slug; null if there is no such product. */
  products: Map<string, KnownProduct | null>;
  /** Ids of references by name or slug. A rollback makes those invalid that the batch created. */
  references: Map<string, string>;
  /** Whether another variant has a SKU. */
  skus: Map<string, boolean>;
  /** Ids for new products. */
  ids: number[];
  /** Collections whose products a rule chooses, so that rows do not change them. */
  automatic: Set<string>;
};

export const createPutBatch = (references: ReadonlyMap<string, string> = new Map()): PutBatch => ({
  writes: createDeferredWrites(),
  products: new Map(),
  references: new Map(references),
  skus: new Map(),
  ids: [],
  automatic: new Set(),
});

/** Reads the products and SKUs of these rows with one statement each. */
export async function readAheadProducts(
  tx: Tx,
  batch: PutBatch,
  rows: readonly ProductRow[],
): Promise<void> {
  const slugs = [...new Set(rows.map(row => row.slug))];
  const derived = rows.flatMap(({ otherSku, variant }) =>
    otherSku === undefined || variant === undefined ? [] : [String(variant.sku)],
  );
  if (slugs.length === 0) return;
  const [found, taken, automatic] = await Promise.all([
    productsBySlugs(tx, slugs),
    takenSkus(tx, derived),
    automaticCollections(tx),
  ]);
  batch.automatic = automatic;
  for (const slug of slugs) batch.products.set(slug, null);
  for (const product of found) batch.products.set(product.slug, product);
  for (const sku of derived) batch.skus.set(sku, taken.includes(sku));
  batch.ids.push(...(await reserveProductIds(tx, slugs.length - found.length)));
}

/** Sends the deferred statements. An error has the fields of a row, such as `variant.sku`. */
export async function flushPutBatch(tx: Tx, { writes }: PutBatch): Promise<void> {
  try {
    await writes.flush(tx);
  } catch (error) {
    const isOfVariant = OF_VARIANT.test(brokenConstraint(error) ?? '');
    throw isOfVariant ? withVariantPrefix(refusal(error)) : refusal(error);
  }
}

/** Changes a record in memory until the row is undone. */
export function assignUntilUndone(writes: DeferredWrites, known: Fields, change: Fields): void {
  const before = { ...known };
  Object.assign(known, change);
  writes.onUndo(() => {
    for (const name of Object.keys(change)) delete known[name];
    Object.assign(known, before);
  });
}

const OF_VARIANT = /^(product_variants_|content_has_unit|unit_is_fixed)/;

/** Prefixes fields with `variant.`, because product and variant share names such as `name`. */
export function withVariantPrefix(error: unknown): unknown {
  if (!(error instanceof Failure) || error.extra.fields === undefined) return error;
  const fields = Object.fromEntries(
    Object.entries(error.extra.fields).map(([name, messages]) => [`variant.${name}`, messages]),
  );
  return new Failure(error.kind, error.code, error.message, { ...error.extra, fields });
}
