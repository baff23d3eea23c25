import type { Tx } from '../../../platform/database/tx.js';
import { appliesToChain } from '../../access/index.js';
import type { CatalogChange } from '../changes.js';
import type { Fields } from '../differences.js';
import type { ReferenceKind } from '../references/kinds.js';
import { idsOfNames, idsOfSlugs, type ReferenceNames } from '../references/resolve-references.js';
import { changeLater, createLater } from './defer-product.js';
import { type PutVariant, putVariant } from './defer-variant.js';
import { attributesWith, type Choice, optionsWith } from './options.js';
import { createPutBatch, flushPutBatch, type PutBatch } from './put-batch.js';
import { productBySlug } from './repository.js';

/** An import row: a product and optionally one of its variants. Omitted fields stay unchanged. */
export type ProductRow = {
  slug: string;
  product: Fields;
  /** Slugs of the references; an array for collections. */
  references: Partial<Record<ReferenceKind, string | readonly string[] | null>>;
  /** References by name; those that do not exist are created. */
  names?: ReferenceNames;
  variant: Fields | undefined;
  /** Values of the variant in the options of the product; the product gets those that it lacks. */
  choices?: readonly Choice[];
  /** Replaces a derived SKU that a variant of another product has. */
  otherSku?: string;
};

/** The stores the caller manages; `chain` means all of them. */
export type Reach = 'chain' | readonly string[];

export type PutAction = 'created' | 'updated' | 'unchanged';

export type PutTrace = {
  /** Gets each change, in order. */
  log?(change: CatalogChange): void;
  /**
   * The batch of the transaction, which the caller flushes. Without one the row is written at once.
   */
  batch?: PutBatch;
};

type Context = { log: PutTrace['log']; batch: PutBatch };

/** Creates or updates a product by slug and its variant by SKU. */
export async function putProduct(
  tx: Tx,
  row: ProductRow,
  reach: Reach = 'chain',
  { log, batch }: PutTrace = {},
): Promise<{ action: PutAction; productId: number; variant?: PutVariant }> {
  // The person who started the import may have lost the right to all stores since.
  if (reach !== 'chain') throw appliesToChain();
  if (batch !== undefined) return putRow(tx, row, { log, batch });
  const own = createPutBatch();
  const put = await putRow(tx, row, { log, batch: own });
  await flushPutBatch(tx, own);
  return put;
}

async function putRow(tx: Tx, row: ProductRow, context: Context): ReturnType<typeof putProduct> {
  const { log, batch } = context;
  const { products } = batch;
  if (!products.has(row.slug)) products.set(row.slug, (await productBySlug(tx, row.slug)) ?? null);
  const found = products.get(row.slug) ?? undefined;
  const trace = { log, known: batch.references, writes: batch.writes };
  const wanted = {
    ...row.product,
    ...(row.choices && { options: optionsWith(found?.options, row.choices) }),
    ...(await idsOfSlugs(tx, row.references, batch.references)),
    ...(row.names && (await idsOfNames(tx, row.names, trace))),
  };
  const product = found ?? (await createLater(tx, { slug: row.slug, ...wanted }, context));
  const isChanged = found !== undefined && changeLater(found, wanted, context);
  if (row.variant === undefined) {
    const action = found === undefined ? 'created' : isChanged ? 'updated' : 'unchanged';
    return { action, productId: product.id };
  }
  const named = { ...row, variant: attributesWith(product, row.variant, row.choices) };
  const { action, ...variant } = await putVariant(tx, product, named, context);
  const isNew = found === undefined || action === 'created';
  return {
    action: isNew ? 'created' : isChanged ? 'updated' : action,
    productId: product.id,
    variant,
  };
}
