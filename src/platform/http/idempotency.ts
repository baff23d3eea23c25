import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader, Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import type { Platform } from '../platform.js';
import { asFailure } from './envelope.js';
import { Failure, type FailureExtra, type FailureKind } from './failure.js';
import {
  type Claim,
  claimKey,
  forgetKey,
  type KeyRow,
  settleKey,
} from './idempotency-repository.js';

/**
 * `Idempotency-Key`: the same request sent again does nothing and gets the first answer.
 *
 * A key is claimed in a transaction of its own with a lease of 60 s, so a second caller meanwhile
 * gets 409. An operation that is one transaction settles its answer inside it, which leaves no
 * moment in which the work is done but the answer unknown. Operations of several steps settle
 * afterwards and must find their own half-done work when a dead holder's key is taken over.
 */
const LEASE_SECONDS = 60;
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Answers that may change by themselves are not kept; neither are failures of the schema. */
const NOT_KEPT = new Set([401, 403, 409, 429]);

export type Reply<T = unknown> = { status: number; body: T };
/** Keeps the answer with the work of the transaction and hands it back. */
export type Settle = <T>(tx: Tx, status: number, body: T) => Promise<Reply<T>>;

export type Idempotency = {
  /** Runs the work at most once per key of the scope; without a key it simply runs. */
  run<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: string,
    work: (settle: Settle) => Promise<Reply<T>>,
  ): Promise<T>;
};

/** What is kept under a key: the answer, or the refusal for the area's envelope to word again. */
type Kept =
  | { body: unknown }
  | { failure: { kind: FailureKind; code: string; message: string; extra: FailureExtra } };

export function createIdempotency(platform: Platform): Idempotency {
  const seal = createSeal(platform.config.secretKey);
  const { db } = platform;
  const keep = (writer: Reader, claim: Claim, status: number, kept: Kept): Promise<void> =>
    settleKey(writer, claim, status, seal.close(JSON.stringify(kept)));
  return {
    run: async (request, reply, scope, work) => {
      const key = readKey(request);
      if (key === undefined)
        return answer(reply, await work(async (_tx, status, body) => ({ status, body })));
      const claim: Claim = { scope, key, holder: newId() };
      const fingerprint = seal.fingerprint(request);
      const found = await claimKey(db, claim, fingerprint, LEASE_SECONDS);
      if (found.holder !== claim.holder) return replay(reply, found, fingerprint, seal);
      let settled = false;
      try {
        const result = await work(async (tx, status, body) => {
          await keep(tx, claim, status, { body });
          settled = true;
          return { status, body };
        });
        if (!settled) await keep(db, claim, result.status, { body: result.body });
        return answer(reply, result);
      } catch (error) {
        const failure = asFailure(error);
        if (failure && failure.status < 500 && !NOT_KEPT.has(failure.status)) {
          const { kind, code, message, extra } = failure;
          await keep(db, claim, failure.status, { failure: { kind, code, message, extra } });
        } else {
          await forgetKey(db, claim).catch(() => undefined);
        }
        throw error;
      }
    },
  };
}

/** Whether the caller sent a key, so that work without one can take a shorter way. */
export const hasKey = (request: FastifyRequest): boolean => readKey(request) !== undefined;

function readKey(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key'] ?? request.headers['x-idempotency-key'];
  if (sent === undefined) return undefined;
  // Node joins repeated headers with a comma and a space; a space is never part of a key.
  if (typeof sent === 'string' && KEY.test(sent)) return sent;
  throw new Failure(
    'invalid',
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key takes 1 to 255 visible ASCII characters, once.',
  );
}

const answer = <T>(reply: FastifyReply, result: Reply<T>): T => {
  reply.code(result.status);
  return result.body;
};

/** What was kept under the key has the shape of this route's answers: the fingerprint names the path. */
function replay<T>(reply: FastifyReply, found: KeyRow, fingerprint: Buffer, seal: Seal): T {
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
  reply.header('idempotent-replayed', 'true');
  const kept = JSON.parse(seal.open(found.response_body)) as Kept;
  if ('body' in kept) return answer(reply, { status: found.response_status, body: kept.body as T });
  const { kind, code, message, extra } = kept.failure;
  throw new Failure(kind, code, message, extra);
}

type Seal = {
  fingerprint(request: FastifyRequest): Buffer;
  close(text: string): Buffer;
  open(sealed: Buffer): string;
};

/**
 * Kept answers hold client secrets and receipt tokens, so they are encrypted at rest; the body
 * fingerprint is keyed, because a plain hash of a short secret can be guessed.
 */
function createSeal(secretKey: string): Seal {
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
