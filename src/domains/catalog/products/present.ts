import { presentNestedVariant } from '../variants/present.js';
import type { Product } from './repository.js';

export function presentProduct(product: Product) {
  const { sanity_rev, synced_at, ...shown } = product;
  return {
    ...shown,
    created_at: product.created_at.toISOString(),
    updated_at: product.updated_at.toISOString(),
    variants: product.variants.map(variant => presentNestedVariant(variant, product.name)),
  };
}
