import { createHash } from 'node:crypto';
import { SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { unwatched } from '../../../platform/database/tx-scope.js';
import { tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type About, deleteTally, lockTallies, writeTallies } from './attempt-repository.js';
import { blockEnd, countAttempt, uncountAttempt } from './attempt-rules.js';

export type Subject = {
  name: string;
  about?: About;
  /** Failures in ten minutes that trigger the block. */
  maxFailures: number;
  /** A successful attempt clears all earlier failures, not just its own count. */
  clearedBySuccess?: boolean;
};

/** A hash: fixed length, and the caller's input is not stored. */
export const subjectName = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Running checks of this process by subject; their attempts are counted already. */
const runningChecks = new Map<string, Set<Promise<unknown>>>();

/**
 * Checks a PIN or password with a limit on guesses. The attempt counts as failed before the slow
 * check starts and is uncounted if it succeeds, so that a hundred parallel guesses get no more
 * checks than the limit allows. On shared counters a success uncounts only itself, so that an
 * attacker cannot reset them with a login of their own.
 *
 * An attempt over the limit waits for running checks, which may still succeed: thirty tills that
 * one manager opens at once are not an attack.
 */
export async function checkWithinLimits(
  platform: Platform,
  subjects: readonly Subject[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const now = platform.clock.now();
    const blockedUntil = await claim(platform, subjects, now);
    if (blockedUntil === undefined) {
      return tracked(subjects, checkCounted(platform, subjects, now, check));
    }
    const open = subjects.flatMap(({ name }) => [...(runningChecks.get(name) ?? [])]);
    if (open.length === 0) {
      const seconds = Math.ceil((blockedUntil.getTime() - now.getTime()) / SECOND_MS);
      throw tooMany('Too many failed attempts; try again later.', seconds, 'LOCKED_OUT');
    }
    await Promise.allSettled(open);
  }
}

/** Not watched: to the audit log, the count would look like a change that a refused call made. */
const countIn = <T>({ db }: Platform, work: (tx: Tx) => Promise<T>): Promise<T> =>
  unwatched(() => atomically(db, work));

/** Counts an attempt for every subject; if one is blocked, counts none and returns the block's end. */
async function claim(
  platform: Platform,
  subjects: readonly Subject[],
  now: Date,
): Promise<Date | undefined> {
  const limitOf = new Map(subjects.map(subject => [subject.name, subject.maxFailures]));
  return countIn(platform, async tx => {
    const tallies = await lockTallies(tx, subjects, now);
    const blockedUntil = blockEnd(tallies, now);
    if (blockedUntil !== undefined) return blockedUntil;
    const counted = tallies.map(tally => countAttempt(tally, limitOf.get(tally.subject) ?? 1, now));
    await writeTallies(tx, counted, now);
    return undefined;
  });
}

async function checkCounted(
  platform: Platform,
  subjects: readonly Subject[],
  countedAt: Date,
  check: () => Promise<boolean>,
): Promise<boolean> {
  let right: boolean;
  try {
    right = await check();
  } catch (error) {
    // Nothing was compared, for example because the hashing queue was full.
    await uncount(platform, subjects, countedAt, false).catch(() => undefined);
    throw error;
  }
  if (right) await uncount(platform, subjects, countedAt, true);
  return right;
}

async function tracked<T>(subjects: readonly Subject[], work: Promise<T>): Promise<T> {
  for (const { name } of subjects) {
    runningChecks.set(name, (runningChecks.get(name) ?? new Set()).add(work));
  }
  try {
    return await work;
  } finally {
    for (const { name } of subjects) {
      const others = runningChecks.get(name);
      others?.delete(work);
      if (others?.size === 0) runningChecks.delete(name);
    }
  }
}

async function uncount(
  platform: Platform,
  subjects: readonly Subject[],
  countedAt: Date,
  right: boolean,
): Promise<void> {
  const cleared = right ? subjects.filter(subject => subject.clearedBySuccess) : [];
  await countIn(platform, async tx => {
    const tallies = await lockTallies(tx, subjects, countedAt);
    await writeTallies(
      tx,
      tallies.map(tally => uncountAttempt(tally, countedAt)),
      countedAt,
    );
    for (const { name } of cleared) await deleteTally(tx, name);
  });
}
