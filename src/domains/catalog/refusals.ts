import { brokenConstraint, sqlState } from '../../platform/database/tx.js';
import { conflict, Failure, invalidField } from '../../platform/http/failure.js';

/** Error texts by unique constraint. */
const DUPLICATES = new Map<string, [field: string, message: string]>([
  ['products_slug_key', ['slug', 'Another product has this slug.']],
  ['products_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
  ['product_variants_pkey', ['id', 'Another variant has this id.']],
  ['product_variants_sku_key', ['sku', 'Another variant has this SKU.']],
  ['product_variants_barcode_key', ['barcode', 'Another variant has this barcode.']],
  ['product_variants_sanity_id_key', ['sanity_id', 'Another record has this content id.']],
]);

/** Error texts by foreign key. */
const MISSING = new Map<string, [field: string, message: string]>([
  ['products_tax_class_fkey', ['tax_class', 'There is no such tax class.']],
  ['products_category_id_fkey', ['category_id', 'There is no such category.']],
  ['products_brand_id_fkey', ['brand_id', 'There is no such brand.']],
  ['products_product_type_id_fkey', ['product_type_id', 'There is no such product type.']],
  [
    'product_collections_collection_id_fkey',
    ['collection_ids', 'One of these collections does not exist.'],
  ],
  ['product_variants_product_id_fkey', ['product_id', 'There is no such product.']],
  ['categories_parent_id_fkey', ['parent_id', 'There is no such category.']],
]);

export const duplicate = (field: string, message: string): Failure =>
  new Failure('conflict', 'DUPLICATE', `${field}: ${message}`, { fields: { [field]: [message] } });

/** The field that would make a bundle or a part of one digital. */
const DIGITAL_BUNDLES: ReadonlyMap<string, string> = new Map([
  ['bundle_is_not_digital', 'is_digital'],
  ['bundle_stays_goods', 'product_id'],
]);

/** Maps a constraint violation to an API error; `within` is the path of the record in the body. */
export function refusal(error: unknown, within = ''): unknown {
  const constraint = brokenConstraint(error) ?? '';
  const taken = DUPLICATES.get(constraint);
  if (taken) return duplicate(within + taken[0], taken[1]);
  if (constraint === 'content_has_unit') {
    return invalidField(`${within}content_unit`, 'Amount and unit of the content go together.');
  }
  if (constraint === 'products_schedule_order') {
    return invalidField(`${within}archive_at`, 'Must be after the time of publication.');
  }
  if (constraint === 'unit_is_fixed') {
    const message =
      'The unit cannot change after the variant was stocked, ordered or sold, or while it is in a bundle.';
    return new Failure('conflict', 'UNIT_IN_USE', `${within}unit: ${message}`, {
      fields: { [`${within}unit`]: [message] },
    });
  }
  const digital = DIGITAL_BUNDLES.get(constraint);
  if (digital) {
    const message = 'A bundle and its parts cannot be digital; take the bundle apart first.';
    return new Failure('conflict', 'IN_BUNDLE', `${within}${digital}: ${message}`, {
      fields: { [within + digital]: [message] },
    });
  }
  const missing = MISSING.get(constraint);
  if (missing) return invalidField(within + missing[0], missing[1]);
  return error;
}

/** `foreign_key_violation`, and since PostgreSQL 18 also `restrict_violation`. */
const REFERENCED = new Set(['23503', '23001']);

/** Answers 409 `IN_USE` if other records refer to the deleted one. */
export async function unlessInUse<T>(noun: string, erase: () => Promise<T>): Promise<T> {
  try {
    return await erase();
  } catch (error) {
    if (!REFERENCED.has(sqlState(error) ?? '')) throw error;
    throw conflict(
      'IN_USE',
      `${noun} is in use and cannot be deleted; set is_active to false instead.`,
    );
  }
}
