import { access, constants, mkdir } from 'node:fs/promises';
import { statement } from '../database/tx.js';
import type { Platform } from '../platform.js';

/** A check that hangs is a check that failed. */
const CHECK_TIMEOUT_MS = 1_500;

export type Checks = { database: boolean; cache: boolean; storage: boolean };

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const outcome = check().then(
    () => true,
    () => false,
  );
  return Promise.race([outcome, tooLate]).finally(() => clearTimeout(timer));
}

export const databaseAnswers = (platform: Platform): Promise<boolean> =>
  passes(() => statement(platform.db, 'select 1 where $1', [true]));

export const cacheAnswers = (platform: Platform): Promise<boolean> =>
  passes(() => Promise.all([platform.cache.ping(), platform.bus.ping()]));

export async function checkAll(platform: Platform): Promise<Checks> {
  const [database, cache, storage] = await Promise.all([
    databaseAnswers(platform),
    cacheAnswers(platform),
    passes(async () => {
      await mkdir(platform.config.dataDir, { recursive: true });
      await access(platform.config.dataDir, constants.W_OK);
    }),
  ]);
  return { database, cache, storage };
}
