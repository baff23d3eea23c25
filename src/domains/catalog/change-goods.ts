import { createDeferredWrites } from '../../platform/database/deferred-writes.js';
import type { Tx } from '../../platform/database/tx.js';
import { Failure, type FieldErrors } from '../../platform/http/failure.js';
import { bodyCheck } from '../../platform/http/validation.js';
import { partial } from '../../platform/http/write-routes.js';
import { record } from '../../platform/work/events/outbox.js';
import { productSaved, variantSaved } from './events.js';
import {
  lockProducts,
  type Product,
  productsByIds,
  updateKnownProduct,
} from './products/repository.js';
import { toProductColumns } from './products/save-product.js';
import { ProductBody, type ProductChange } from './products/schemas.js';
import { refusal } from './refusals.js';
import { lockVariants, type NestedVariant, updateKnownVariant } from './variants/repository.js';
import { toVariantColumns } from './variants/save-variant.js';
import { type VariantFields, VariantInput } from './variants/schemas.js';

export type VariantChange = Partial<Omit<VariantFields, 'product_id'>>;

/** Locks variants and their products until commit, in id order; returns the products as they are. */
export async function lockGoods(tx: Tx, variantIds: readonly string[]): Promise<Product[]> {
  const ids = await lockVariants(tx, variantIds);
  await lockProducts(tx, ids);
  return productsByIds(tx, ids);
}

const checkProduct = bodyCheck(partial(ProductBody));
const checkVariant = bodyCheck(partial(VariantInput));

/** What the routes of single records would refuse, by field. */
export const productProblems = (change: object): FieldErrors => problemsOf(checkProduct, change);
export const variantProblems = (change: object): FieldErrors => problemsOf(checkVariant, change);

function problemsOf(check: (body: unknown) => void, change: object): FieldErrors {
  if (Object.keys(change).length === 0) return {};
  try {
    check(change);
    return {};
  } catch (error) {
    if (error instanceof Failure && error.extra.fields) return error.extra.fields;
    throw error;
  }
}

/** Changes many products and variants that `lockGoods` has locked, all or none. */
export async function changeGoods(
  tx: Tx,
  products: readonly { product: Product; change: ProductChange }[],
  variants: readonly { variant: NestedVariant; change: VariantChange }[],
): Promise<void> {
  const writes = createDeferredWrites();
  for (const { product, change } of products) {
    const columns = toProductColumns(change);
    writes.defer(tx => updateKnownProduct(tx, product.id, columns));
    writes.defer(tx => record(tx, productSaved(product)));
  }
  for (const { variant, change } of variants) {
    const columns = toVariantColumns(change, variant);
    writes.defer(tx => updateKnownVariant(tx, variant.id, columns));
    writes.defer(tx => record(tx, variantSaved(variant)));
  }
  try {
    await writes.flush(tx);
  } catch (error) {
    throw refusal(error);
  }
}
