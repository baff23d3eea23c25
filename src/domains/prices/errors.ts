import { Failure, type FieldErrors } from '../../platform/http/failure.js';

/** Names every article that has no price in the currency of the store. */
export function notSoldHere(
  goods: readonly { field: string; sku: string }[],
  currency: string,
): Failure {
  const fields: FieldErrors = {};
  for (const { field, sku } of goods) {
    fields[field] = [...(fields[field] ?? []), `${sku} has no price in ${currency}.`];
  }
  const skus = [...new Set(goods.map(({ sku }) => sku))];
  return new Failure(
    'invalid',
    'NOT_SOLD_HERE',
    `${skus.join(', ')} ${skus.length === 1 ? 'is' : 'are'} not sold here: no price in ${currency}.`,
    { fields, details: { skus, currency } },
  );
}
