import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/connect.js';
import type { Autocommit, Db, Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import type { Platform } from '../platform.js';
import { asFailure } from './envelope.js';
import { type Claim, claimKey, releaseKey, settleKey } from './idempotency-repository.js';
import {
  createAnswerSeal,
  failureOf,
  isStorable,
  readKey,
  type StoredAnswer,
  storedAnswer,
} from './idempotency-rules.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs before the work of a request with a key, unless its answer is stored already. */
    beforeWork?: () => Promise<void>;
  }
}

const LEASE_SECONDS = 60;
/**
 * Back-off between attempts to release a key; the sum is about the length of the lease. Short ones,
 * because a till gets 409 until the key is released after a fail-over.
 */
const PAUSES_MS = [250, 500, ...Array.from({ length: 59 }, () => 1_000)];

export type Reply<T = unknown> = { status: number; body: T };
/** Stores the answer in the work's transaction and returns it. */
export type Settle = <T>(tx: Tx, status: number, body: T) => Promise<Reply<T>>;

export type Idempotency = {
  /** Runs the work at most once per key and scope; without a key it always runs. */
  run<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    scope: string,
    work: (settle: Settle) => Promise<Reply<T>>,
  ): Promise<T>;
};

/**
 * `Idempotency-Key`: a repeated request does no work and gets the first answer.
 *
 * A key is claimed in a transaction of its own with a lease of 60 s; a second caller gets 409 until
 * then. An operation that is one transaction stores its answer inside it, so the work is never
 * committed without the answer. Operations of several steps store the answer afterwards, and must
 * recognise their own unfinished work when a key is taken over from a dead node.
 */
export function createIdempotency(platform: Platform): Idempotency {
  const seal = createAnswerSeal(platform.config);
  const { db } = platform;
  const store = (writer: Autocommit, claim: Claim, status: number, answer: StoredAnswer) =>
    settleKey(writer, claim, status, seal.close(JSON.stringify(answer)));
  return {
    run: async <T>(
      request: FastifyRequest,
      reply: FastifyReply,
      scope: string,
      work: (settle: Settle) => Promise<Reply<T>>,
    ) => {
      requireDeclared(request);
      const key = readKey(request.headers);
      if (key === undefined)
        return answer(reply, await work(async (_tx, status, body) => ({ status, body })));
      const claim: Claim = { scope, key, holder: newId() };
      const fingerprint = seal.fingerprint(request);
      const found = await claimKey(db, claim, fingerprint, LEASE_SECONDS).catch(
        (error: unknown) => {
          // The claim may have been committed although its result was lost.
          if (isDatabaseUnavailable(error)) void releaseLater(db, claim);
          throw error;
        },
      );
      if (found.holder !== claim.holder) {
        const { status, stored } = storedAnswer(found, request, seal);
        reply.header('idempotent-replayed', 'true');
        if ('failure' in stored) throw failureOf(stored);
        // The fingerprint includes the path, so the stored body has this route's type.
        return answer(reply, { status, body: stored.body as T });
      }
      let settled = false;
      try {
        await request.beforeWork?.();
        const result = await work(async (tx, status, body) => {
          await store(tx, claim, status, { body });
          settled = true;
          return { status, body };
        });
        if (!settled) await store(db, claim, result.status, { body: result.body });
        return answer(reply, result);
      } catch (error) {
        const failure = asFailure(error, request.body);
        if (failure && isStorable(failure.status)) {
          const { kind, code, message, extra } = failure;
          await store(db, claim, failure.status, { failure: { kind, code, message, extra } });
        } else {
          await releaseKey(db, claim).catch(() => void releaseLater(db, claim));
        }
        throw error;
      }
    },
  };
}

/** Whether the route runs its work once per key. */
export function takesKeys({ routeOptions: { schema } }: FastifyRequest): boolean {
  const headers = schema?.headers as { properties?: object } | undefined;
  return 'Idempotency-Key' in (headers?.properties ?? {});
}

/** The API description is made from what routes declare, so a route that takes keys has to say so. */
function requireDeclared(request: FastifyRequest): void {
  if (takesKeys(request)) return;
  const { method, url } = request.routeOptions;
  throw new Error(`${String(method)} ${url} takes a key but does not declare IdempotencyHeaders.`);
}

/** Releases the key once the database is back, so that a retry need not wait for the lease to end. */
async function releaseLater(db: Db, claim: Claim): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs, undefined, { ref: false });
    try {
      return await releaseKey(db, claim);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) return;
    }
  }
}

/** The key of the caller, for operations that recognise their own unfinished work by it. */
export const requestKey = (request: FastifyRequest): string | undefined => readKey(request.headers);

/** Whether the caller sent a key; without one a route can skip the claim. */
export const hasKey = (request: FastifyRequest): boolean => requestKey(request) !== undefined;

const answer = <T>(reply: FastifyReply, result: Reply<T>): T => {
  reply.code(result.status);
  return result.body;
};
