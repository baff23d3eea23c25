import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { sqlState } from './tx.js';

export type LockPolicy = {
  /** How long a statement waits for a lock. Sales on the table queue behind it for as long. */
  lockTimeoutMs: number;
  /** Tries in total. */
  attempts: number;
  /** Pause after the first timeout; it doubles each time, up to `maxPauseMs`. */
  pauseMs: number;
  maxPauseMs: number;
};

/** About four minutes in all: 12 waits of 2 s and pauses of 1, 2, 4, 8, 16 and then 30 s. */
export const LOCK_POLICY: LockPolicy = {
  lockTimeoutMs: 2_000,
  attempts: 12,
  pauseMs: 1_000,
  maxPauseMs: 30_000,
};

/** A lock timeout, or a deadlock with a running sale. */
const LOCK_STATES = new Set(['55P03', '40P01']);

/**
 * Retries work that did not get its lock, with a growing pause. Statements that queued behind the
 * waiting migration run during the pause.
 */
export async function retryLocks<T>(
  { attempts, pauseMs, maxPauseMs }: LockPolicy,
  migration: string,
  log: Pick<Log, 'warn'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !LOCK_STATES.has(sqlState(error) ?? '')) throw error;
      const waitMs = Math.min(pauseMs * 2 ** (attempt - 1), maxPauseMs);
      log.warn({ migration, attempt, waitMs }, 'migration did not get its lock; will retry');
      await sleep(waitMs);
    }
  }
}
