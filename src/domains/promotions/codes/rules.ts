import { type Failure, invalidField } from '../../../platform/http/failure.js';

/** Codes are kept in capitals; people type them as they like. */
export const normalCode = (typed: string): string => typed.trim().toUpperCase();

/** Words that the paths of this resource use themselves. */
const RESERVED = new Set(['VALIDATE', 'ANALYTICS']);

export const refuseCode = (code: string): Failure | undefined =>
  RESERVED.has(code)
    ? invalidField('code', 'This word cannot stand in an address; choose another.')
    : undefined;
