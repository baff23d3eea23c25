import { Type } from './schemas.js';

/** Declared by every route that runs its work through `Idempotency.run`. */
export const IdempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        'Chosen by the caller: 1 to 255 visible ASCII characters. A repeated request with the same ' +
        'key and body takes effect once and gets the first answer for 24 hours; with another body ' +
        'it is refused with 409.',
    }),
  ),
});

/** Described for every route that compares the record with its ETag. */
export const IfMatchHeaders = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description:
        'The ETag of the record as it was read, with its quotes. If the record differs, nothing ' +
        'changes and the answer is 412 with the record as it is now.',
    }),
  ),
});

/** Taken by every route, so the routes do not declare it themselves. */
export const REQUEST_ID_PARAMETER = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Identifies the request in the answer and in the log: up to 128 letters, digits and ._:- ' +
    '(a new id is used otherwise).',
  schema: { type: 'string' },
};
