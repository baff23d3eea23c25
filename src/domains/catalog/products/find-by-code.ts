import type { Reader } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { presentProduct } from './present.js';
import { productByCode } from './repository.js';

/** Looks up a scanned code. One statement on two unique indexes, so it needs no cache. */
export async function findByCode(reader: Reader, code: string) {
  const found = await productByCode(reader, code);
  if (found === undefined) throw notFound('Product');
  const { matched_id, ...product } = found;
  const shown = presentProduct(product);
  const variant = shown.variants.find(each => each.id === matched_id);
  if (variant === undefined) throw notFound('Product');
  return { ...shown, variant };
}
