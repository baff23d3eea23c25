import type { Reader } from '../../platform/database/tx.js';
import { Failure, type FieldErrors, invalidField, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { variantsByIds, variantsBySkus } from '../catalog/index.js';
import { findStore } from '../stores/index.js';

/**
 * The store a body names. To a caller who is limited to some stores, another store and one that
 * does not exist look the same.
 */
export async function storeNamed(
  reader: Reader,
  caller: Staff,
  field: string,
  ref: string,
): Promise<string> {
  const store = await findStore(reader, ref);
  if (store && maySee(caller, store.id)) return store.id;
  if (storeScope(caller) === undefined) throw invalidField(field, 'There is no such store.');
  throw notFound('Store');
}

export type VariantRef = { variant_id?: string; sku?: string };

/** The variants that lines of a body name, or every line that names none or two. */
export async function variantIdsOf(
  reader: Reader,
  refs: readonly VariantRef[],
  /** Where a line stands in the body: `lines.3.`, or nothing for a body of one. */
  prefix: (index: number) => string = () => '',
): Promise<string[]> {
  const ids = refs.flatMap(ref => ref.variant_id?.toLowerCase() ?? []);
  const skus = refs.flatMap(ref => (ref.variant_id === undefined ? (ref.sku ?? []) : []));
  const byId = new Map((await variantsByIds(reader, ids)).map(found => [found.id, found]));
  const bySku = new Map((await variantsBySkus(reader, skus)).map(found => [found.sku, found]));
  const fields: FieldErrors = {};
  const found = refs.map(({ variant_id: id, sku }, index) => {
    const variant = id === undefined ? bySku.get(sku ?? '') : byId.get(id.toLowerCase());
    const field = `${prefix(index)}${id === undefined && sku !== undefined ? 'sku' : 'variant_id'}`;
    if (id === undefined && sku === undefined) fields[field] = ['Name a variant_id or a sku.'];
    else if (variant === undefined) fields[field] = ['There is no such variant.'];
    else if (sku !== undefined && sku !== variant.sku) {
      fields[`${prefix(index)}sku`] = ['This is the SKU of another variant.'];
    }
    return variant?.id ?? '';
  });
  const [first] = Object.entries(fields);
  if (first) throw new Failure('invalid', 'INVALID', `${first[0]}: ${first[1][0]}`, { fields });
  return found;
}
