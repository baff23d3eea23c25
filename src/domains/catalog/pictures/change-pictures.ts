import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productSaved } from '../events.js';
import { type Product, productById, productByRef, updateProduct } from '../products/repository.js';
import { duplicate } from '../refusals.js';
import { lockPictures, type Picture } from './repository.js';

/** Locks the product, runs `change` and records that the product was saved. */
export async function changePictures(
  tx: Tx,
  ref: string,
  change: (product: Product) => Promise<void>,
): Promise<Picture[]> {
  const found = await productByRef(tx, ref);
  if (found === undefined || !(await lockPictures(tx, found.id))) throw notFound('Product');
  try {
    await change(found);
  } catch (error) {
    throw refusal(error);
  }
  await updateProduct(tx, found.id, {});
  const saved = await productById(tx, found.id);
  if (saved === undefined) throw notFound('Product');
  await record(tx, productSaved(saved));
  return saved.pictures;
}

function refusal(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === 'product_pictures_media_id_fkey') {
    return invalidField('media_id', 'There is no such picture.');
  }
  if (constraint === 'one_picture_per_variant') {
    return duplicate('media_id', 'The product has this picture already.');
  }
  return error;
}

/** Refuses a variant of another product. */
export function checkVariant(product: Product, variantId: string | null | undefined): void {
  if (variantId == null || product.variants.some(({ id }) => id === variantId)) return;
  throw invalidField('variant_id', 'The product has no such variant.');
}
