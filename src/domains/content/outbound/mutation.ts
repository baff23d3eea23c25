import { randomBytes } from 'node:crypto';
import { CacheUnavailable, invalidate } from '../../../platform/cache/index.js';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import type { Connector, Write, Written } from '../connectors/connector.js';
import { failMutation, finishMutation, insertMutation, type Since } from './mutation-repository.js';

/** Longer than any write takes; the flag of a crashed node expires after this time. */
const RUNNING_MS = 30 * SECOND_MS;
const DELETED_MS = 10 * MINUTE_MS;

const flagKey = (documentId: string): string => `content:mutating:${documentId}`;

const newRev = (): string => randomBytes(12).toString('hex');

/**
 * Writes documents so that their webhooks can be recognized as our own. The revision id is chosen
 * here and logged before the write; a flag in the cache marks the document until the write is over.
 */
export async function mutate(
  platform: Platform,
  connector: Connector,
  writes: readonly Write[],
): Promise<Written[]> {
  const { db, clock } = platform;
  const rev = newRev();
  const flags = writes.map(({ id }) => flagKey(id));
  await setFlags(platform, flags, rev);
  await insertMutation(db, rev, writes, clock.now());
  try {
    const written = await connector.write(rev, writes);
    await finishMutation(db, rev, written, clock.now());
    return written;
  } catch (error) {
    const status = writes.length > 1 ? 'retried' : 'failed';
    await failMutation(db, rev, status, reasonOf(error), clock.now());
    throw error;
  } finally {
    await invalidate(platform.cache, ...flags);
  }
}

/** Does nothing without a cache: the mutation log also shows running writes. */
async function setFlags({ cache }: Platform, flags: readonly string[], rev: string): Promise<void> {
  try {
    await Promise.all(flags.map(flag => cache.setText(flag, rev, RUNNING_MS / SECOND_MS)));
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
  }
}

export const DETECTION_METHODS = ['cache', 'database'] as const;
export type Detection = { method: (typeof DETECTION_METHODS)[number]; isOwn: boolean };

/** Earliest start of a write that may still run, and of a deletion with an open webhook. */
export const mutationsSince = (now: Date): Since => ({
  running: addMs(now, -RUNNING_MS),
  deleted: addMs(now, -DELETED_MS),
});

/** The revision of a running write of the document, according to the cache. */
export async function flagOf({ cache }: Platform, documentId: string): Promise<string | undefined> {
  try {
    return await cache.getText(flagKey(documentId));
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
    return undefined;
  }
}

/** The error message for staff, 500 characters at most. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
