import { presentProductPicture } from '../pictures/present.js';
import { statusOf } from '../rules.js';
import { presentNestedVariant } from '../variants/present.js';
import type { Product } from './repository.js';

export function presentProduct(product: Product) {
  return {
    ...product,
    status: statusOf(product),
    publish_at: product.publish_at?.toISOString() ?? null,
    archive_at: product.archive_at?.toISOString() ?? null,
    options: product.options as { name: string; values: string[] }[],
    created_at: product.created_at.toISOString(),
    updated_at: product.updated_at.toISOString(),
    pictures: product.pictures.map(presentProductPicture),
    variants: product.variants.map(variant => presentNestedVariant(variant, product.name)),
  };
}
