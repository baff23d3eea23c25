import { LRUCache } from 'lru-cache';
import { atomically, type Db } from '../database/tx.js';
import { joinedTx } from '../database/tx-scope.js';
import { Failure } from '../http/failure.js';
import { Semaphore } from '../semaphore.js';
import { holdVersion, readVersion } from './repository.js';

/** Enough for the prices of 50,000 variants besides settings and rates. */
const MOST_VALUES = 60_000;
/** Beyond these attempts the version is held, because something changes it many times a second. */
const FREE_ATTEMPTS = 4;

/**
 * Configuration, prices, promotions and rates as of one version. The version is read before any
 * value: a value may be newer than its version, and then the comparison in the writing statement
 * fails, but never older.
 */
export type ReferenceSnapshot = {
  readonly version: string;
  /**
   * The value under this key, loaded once per version. It must depend on the key alone: not on the
   * time, the caller, or anything that sales change. Load before a transaction opens, because a load
   * takes a connection of its own.
   */
  remember<T extends object | null>(key: string, load: () => Promise<T>): Promise<T>;
};

/** A statement found another version than the one its values were read under, and wrote nothing. */
export class StaleReferenceData extends Error {
  constructor() {
    super('reference data changed since it was read');
  }
}

export type ReferenceData = {
  current(): Promise<ReferenceSnapshot>;
  /** Drops a snapshot that turned out to be outdated. A newer one stays. */
  forget(snapshot: ReferenceSnapshot): void;
  /**
   * Runs work on fresh data that cannot change meanwhile: commits of changes wait for it. One call
   * at a time on each node, because the lock takes a connection beside those of the work.
   */
  holding<T>(work: (data: ReferenceSnapshot) => Promise<T>): Promise<T>;
  /** Asks the database whether the version is still that of the snapshot. */
  isCurrent(snapshot: ReferenceSnapshot): Promise<boolean>;
};

export function createReferenceData(db: Db): ReferenceData {
  const oneAtATime = new Semaphore({ permits: 1 });
  let latest: Promise<ReferenceSnapshot> | undefined;
  let known: ReferenceSnapshot | undefined;
  const take = async (): Promise<ReferenceSnapshot> => {
    const snapshot = createSnapshot(await readVersion(db));
    known = snapshot;
    return snapshot;
  };
  return {
    current: () => {
      if (latest === undefined) {
        const reading = take();
        latest = reading;
        reading.catch(() => {
          if (latest === reading) latest = undefined;
        });
      }
      return latest;
    },
    forget: snapshot => {
      if (known !== snapshot) return;
      known = undefined;
      latest = undefined;
    },
    holding: work =>
      oneAtATime.run(() => atomically(db, async tx => work(createSnapshot(await holdVersion(tx))))),
    isCurrent: async snapshot => (await readVersion(db)) === snapshot.version,
  };
}

function createSnapshot(version: string): ReferenceSnapshot {
  const values = new LRUCache<string, Promise<object | null>>({ max: MOST_VALUES });
  return {
    version,
    remember: <T extends object | null>(key: string, load: () => Promise<T>): Promise<T> => {
      // Within a transaction a load sees changes that may never be committed.
      if (joinedTx() !== undefined) return load();
      const found = values.get(key) as Promise<T> | undefined;
      if (found) return found;
      const loading = load();
      values.set(key, loading);
      loading.catch(() => {
        if (values.peek(key) === loading) values.delete(key);
      });
      return loading;
    },
  };
}

/** Runs work on the current reference data, and again on fresh data if it was outdated. */
export async function withReferenceData<T>(
  { referenceData }: { referenceData: ReferenceData },
  work: (data: ReferenceSnapshot) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= FREE_ATTEMPTS; attempt += 1) {
    const data = await referenceData.current();
    try {
      return await work(data);
    } catch (error) {
      if (!(error instanceof StaleReferenceData)) throw error;
      referenceData.forget(data);
    }
  }
  return referenceData.holding(work);
}

/**
 * A statement that writes compares the version, a refusal writes nothing: it stands only if the
 * version is still current. The work must have committed nothing when it refuses.
 */
export async function refuseOnCurrentData<T>(
  { referenceData }: { referenceData: ReferenceData },
  data: ReferenceSnapshot,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && !(await referenceData.isCurrent(data))) {
      throw new StaleReferenceData();
    }
    throw error;
  }
}
