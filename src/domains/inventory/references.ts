import { brokenConstraint, type Reader } from '../../platform/database/tx.js';
import {
  type FieldErrors,
  invalidField,
  notFound,
  refuseFields,
} from '../../platform/http/failure.js';
import { isMeasured, stepsOf, type Unit } from '../../platform/quantity.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { variantsByIds, variantsBySkus } from '../catalog/index.js';
import { findStore } from '../stores/index.js';

/**
 * Resolves the store in a request body. A caller limited to some stores gets 404 for both unknown
 * and inaccessible stores, so that the answer does not reveal which stores exist.
 */
export async function resolveStoreRef(
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

export const NO_OWN_STOCK = 'A bundle has no stock of its own; choose its parts.';

/** The refusal of goods that have become a bundle since they were checked. */
export const refusalOfBundle = (error: unknown, field: string): unknown =>
  brokenConstraint(error) === 'no_bundles' ? invalidField(field, NO_OWN_STOCK) : error;

/** Turns the refusal of a bundle into one of the field with the lines that were written. */
export const refuseBundles = <T>(written: Promise<T>): Promise<T> =>
  written.catch((error: unknown) => {
    throw refusalOfBundle(error, 'lines');
  });

export type VariantRef = { variant_id?: string; sku?: string };

/** Resolves the variants of body lines; throws one error that lists every invalid line. */
export async function variantsOfRefs(
  reader: Reader,
  refs: readonly VariantRef[],
  /** Path of a line in the body, such as `lines.3.`; empty if the body itself is the line. */
  prefix: (index: number) => string = () => '',
  { allowsBundles = false } = {},
): Promise<{ id: string; unit: Unit; isBundle: boolean }[]> {
  const ids = refs.flatMap(ref => ref.variant_id?.toLowerCase() ?? []);
  const skus = refs.flatMap(ref => (ref.variant_id === undefined ? (ref.sku ?? []) : []));
  const byId = new Map((await variantsByIds(reader, ids)).map(found => [found.id, found]));
  const bySku = new Map((await variantsBySkus(reader, skus)).map(found => [found.sku, found]));
  const fields: FieldErrors = {};
  const found = refs.map(({ variant_id: id, sku }, index) => {
    const variant = id === undefined ? bySku.get(sku ?? '') : byId.get(id.toLowerCase());
    const field = `${prefix(index)}${id === undefined && sku !== undefined ? 'sku' : 'variant_id'}`;
    if (id === undefined && sku === undefined) fields[field] = ['Set variant_id or sku.'];
    else if (variant === undefined) fields[field] = ['There is no such variant.'];
    else if (sku !== undefined && sku !== variant.sku) {
      fields[`${prefix(index)}sku`] = ['This is the SKU of another variant.'];
    } else if (variant.parts !== undefined && !allowsBundles) {
      fields[field] = [NO_OWN_STOCK];
    }
    const unit = variant?.unit ?? ('piece' as const);
    return { id: variant?.id ?? '', unit, isBundle: variant?.parts !== undefined };
  });
  refuseFields(fields);
  return found;
}

/** The variant that a body names. */
export async function variantOfBody(
  reader: Reader,
  body: VariantRef,
  options?: { allowsBundles: boolean },
) {
  const [variant] = await variantsOfRefs(reader, [body], undefined, options);
  if (variant === undefined) throw new Error('a variant was not resolved');
  return variant;
}

/** A quantity of a body in steps of the unit; `field` is its path. */
export function stepsOfField(field: string, quantity: number | string, unit: Unit): number {
  const steps = stepsOf(quantity, unit);
  if (steps !== undefined) return steps;
  throw invalidField(
    field,
    isMeasured(unit)
      ? 'Must have at most three decimals.'
      : 'Must be a whole number: these goods are counted in pieces.',
  );
}
