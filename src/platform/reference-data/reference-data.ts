import { LRUCache } from 'lru-cache';
import type { Reader } from '../database/tx.js';
import { Failure } from '../http/failure.js';
import { readVersion } from './repository.js';

/** Enough for the prices of 50,000 variants besides settings and rates. */
const MOST_VALUES = 60_000;
/** A price list that is being imported raises the version many times a second. */
const MOST_ATTEMPTS = 10;

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
  /** Asks the database whether the version is still that of the snapshot. */
  isCurrent(snapshot: ReferenceSnapshot): Promise<boolean>;
};

export function createReferenceData(db: Reader): ReferenceData {
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
    isCurrent: async snapshot => (await readVersion(db)) === snapshot.version,
  };
}

function createSnapshot(version: string): ReferenceSnapshot {
  const values = new LRUCache<string, Promise<object | null>>({ max: MOST_VALUES });
  return {
    version,
    remember: <T extends object | null>(key: string, load: () => Promise<T>): Promise<T> => {
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
  for (let attempt = 1; ; attempt += 1) {
    const data = await referenceData.current();
    try {
      return await work(data);
    } catch (error) {
      if (!(error instanceof StaleReferenceData)) throw error;
      referenceData.forget(data);
      if (attempt === MOST_ATTEMPTS) {
        throw new Failure('unavailable', 'BUSY', 'Prices are changing. Please try again.');
      }
    }
  }
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
