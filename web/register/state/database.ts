/** IndexedDB: `values` by key, and the entries of this till's journal. */
const NAME = 'tillhouse-register';
const VERSION = 2;

export const VALUES = 'values';
export const ENTRIES = 'entries';
/** Indexes of entries: by their key, and by till and state. */
export const BY_KEY = 'key';
export const BY_STATE = 'state';

let opening: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> => {
  opening ??= connect().catch(error => {
    opening = undefined;
    throw error;
  });
  return opening;
};

const connect = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      const has = (name: string): boolean => result.objectStoreNames.contains(name);
      if (!has(VALUES)) result.createObjectStore(VALUES);
      if (has(ENTRIES)) return;
      const entries = result.createObjectStore(ENTRIES, { keyPath: ['terminal', 'counter'] });
      entries.createIndex(BY_KEY, 'key', { unique: true });
      entries.createIndex(BY_STATE, ['terminal', 'state']);
    };
    request.onsuccess = () => {
      const { result } = request;
      // A tab with a newer release waits until the older ones let go.
      result.onversionchange = () => {
        result.close();
        opening = undefined;
      };
      result.onclose = () => {
        opening = undefined;
      };
      resolve(result);
    };
    request.onerror = () => reject(request.error);
  });

export const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Runs `work` in one transaction over all tables: other tabs wait, and a failure undoes all of it.
 * Resolves when the data is on disk. `work` must wait for nothing but its own requests.
 */
export async function inDatabase<Value>(
  mode: IDBTransactionMode,
  work: (table: (name: string) => IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const transaction = (await open()).transaction([VALUES, ENTRIES], mode, { durability: 'strict' });
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('transaction aborted'));
    transaction.onerror = () => reject(transaction.error);
  });
  // Set aside until `work` has ended, which fails with the better reason.
  finished.catch(() => undefined);
  try {
    const value = await work(name => transaction.objectStore(name));
    await finished;
    return value;
  } catch (error) {
    if (transaction.error === null) abort(transaction);
    throw error;
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}
