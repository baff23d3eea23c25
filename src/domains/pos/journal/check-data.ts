import type { Static, TSchema } from '../../../platform/http/schemas.js';
import { bodyCheck } from '../../../platform/http/validation.js';

/**
 * Validates the data of an entry as the body of a request, on a copy: validation drops unknown keys,
 * and the journal keeps what the till sent.
 */
export function dataCheck<T extends TSchema>(schema: T): (data: object) => Static<T> {
  const check = bodyCheck(schema);
  return data => {
    const copy = structuredClone(data);
    check(copy);
    return copy as Static<T>;
  };
}
