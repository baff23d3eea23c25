import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import type { NewEvent } from '../../../platform/work/events/define-event.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productSaved, variantSaved } from '../events.js';
import { refusal } from '../refusals.js';
import { firstFree, overriddenTimes, slugCandidates, statusColumns } from '../rules.js';
import { addVariant } from '../variants/save-variant.js';
import {
  insertProduct,
  type Product,
  productById,
  setProductCollections,
  takenProductSlugs,
  updateProduct,
} from './repository.js';
import type { ProductChange } from './schemas.js';

/** Creates a product with its variants, or updates an existing one. */
export async function saveProduct(
  tx: Tx,
  id: number | undefined,
  change: ProductChange,
): Promise<Product> {
  const { variants = [], collection_ids: collections } = change;
  const productId = await writeRow(tx, id, toProductColumns(change));
  if (collections !== undefined) await writeCollections(tx, productId, collections);
  const added: NewEvent[] = [];
  for (const [index, variant] of variants.entries()) {
    const row = { ...variant, product_id: productId };
    const variantId = await addVariant(tx, row, `variants.${index}.`);
    added.push(variantSaved({ id: variantId, sanity_id: variant.sanity_id }));
  }
  const saved = await productById(tx, productId);
  if (saved === undefined) throw notFound('Product');
  await record(tx, productSaved(saved), ...added);
  return saved;
}

/** The columns of the product itself; variants and collections are in other tables. */
export const toProductColumns = ({
  status,
  options,
  variants: _,
  collection_ids: __,
  ...rest
}: ProductChange) => ({
  ...overriddenTimes(status, rest.is_active),
  ...rest,
  ...statusColumns(status, rest.is_active),
  ...(options && { options: JSON.stringify(options) }),
});

async function writeRow(
  tx: Tx,
  id: number | undefined,
  columns: ReturnType<typeof toProductColumns>,
): Promise<number> {
  try {
    if (id !== undefined) {
      await updateProduct(tx, id, columns);
      return id;
    }
    const { name = '', slug = await freeSlug(tx, name) } = columns;
    return await insertProduct(tx, { ...columns, name, slug });
  } catch (error) {
    throw refusal(error);
  }
}

async function freeSlug(tx: Tx, name: string): Promise<string> {
  const candidates = slugCandidates(name);
  return firstFree(candidates, await takenProductSlugs(tx, candidates));
}

async function writeCollections(tx: Tx, id: number, collections: string[]): Promise<void> {
  try {
    await setProductCollections(tx, id, collections);
  } catch (error) {
    throw refusal(error);
  }
}
