import { createHash } from 'node:crypto';
import { SECOND_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { deleteTally, lockTallies, writeTallies } from './attempt-repository.js';
import { blockEnd, countAttempt, forgiveAttempt } from './attempt-rules.js';

export type Subject = {
  name: string;
  /** So many failures in ten minutes earn the block. */
  most: number;
  /** A right attempt forgives all earlier ones, not just itself. */
  clearedByRightAttempt?: boolean;
};

/** Fixed in length and free of what the caller typed. */
export const subjectName = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Runs a check of a PIN or password that must not be guessed. The attempt is counted as failed
 * before the slow check starts and taken back if it was right, so a hundred parallel guesses get
 * no more checks than the limit allows. A right attempt takes back only itself from counters that
 * others share: with a good login of their own in between, nobody gets more guesses at another's.
 */
export async function countAttemptAt(
  platform: Platform,
  subjects: readonly Subject[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  const countedAt = platform.clock.now();
  await claim(platform, subjects, countedAt);
  let right: boolean;
  try {
    right = await check();
  } catch (error) {
    // Nothing was compared, for example because too many others were waiting.
    await takeBack(platform, subjects, countedAt, false).catch(() => undefined);
    throw error;
  }
  if (right) await takeBack(platform, subjects, countedAt, true);
  return right;
}

async function claim(platform: Platform, subjects: readonly Subject[], now: Date): Promise<void> {
  const mostOf = new Map(subjects.map(subject => [subject.name, subject.most]));
  await atomically(platform.db, async tx => {
    const tallies = await lockTallies(tx, [...mostOf.keys()], now);
    const blockedUntil = blockEnd(tallies, now);
    if (blockedUntil !== undefined) {
      const seconds = Math.ceil((blockedUntil.getTime() - now.getTime()) / SECOND_MS);
      throw tooMany('Too many failed attempts; try again later.', seconds, 'LOCKED_OUT');
    }
    const counted = tallies.map(tally => countAttempt(tally, mostOf.get(tally.subject) ?? 1, now));
    await writeTallies(tx, counted, now);
  });
}

async function takeBack(
  platform: Platform,
  subjects: readonly Subject[],
  countedAt: Date,
  right: boolean,
): Promise<void> {
  const cleared = right ? subjects.filter(subject => subject.clearedByRightAttempt) : [];
  await atomically(platform.db, async tx => {
    const names = subjects.map(({ name }) => name);
    const tallies = await lockTallies(tx, names, countedAt);
    await writeTallies(
      tx,
      tallies.map(tally => forgiveAttempt(tally, countedAt)),
      countedAt,
    );
    for (const { name } of cleared) await deleteTally(tx, name);
  });
}
