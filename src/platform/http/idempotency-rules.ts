import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { maskCardsInText } from '../cards/numbers.js';
import { createSeal, keysFor, type Seal, type SecretKeys } from '../seal.js';
import { Failure, type FailureExtra, type FailureKind } from './failure.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a request with a key, before validation drops fields and adds defaults. */
    receivedBody: string | null;
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/;
/** Statuses whose cause may pass without a new request: a retry runs the work again. */
const NOT_STORED = new Set([401, 403, 409, 429]);

export const isStorable = (status: number): boolean => status < 500 && !NOT_STORED.has(status);

/** Stored under a key: the answer, or the failure, which the area's envelope renders again. */
export type StoredAnswer =
  | { body: unknown }
  | { failure: { kind: FailureKind; code: string; message: string; extra: FailureExtra } };

const sentKey = (headers: IncomingHttpHeaders): string | string[] | undefined =>
  headers['idempotency-key'] ?? headers['x-idempotency-key'];

/** The key of a request, if it has one. */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const sent = sentKey(headers);
  if (sent === undefined) return undefined;
  // Node joins repeated headers with a comma and a space; a key never contains a space.
  if (typeof sent === 'string' && KEY.test(sent) && maskCardsInText(sent) === sent) return sent;
  throw new Failure(
    'invalid',
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key takes 1 to 255 visible ASCII characters, once, and no card number.',
  );
}

/** The stored row of a key: the fingerprint of its request, and the answer once there is one. */
export type FoundKey = {
  fingerprint: Buffer;
  response_status: number | null;
  response_body: Buffer | null;
};

/** The stored answer to the first request with the key. */
export function storedAnswer(
  found: FoundKey,
  request: Request,
  seal: Pick<AnswerSeal, 'open' | 'isOf'>,
): { status: number; stored: StoredAnswer } {
  if (!seal.isOf(found.fingerprint, request)) {
    throw new Failure(
      'conflict',
      'IDEMPOTENCY_KEY_BODY_MISMATCH',
      'This key was used with another request body.',
    );
  }
  if (found.response_status === null || found.response_body === null) {
    throw new Failure(
      'conflict',
      'IDEMPOTENCY_KEY_BUSY',
      'A request with this key is still running.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
  const stored = JSON.parse(seal.open(found.response_body)) as StoredAnswer;
  return { status: found.response_status, stored };
}

export const failureOf = ({ failure }: Extract<StoredAnswer, { failure: unknown }>): Failure =>
  new Failure(failure.kind, failure.code, failure.message, failure.extra);

/** Called by the body parser, which has cut card numbers. */
export function keepReceived(request: FastifyRequest, body: unknown): void {
  if (sentKey(request.headers) !== undefined) request.receivedBody = canonical(body);
}

type Request = { method: string; url: string; body?: unknown; receivedBody?: string | null };

export type AnswerSeal = Seal & {
  fingerprint(request: Request): Buffer;
  /** Whether the fingerprint is of this request, under the current or the previous key. */
  isOf(fingerprint: Buffer, request: Request): boolean;
};

/**
 * Stored answers hold client secrets and receipt tokens, so they are encrypted at rest. The body
 * fingerprint is keyed, because a plain hash of a short secret can be brute-forced.
 */
export function createAnswerSeal(secrets: SecretKeys): AnswerSeal {
  const keys = keysFor(secrets, 'idempotency/fingerprint');
  const underEachKey = (text: string): Buffer[] =>
    keys.map(key => createHmac('sha256', key).update(text).digest());
  const addressOf = ({ method, url }: Request): string[] => [
    method,
    url.split('?')[0]?.replace(/(?<!\/)\/+$/, '') ?? '',
  ];
  const fingerprints = (request: Request): Buffer[] =>
    underEachKey(
      `received ${canonical(addressOf(request))}${request.receivedBody ?? canonical(request.body)}`,
    );
  // Earlier releases stored fingerprints of the validated body; a stored one is valid for 24 hours.
  const validatedFingerprints = (request: Request): Buffer[] =>
    underEachKey(canonical([...addressOf(request), request.body ?? null]));
  return {
    ...createSeal(secrets, 'idempotency/answers'),
    fingerprint: request => fingerprints(request)[0] as Buffer,
    isOf: (fingerprint, request) =>
      [...fingerprints(request), ...validatedFingerprints(request)].some(own =>
        own.equals(fingerprint),
      ),
  };
}

/** JSON with sorted keys: key order does not change the fingerprint. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
