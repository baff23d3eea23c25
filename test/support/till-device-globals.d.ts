/** The part of the browser that `till-device.ts` offers; these tests are compiled without its types. */
declare const localStorage: {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
};
declare function addEventListener(
  type: string,
  listener: (event: { key: string | null }) => void,
): void;
declare const navigator: object;
interface StorageManager {
  persist(): Promise<boolean>;
}

type IDBTransactionMode = 'readonly' | 'readwrite';
interface IDBRequest<Value = unknown> {
  readonly result: Value;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface IDBOpenDBRequest extends IDBRequest<IDBDatabase> {
  onupgradeneeded: (() => void) | null;
}
interface IDBIndex {
  get(key: unknown): IDBRequest<never>;
  getAll(key?: unknown, most?: number): IDBRequest<never>;
}
interface IDBObjectStore extends IDBIndex {
  getAllKeys(range?: IDBKeyRange): IDBRequest<string[]>;
  put(value: unknown, key?: string): IDBRequest;
  delete(key: unknown): IDBRequest;
  index(name: string): IDBIndex;
  createIndex(name: string, path: string | string[], options?: { unique: boolean }): IDBIndex;
}
interface IDBTransaction {
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  onerror: (() => void) | null;
  objectStore(name: string): IDBObjectStore;
  abort(): void;
}
interface IDBDatabase {
  readonly objectStoreNames: { contains(name: string): boolean };
  onversionchange: (() => void) | null;
  onclose: (() => void) | null;
  createObjectStore(name: string, options?: { keyPath: string[] }): IDBObjectStore;
  transaction(
    names: string[],
    mode: IDBTransactionMode,
    options: { durability: 'strict' },
  ): IDBTransaction;
  close(): void;
}
interface IDBKeyRange {
  readonly lower: unknown;
  readonly upper: unknown;
}
declare const IDBKeyRange: { bound(lower: unknown, upper: unknown): IDBKeyRange };
declare const indexedDB: { open(name: string, version: number): IDBOpenDBRequest };

/** React's types, which come with the register's state, declare it empty. Tests in a page use it freely. */
interface Element {
  // biome-ignore lint/suspicious/noExplicitAny: what runs in the page is not checked here
  readonly [member: string]: any;
}
