import type { NestedVariant, Variant, VariantWithProduct } from './repository.js';

function present<T extends Variant | NestedVariant>(variant: T) {
  const { sanity_rev, synced_at, ...shown } = variant;
  return {
    ...shown,
    attributes: variant.attributes as Record<string, string>,
    created_at: new Date(variant.created_at).toISOString(),
    updated_at: new Date(variant.updated_at).toISOString(),
  };
}

export const presentNestedVariant = (variant: NestedVariant) => present(variant);

export const presentVariant = (variant: VariantWithProduct) => present(variant);
