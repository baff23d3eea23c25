import { type Failure, invalidField } from '../../../platform/http/failure.js';

/** Codes are stored in capitals. */
export const normalizeCode = (typed: string): string => typed.trim().toUpperCase();

/** Path segments of this resource's own routes. */
const RESERVED = new Set(['VALIDATE', 'ANALYTICS']);

export const refuseCode = (code: string): Failure | undefined =>
  RESERVED.has(code) ? invalidField('code', 'This code is reserved; choose another.') : undefined;
