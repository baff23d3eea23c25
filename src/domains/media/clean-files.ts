import { HOUR_MS } from '../../platform/clock.js';
import { UNFINISHED } from '../../platform/files/index.js';
import type { Platform } from '../../platform/platform.js';
import { knownKeys } from './repository.js';
import { FILE_NAME } from './rules.js';

/** An upload takes seconds, so files of that age without a record belong to none. */
const ABANDONED_MS = HOUR_MS;
const BATCH = 1_000;

/** Removes the files of interrupted uploads and deletions. */
export async function cleanFiles({ db, files, clock, log }: Platform): Promise<void> {
  const latest = clock.now().getTime() - ABANDONED_MS;
  let removed = 0;
  let batch: string[] = [];
  const clean = async (): Promise<void> => {
    const keys = new Set(batch.flatMap(name => keyOf(name) ?? []));
    const known = await knownKeys(db, [...keys]);
    const orphans = batch.filter(name => !known.has(keyOf(name) ?? ''));
    await files.remove(orphans);
    removed += orphans.length;
    batch = [];
  };
  for await (const { name, writtenAt } of files.list()) {
    if (writtenAt.getTime() > latest) continue;
    if (name.endsWith(UNFINISHED) || FILE_NAME.test(name)) batch.push(name);
    if (batch.length >= BATCH) await clean();
  }
  await clean();
  if (removed > 0) log.info({ removed }, 'removed files that belong to no picture');
}

/** Undefined for the file of an interrupted write. */
const keyOf = (name: string): string | undefined => FILE_NAME.exec(name)?.[1];
