import type { Unit } from '../../../platform/quantity.js';
import { describeGoods } from '../describe-goods.js';
import type { NestedVariant, Variant, VariantWithProduct } from './repository.js';

function present<T extends Variant | NestedVariant>(variant: T, productName: string) {
  return {
    ...variant,
    description: describeGoods({ product_name: productName, variant_name: variant.name }),
    unit: variant.unit as Unit,
    attributes: variant.attributes as Record<string, string>,
    created_at: new Date(variant.created_at).toISOString(),
    updated_at: new Date(variant.updated_at).toISOString(),
  };
}

export const presentNestedVariant = (variant: NestedVariant, productName: string) =>
  present(variant, productName);

export const presentVariant = (variant: VariantWithProduct) =>
  present(variant, variant.product_name);
