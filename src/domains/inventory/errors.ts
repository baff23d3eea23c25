import { Failure, type FailureKind } from '../../platform/http/failure.js';
import type { Shortage } from './rules.js';

/** The web shop answers a shortage with 400 (`invalid`), the back office with 409 (`conflict`). */
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
