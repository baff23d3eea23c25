import type { Unit } from '../../../platform/quantity.js';
import { can, type Permission, type Staff } from '../../access/index.js';
import { describeGoods } from '../describe-goods.js';
import type { NestedVariant, Variant, VariantWithProduct } from './repository.js';

const SEE_COST: readonly Permission[] = ['catalog.manage', 'catalog.chain', 'delivery.manage'];

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

/**
 * What the shop pays for an article is for people who work with suppliers or the catalogue; others
 * read null.
 */
export const withCost = <T extends { cost: string | null }>(caller: Staff, variant: T): T =>
  SEE_COST.some(permission => can(caller, permission)) ? variant : { ...variant, cost: null };

export const presentNestedVariant = (variant: NestedVariant, productName: string) =>
  present(variant, productName);

export const presentVariant = (variant: VariantWithProduct) =>
  present(variant, variant.product_name);
