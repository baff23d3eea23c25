import { presentNestedVariant } from '../variants/present.js';
import type { Product } from './repository.js';

export function presentProduct(product: Product) {
  return {
    ...product,
    created_at: product.created_at.toISOString(),
    updated_at: product.updated_at.toISOString(),
    variants: product.variants.map(variant => presentNestedVariant(variant, product.name)),
  };
}
