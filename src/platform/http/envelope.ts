import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/connect.js';
import { brokenConstraint, sqlState } from '../database/tx.js';
import { AmountTooFine, AmountTooLarge } from '../money.js';
import { conflict, Failure, STATUS_OF } from './failure.js';
import { fineFields } from './fine-amounts.js';
import { amountTooFine } from './refuse-fractions.js';
import { type TSchema, Type } from './schemas.js';

/** The error format of an area. */
export type Envelope = { schema: TSchema; body(failure: Failure): object };

/** Back office, payments, tasks, analytics, and everything without an area of its own. */
export const officeEnvelope: Envelope = {
  schema: Type.Object(
    {
      detail: Type.String(),
      code: Type.String(),
      errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      details: Type.Optional(Type.Object({}, { additionalProperties: true })),
    },
    { additionalProperties: false, title: 'Error' },
  ),
  body: ({ message, code, extra }) => ({
    detail: message,
    code,
    errors: extra.fields,
    details: extra.details,
    current: extra.current,
  }),
};

/** Tills, web shop and manual sync. */
export const successEnvelope: Envelope = {
  schema: Type.Object(
    {
      success: Type.Literal(false),
      error: Type.String(),
      code: Type.String(),
      details: Type.Optional(Type.Object({}, { additionalProperties: true })),
    },
    { additionalProperties: false, title: 'Failure' },
  ),
  body: ({ message, code, extra }) => ({
    success: false,
    error: message,
    code,
    details: extra.fields || extra.details ? { ...extra.details, ...extra.fields } : undefined,
    current: extra.current,
  }),
};

const OTHER_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE';

/** Names the content types that the route takes. */
const otherType = (taken: readonly string[] = ['application/json']): Failure =>
  new Failure(
    'unsupported_media',
    'UNSUPPORTED_MEDIA_TYPE',
    `Send the body as ${taken.join(' or ')}.`,
  );

/** Failures for errors that Fastify raises itself. */
const FASTIFY_FAILURES = new Map<string, () => Failure>([
  [
    'FST_ERR_CTP_BODY_TOO_LARGE',
    () => new Failure('too_large', 'TOO_LARGE', 'The body is larger than this route takes.'),
  ],
  [OTHER_TYPE, otherType],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    () => new Failure('invalid', 'INVALID', 'Content-Length does not match the body.'),
  ],
  [
    'FST_ERR_CTP_EMPTY_JSON_BODY',
    () => new Failure('invalid', 'INVALID_JSON', 'The body is empty.'),
  ],
]);

/** Invalid input that only the database detects, such as a number out of range: a 400, not a 500. */
const INPUT_STATES = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05', '54000']);

/** A record was deleted between its read and the write that refers to it, or the other way round. */
const FOREIGN_KEY_VIOLATION = '23503';

/** `body` is the request's; an error about an amount with too many decimals names fields of it. */
export function asFailure(error: unknown, body?: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof AmountTooFine) return amountTooFine(fineFields(body, error.currency));
  if (error instanceof AmountTooLarge) {
    return new Failure(
      'invalid',
      'AMOUNT_TOO_LARGE',
      'The amounts are larger than can be handled.',
    );
  }
  const code = (error as FastifyError | undefined)?.code;
  const known = code === undefined ? undefined : FASTIFY_FAILURES.get(code);
  if (known) return known();
  if (isDatabaseUnavailable(error)) {
    return new Failure(
      'unavailable',
      'DATABASE_UNAVAILABLE',
      'The database is not available; try again shortly.',
      {
        retryAfterSeconds: 2,
      },
    );
  }
  const state = sqlState(error);
  const isTooWide = brokenConstraint(error)?.endsWith('_amounts_fit');
  if (INPUT_STATES.has(state ?? '') || isTooWide) {
    return new Failure('invalid', 'INVALID', 'A value is outside what can be stored.');
  }
  if (state === FOREIGN_KEY_VIOLATION) {
    return conflict(
      'REFERENCE_GONE',
      'A record that this request refers to was just deleted; reload and try again.',
    );
  }
  const status = (error as FastifyError | undefined)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) {
    const kind = Object.entries(STATUS_OF).find(([, value]) => value === status)?.[0];
    return new Failure(
      (kind ?? 'invalid') as Failure['kind'],
      'INVALID',
      'The request is not valid.',
    );
  }
  return undefined;
}

export function sendFailure(
  envelope: Envelope,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure =
    (error as FastifyError | undefined)?.code === OTHER_TYPE
      ? otherType(request.routeOptions.schema?.consumes)
      : asFailure(error, request.body);
  if (failure === undefined) {
    request.log.error({ err: error }, 'unexpected error in a request');
    const unexpected = new Failure(
      'unavailable',
      'INTERNAL_ERROR',
      'Something went wrong on our side.',
    );
    return reply.code(500).send(envelope.body(unexpected));
  }
  if (failure.extra.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(failure.extra.retryAfterSeconds))));
  }
  if (failure.extra.allow) reply.header('allow', failure.extra.allow.join(', '));
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  const { body } = failure.kind === 'too_large' ? officeEnvelope : envelope;
  return reply.code(failure.status).send(body(failure));
}

/** Gives every route of an area its error shape, in answers and in the API description. */
export function installEnvelope(area: FastifyInstance, envelope: Envelope): void {
  area.setErrorHandler((error, request, reply) => sendFailure(envelope, error, request, reply));
  area.addHook('onRoute', route => {
    const schema = route.schema ?? {};
    route.schema = schema;
    schema.response = {
      '4xx': envelope.schema,
      '5xx': envelope.schema,
      // A body over the limit is rejected before its route runs, so all areas answer in one shape.
      ...(envelope !== officeEnvelope && { 413: officeEnvelope.schema }),
      ...(schema.response as object),
    };
  });
}
