import { access, constants, mkdir } from 'node:fs/promises';
import { statement } from '../database/tx.js';
import type { Platform } from '../platform.js';

/** A check that takes longer has failed. */
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

/** The endpoint is public and unlimited, so its checks run at most once in this time. */
const REUSE_MS = 1_000;

/** Callers share the outcome of a check while it runs and for a second after its start. */
function shared(check: (platform: Platform) => Promise<unknown>) {
  const latest = new WeakMap<Platform, { begun: number; outcome: Promise<boolean> }>();
  return (platform: Platform): Promise<boolean> => {
    const known = latest.get(platform);
    if (known && performance.now() - known.begun < REUSE_MS) return known.outcome;
    const outcome = passes(() => check(platform));
    latest.set(platform, { begun: performance.now(), outcome });
    return outcome;
  };
}

export const databaseAnswers = shared(({ db }) => statement(db, 'select 1 where $1', [true]));

export const cacheAnswers = shared(({ cache, bus }) => Promise.all([cache.ping(), bus.ping()]));

const storageAnswers = shared(async ({ config }) => {
  await mkdir(config.dataDir, { recursive: true });
  await access(config.dataDir, constants.W_OK);
});

export async function checkAll(platform: Platform): Promise<Checks> {
  const [database, cache, storage] = await Promise.all([
    databaseAnswers(platform),
    cacheAnswers(platform),
    storageAnswers(platform),
  ]);
  return { database, cache, storage };
}
