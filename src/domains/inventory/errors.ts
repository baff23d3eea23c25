import { Failure, type FailureKind } from '../../platform/http/failure.js';
import type { Shortage } from './rules.js';

/** A web shop calls a shortage a bad request, the back office a conflict. */
export const insufficientStock = (
  shortages: readonly Shortage[],
  kind: Extract<FailureKind, 'invalid' | 'conflict'> = 'conflict',
): Failure => {
  const named = shortages
    .slice(0, 5)
    .map(({ sku, variant_id, available }) => `${sku ?? variant_id} (${available} available)`);
  return new Failure(
    kind,
    'INSUFFICIENT_STOCK',
    `There is not enough stock of ${named.join(', ')}.`,
    { details: { shortages } },
  );
};
