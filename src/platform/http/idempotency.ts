import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database/connect.js';
import type { Db, Reader, Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import type { Platform } from '../platform.js';
import { asFailure } from './envelope.js';
import { type Claim, claimKey, releaseKey, settleKey } from './idempotency-repository.js';
import {
  createSeal,
  failureOf,
  isStorable,
  readKey,
  type StoredAnswer,
  storedAnswer,
} from './idempotency-rules.js';

/**
 * `Idempotency-Key`: the same request sent again does nothing and gets the first answer.
 *
 * A key is claimed in a transaction of its own with a lease of 60 s, so a second caller meanwhile
 * gets 409. An operation that is one transaction settles its answer inside it, which leaves no
 * moment in which the work is done but the answer unknown. Operations of several steps settle
 * afterwards and must find their own half-done work when a dead holder's key is taken over.
 */
const LEASE_SECONDS = 60;
/** Pauses between tries to give a key back, until its lease would have ended anyway. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000];

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

export function createIdempotency(platform: Platform): Idempotency {
  const seal = createSeal(platform.config.secretKey);
  const { db } = platform;
  const keep = (writer: Reader, claim: Claim, status: number, kept: StoredAnswer): Promise<void> =>
    settleKey(writer, claim, status, seal.close(JSON.stringify(kept)));
  return {
    run: async <T>(
      request: FastifyRequest,
      reply: FastifyReply,
      scope: string,
      work: (settle: Settle) => Promise<Reply<T>>,
    ) => {
      const key = readKey(request.headers);
      if (key === undefined)
        return answer(reply, await work(async (_tx, status, body) => ({ status, body })));
      const claim: Claim = { scope, key, holder: newId() };
      const fingerprint = seal.fingerprint(request);
      const found = await claimKey(db, claim, fingerprint, LEASE_SECONDS).catch(
        (error: unknown) => {
          // It may be claimed all the same: only the answer is known to be lost.
          if (isDatabaseUnavailable(error)) void releaseLater(db, claim);
          throw error;
        },
      );
      if (found.holder !== claim.holder) {
        const { status, kept } = storedAnswer(found, fingerprint, seal);
        reply.header('idempotent-replayed', 'true');
        if ('failure' in kept) throw failureOf(kept);
        // It has the shape of this route's answers: the fingerprint names the path.
        return answer(reply, { status, body: kept.body as T });
      }
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
        if (failure && isStorable(failure.status)) {
          const { kind, code, message, extra } = failure;
          await keep(db, claim, failure.status, { failure: { kind, code, message, extra } });
        } else {
          await releaseKey(db, claim).catch(() => void releaseLater(db, claim));
        }
        throw error;
      }
    },
  };
}

/** A caller who asks again does not wait for the lease only because the database was away. */
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

/** Whether the caller sent a key, so that work without one can take a shorter way. */
export const hasKey = (request: FastifyRequest): boolean => readKey(request.headers) !== undefined;

const answer = <T>(reply: FastifyReply, result: Reply<T>): T => {
  reply.code(result.status);
  return result.body;
};
