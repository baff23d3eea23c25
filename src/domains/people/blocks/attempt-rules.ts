import { addMs, MINUTE_MS } from '../../../platform/clock.js';

/** Failures count for ten minutes; reaching the limit blocks for another ten. */
export const WINDOW_MS = 10 * MINUTE_MS;
export const BLOCK_MS = 10 * MINUTE_MS;

/** The recent failures of one subject. */
export type Tally = { subject: string; failedAt: Date[]; blockedUntil: Date | null };

/** The end of the longest active block; undefined if there is none. */
export function blockEnd(tallies: readonly Tally[], now: Date): Date | undefined {
  const ends = tallies
    .map(tally => tally.blockedUntil)
    .filter(until => until !== null && until > now);
  return ends.reduce<Date | undefined>(
    (latest, until) =>
      until !== null && (latest === undefined || until > latest) ? until : latest,
    undefined,
  );
}

/** Counts an attempt as failed before its outcome is known. */
export function countAttempt(tally: Tally, maxFailures: number, now: Date): Tally {
  const since = addMs(now, -WINDOW_MS);
  const failedAt = [...tally.failedAt.filter(at => at > since), now];
  return {
    subject: tally.subject,
    failedAt,
    blockedUntil: failedAt.length >= maxFailures ? addMs(now, BLOCK_MS) : null,
  };
}

/** Removes one attempt that succeeded; other failures stay counted. */
export function uncountAttempt(tally: Tally, countedAt: Date): Tally {
  const index = tally.failedAt.findIndex(at => at.getTime() === countedAt.getTime());
  if (index === -1) return tally;
  return { ...tally, failedAt: tally.failedAt.toSpliced(index, 1), blockedUntil: null };
}
