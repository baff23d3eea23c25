import { randomBytes } from 'node:crypto';
import { CacheUnavailable, invalidate } from '../../../platform/cache/index.js';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import type { Connector, Write, Written } from '../connectors/connector.js';
import {
  failMutations,
  finishMutations,
  insertMutations,
  type Since,
} from './mutation-repository.js';

/** Longer than any write takes; a node that died leaves its flag for no longer than this. */
const RUNNING_MS = 30 * SECOND_MS;
const DELETED_MS = 10 * MINUTE_MS;

const flagKey = (documentId: string): string => `content:mutating:${documentId}`;

const newRev = (): string => randomBytes(12).toString('hex');

/**
 * Writes documents and makes sure that we know our own echo. The revision's name is ours to choose,
 * so the log knows it before the content system does; the flag covers the time until it answers.
 */
export async function mutate(
  platform: Platform,
  connector: Connector,
  writes: readonly Write[],
): Promise<Written[]> {
  const { db, clock } = platform;
  const rev = newRev();
  const flags = writes.map(({ id }) => flagKey(id));
  await raise(platform, flags, rev);
  await insertMutations(db, rev, writes, clock.now());
  try {
    const written = await connector.write(rev, writes);
    await finishMutations(db, rev, written, clock.now());
    return written;
  } catch (error) {
    const status = writes.length > 1 ? 'retried' : 'failed';
    await failMutations(db, rev, status, reasonOf(error), clock.now());
    throw error;
  } finally {
    await invalidate(platform.cache, ...flags);
  }
}

/** Without a cache the log alone tells what is running. */
async function raise({ cache }: Platform, flags: readonly string[], rev: string): Promise<void> {
  try {
    await Promise.all(flags.map(flag => cache.setText(flag, rev, RUNNING_MS / SECOND_MS)));
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
  }
}

export const DETECTION_METHODS = ['cache', 'database'] as const;
export type Detection = { method: (typeof DETECTION_METHODS)[number]; isOwn: boolean };

/** How far back the log is asked for writes that may still be under way or on their way back. */
export const mutationsSince = (now: Date): Since => ({
  running: addMs(now, -RUNNING_MS),
  deleted: addMs(now, -DELETED_MS),
});

/** The revision we are just writing of a document, where the cache knows of one. */
export async function flagOf({ cache }: Platform, documentId: string): Promise<string | undefined> {
  try {
    return await cache.getText(flagKey(documentId));
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
    return undefined;
  }
}

/** What went wrong, in words that may be shown to staff. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
