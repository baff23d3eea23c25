import type { InjectOptions } from 'fastify';
import { secretsIn } from '../../platform/audit/secrets-in.js';
import { Failure } from '../../platform/http/failure.js';
import type { App } from '../../platform/http/server.js';
import type { Staff } from '../access/index.js';
import { shownValue } from '../audit/index.js';
import { addressOf, type CallArguments } from './call-arguments.js';
import type { Operation } from './operations.js';

/** The login, address and program that a call comes from. */
export type Caller = {
  staff: Staff;
  authorization: string;
  address: string;
  requestId: string;
  userAgent: string;
};

/** The answer of a route, as a tool returns it. */
export type RouteAnswer = {
  status: number;
  body: unknown;
  etag?: string;
  /** `cursor` of the next page of a list. */
  next_cursor?: string;
};

const MAX_ANSWER_CHARS = 400_000;

/**
 * Calls the route of an operation as the caller itself would: its guard, schema, idempotency, audit
 * and limits apply. `via` keeps a call from this machine from counting as one of its own tools.
 */
export async function callRoute(
  app: App,
  caller: Caller,
  operation: Operation,
  args: CallArguments,
): Promise<RouteAnswer> {
  const request: InjectOptions = {
    method: operation.method.toUpperCase() as InjectOptions['method'],
    url: addressOf(operation, args),
    remoteAddress: caller.address,
    headers: {
      authorization: caller.authorization,
      'x-request-id': caller.requestId,
      'user-agent': `mcp ${caller.userAgent}`.trim(),
      via: '1.1 mcp',
      ...(args.idempotencyKey !== undefined && { 'idempotency-key': args.idempotencyKey }),
      ...(args.ifMatch !== undefined && { 'if-match': args.ifMatch }),
    },
  };
  if (operation.body !== undefined && args.body !== undefined) {
    request.payload = JSON.stringify(args.body);
    request.headers = { ...request.headers, 'content-type': 'application/json' };
  }
  const { statusCode, headers, body } = await app.inject(request);
  const isJson = String(headers['content-type'] ?? '').includes('json');
  // Errors have fields of the same names, such as `code`.
  const secrets = statusCode < 300 ? secretsIn(operation.answer) : NONE;
  if (body.length > MAX_ANSWER_CHARS) throw answerTooLong(operation, body.length);
  return {
    status: statusCode,
    body:
      isJson && body !== ''
        ? withoutSecrets(JSON.parse(body), secrets)
        : describeFile(body, headers),
    ...(typeof headers.etag === 'string' && { etag: headers.etag }),
    ...nextCursor(headers.link),
  };
}

/** A write has taken effect although its answer is too long, so the message says so. */
function answerTooLong({ method }: Operation, length: number): Failure {
  const effect = method === 'get' ? '' : ' The change was made.';
  return new Failure(
    'invalid',
    'ANSWER_TOO_LONG',
    `The answer has ${length} characters; use limit or a filter.${effect}`,
  );
}

/** Receipts, labels and exports are for screens and printers. */
function describeFile(body: string, headers: Record<string, unknown>): unknown {
  if (body === '') return null;
  return { content_type: headers['content-type'], note: 'This file can be opened at the desk.' };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Routes show some secrets once, to the person at the desk; a program does not get them. They are
 * known by their names, or by the schema of the answer (`format: 'password'`).
 */
function withoutSecrets(body: unknown, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(body)) return body.map(item => withoutSecrets(item, secrets));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, shownValue('', name, value, secrets)]),
  );
}

function nextCursor(link: unknown): { next_cursor?: string } {
  const address = /<([^<>]+)>; *rel="?next"?/.exec(String(link ?? ''))?.[1];
  if (address === undefined) return {};
  const cursor = new URL(address, 'http://localhost').searchParams.get('cursor');
  return cursor === null ? {} : { next_cursor: cursor };
}
