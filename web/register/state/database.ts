/** A key-value table in IndexedDB, for values too large for localStorage. */
const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('tillhouse-register', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('values');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function run<Result>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction('values', mode).objectStore('values'));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

export const load = <Value>(key: string): Promise<Value | undefined> =>
  run('readonly', table => table.get(key) as IDBRequest<Value | undefined>);

export const save = (key: string, value: unknown): Promise<unknown> =>
  run('readwrite', table => table.put(value, key));
