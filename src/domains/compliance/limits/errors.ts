import { Failure } from '../../../platform/http/failure.js';
import type { LimitUse } from './repository.js';

const MAX_NAMES = 5;

export function purchaseLimitExceeded(exceeded: readonly LimitUse[]): Failure {
  const names = exceeded.slice(0, MAX_NAMES).map(limit => `${limit.name} (${limit.max_quantity})`);
  return new Failure(
    'invalid',
    'PURCHASE_LIMIT_EXCEEDED',
    `Exceeds the quantity one customer may buy: ${names.join(', ')}.`,
    {
      details: {
        limits: exceeded.map(({ name, max_quantity, period, purchased, requested }) => ({
          name,
          max_quantity,
          period,
          purchased,
          requested,
        })),
      },
    },
  );
}
