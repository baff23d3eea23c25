import type { Reader } from '../../platform/database/tx.js';
import { Failure, type FieldErrors } from '../../platform/http/failure.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import {
  rememberedVariants,
  type SellableVariant,
  variantsByIds,
  variantsBySkus,
} from '../catalog/index.js';

export type LineRef = { variantId?: string; sku?: string };

/** The variant of each line. Reports all lines with a missing, unknown or contradictory variant. */
export const variantsOf = (reader: Reader, lines: readonly LineRef[]): Promise<SellableVariant[]> =>
  matched(lines, (by, refs) => (by === 'id' ? variantsByIds : variantsBySkus)(reader, refs));

/** Like `variantsOf`, from memory. */
export const rememberedVariantsOf = (
  data: ReferenceSnapshot,
  reader: Reader,
  lines: readonly LineRef[],
): Promise<SellableVariant[]> =>
  matched(lines, (by, refs) => rememberedVariants(data, reader, by, refs));

type Find = (by: 'id' | 'sku', refs: readonly string[]) => Promise<SellableVariant[]>;

async function matched(lines: readonly LineRef[], find: Find): Promise<SellableVariant[]> {
  const ids = new Set(lines.flatMap(line => line.variantId?.toLowerCase() ?? []));
  const skus = new Set(
    lines.flatMap(line => (line.variantId === undefined ? (line.sku ?? []) : [])),
  );
  const [byId, bySku] = await Promise.all([
    ids.size > 0 ? find('id', [...ids]) : [],
    skus.size > 0 ? find('sku', [...skus]) : [],
  ]);
  const idIndex = new Map(byId.map(variant => [variant.id, variant]));
  const skuIndex = new Map(bySku.map(variant => [variant.sku, variant]));
  const fields: FieldErrors = {};
  const variants = lines.flatMap((line, index) => {
    const at = `line_items.${index}`;
    const variant =
      line.variantId === undefined
        ? skuIndex.get(line.sku ?? '')
        : idIndex.get(line.variantId.toLowerCase());
    if (variant === undefined) {
      const field = line.variantId === undefined ? 'sku' : 'product_variant_id';
      fields[`${at}.${field}`] = ['There is no such product variant.'];
    } else if (line.sku !== undefined && line.sku !== variant.sku) {
      fields[`${at}.sku`] = ['This SKU belongs to another variant.'];
    } else if (!variant.isActive) {
      fields[`${at}.${line.sku === undefined ? 'product_variant_id' : 'sku'}`] = [
        'This is no longer sold.',
      ];
    }
    return variant ?? [];
  });
  if (Object.keys(fields).length > 0) {
    throw new Failure('invalid', 'UNKNOWN_VARIANT', 'Some lines cannot be sold.', { fields });
  }
  return variants;
}
