import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure, type FailureExtra, type FailureKind } from './failure.js';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** Answers that may change by themselves are not kept; neither are failures of the schema. */
const NOT_STORED = new Set([401, 403, 409, 429]);

export const isStorable = (status: number): boolean => status < 500 && !NOT_STORED.has(status);

/** What is kept under a key: the answer, or the refusal for the area's envelope to word again. */
export type StoredAnswer =
  | { body: unknown }
  | { failure: { kind: FailureKind; code: string; message: string; extra: FailureExtra } };

/** The key of a request, if it has one. */
export function readKey(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['idempotency-key'] ?? headers['x-idempotency-key'];
  if (sent === undefined) return undefined;
  // Node joins repeated headers with a comma and a space; a space is never part of a key.
  if (typeof sent === 'string' && KEY.test(sent)) return sent;
  throw new Failure(
    'invalid',
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key takes 1 to 255 visible ASCII characters, once.',
  );
}

/** A key as it was found: whose request it belongs to, and its answer once there is one. */
export type FoundKey = {
  fingerprint: Buffer;
  response_status: number | null;
  response_body: Buffer | null;
};

/** What was answered to the request that first came with the key. */
export function storedAnswer(
  found: FoundKey,
  fingerprint: Buffer,
  seal: Pick<Seal, 'open'>,
): { status: number; kept: StoredAnswer } {
  if (!found.fingerprint.equals(fingerprint)) {
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
  const kept = JSON.parse(seal.open(found.response_body)) as StoredAnswer;
  return { status: found.response_status, kept };
}

export const failureOf = ({ failure }: Extract<StoredAnswer, { failure: unknown }>): Failure =>
  new Failure(failure.kind, failure.code, failure.message, failure.extra);

export type Seal = {
  fingerprint(request: { method: string; url: string; body?: unknown }): Buffer;
  close(text: string): Buffer;
  open(sealed: Buffer): string;
};

/**
 * StoredAnswer answers hold client secrets and receipt tokens, so they are encrypted at rest; the body
 * fingerprint is keyed, because a plain hash of a short secret can be guessed.
 */
export function createSeal(secretKey: string): Seal {
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `tillhouse/idempotency/${use}`, 32));
  const encryptionKey = derive('answers');
  const fingerprintKey = derive('fingerprint');
  return {
    fingerprint: ({ method, url, body }) =>
      createHmac('sha256', fingerprintKey)
        .update(canonical([method, url.split('?')[0]?.replace(/\/+$/, ''), body ?? null]))
        .digest(),
    close: text => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: sealed => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** Key order does not make another request. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
