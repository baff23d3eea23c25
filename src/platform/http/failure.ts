/**
 * Domains throw failures in domain terms; the envelope of the route's area chooses status and
 * shape. Messages may name amounts and ids, never secrets, card data or values the caller sent.
 */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'changed'
  | 'too_large'
  | 'unsupported_media'
  | 'too_many'
  | 'not_implemented'
  | 'unavailable';

export const STATUS_OF: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  not_implemented: 501,
  unavailable: 503,
};

export type FieldErrors = Record<string, string[]>;

export type FailureExtra = {
  /** Messages by field. */
  fields?: FieldErrors;
  /** Data the caller can act on, such as the expected value. */
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Only for 405. */
  allow?: string[];
  /** Only for 412: the record as it is now. */
  current?: Record<string, unknown>;
};

export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly code: string,
    message: string,
    readonly extra: FailureExtra = {},
  ) {
    super(message);
  }

  get status(): number {
    return STATUS_OF[this.kind];
  }
}

export const invalid = (message: string, fields?: FieldErrors, code = 'INVALID'): Failure =>
  new Failure('invalid', code, message, fields ? { fields } : {});

/** One invalid field, in the message and in `fields`. */
export const invalidField = (field: string, message: string, code = 'INVALID'): Failure =>
  new Failure('invalid', code, `${field}: ${message}`, { fields: { [field]: [message] } });

/** Invalid fields of a request; the message names the first. */
export const invalidFields = (fields: FieldErrors, code = 'INVALID'): Failure => {
  const [first] = Object.entries(fields);
  return invalid(first === undefined ? '' : `${first[0]}: ${first[1][0]}`, fields, code);
};

/** Throws if there is an invalid field. */
export function refuseFields(fields: FieldErrors, code?: string): void {
  if (Object.keys(fields).length > 0) throw invalidFields(fields, code);
}

export const notFound = (what: string, code = 'NOT_FOUND'): Failure =>
  new Failure('not_found', code, `${what} not found.`);

export const conflict = (
  code: string,
  message: string,
  details?: Record<string, unknown>,
): Failure => new Failure('conflict', code, message, details ? { details } : {});

export const forbidden = (message: string, code = 'FORBIDDEN'): Failure =>
  new Failure('forbidden', code, message);

export const unauthenticated = (
  message = 'Authentication is required.',
  code = 'NOT_AUTHENTICATED',
): Failure => new Failure('unauthenticated', code, message);

export const tooMany = (
  message: string,
  retryAfterSeconds: number,
  code = 'TOO_MANY_REQUESTS',
): Failure => new Failure('too_many', code, message, { retryAfterSeconds });
