/**
 * What the state of the register needs of a browser, in memory: localStorage and IndexedDB. Import it
 * before any module of `web/register/state`.
 */
type Key = string | number | Key[];
type Row = { key: Key; value: unknown };
type Range = { lower: Key; upper: Key };
type KeyPath = string | string[];
type Request = { onsuccess?: () => void; onerror?: () => void; result?: unknown; error?: unknown };

function compare(a: Key, b: Key): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    const at = a.findIndex((part, i) => b[i] === undefined || compare(part, b[i]) !== 0);
    if (at === -1) return a.length - b.length;
    return compare(a[at] as Key, b[at] ?? '');
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const isIn = (key: Key, range?: Key | Range): boolean => {
  if (range === undefined) return true;
  if (typeof range === 'object' && 'lower' in range) {
    return compare(range.lower, key) <= 0 && compare(key, range.upper) <= 0;
  }
  return compare(key, range) === 0;
};

const keyOf = (value: unknown, path: KeyPath): Key => {
  const record = value as Record<string, Key>;
  return Array.isArray(path) ? path.map(name => record[name] ?? '') : (record[path] ?? '');
};

class Table {
  rows = new Map<string, Row>();
  readonly indexes = new Map<string, KeyPath>();

  constructor(readonly keyPath?: KeyPath) {}

  sorted(): Row[] {
    return [...this.rows.values()].sort((a, b) => compare(a.key, b.key));
  }
}

/** One at a time. It ends when its last request has been answered and no other follows. */
class Transaction {
  oncomplete?: () => void;
  onabort?: () => void;
  error = null;
  private requests: { request: Request; run: () => unknown }[] = [];
  private state: 'open' | 'aborted' | 'done' = 'open';

  constructor(private readonly tables: Map<string, Table>) {}

  private ask(run: () => unknown): Request {
    if (this.state !== 'open') throw new DOMException('ended', 'TransactionInactiveError');
    const request: Request = {};
    this.requests.push({ request, run });
    return request;
  }

  objectStore(name: string) {
    const table = this.tables.get(name) ?? new Table();
    const read = (rows: () => Row[]) => ({
      get: (key: Key) =>
        this.ask(() => structuredClone(rows().find(row => isIn(row.key, key))?.value)),
      getAll: (range?: Key | Range, most?: number) =>
        this.ask(() =>
          rows()
            .filter(row => isIn(row.key, range))
            .slice(0, most)
            .map(row => structuredClone(row.value)),
        ),
      getAllKeys: (range?: Key | Range) =>
        this.ask(() => rows().flatMap(row => (isIn(row.key, range) ? [row.key] : []))),
    });
    return {
      ...read(() => table.sorted()),
      index: (index: string) => {
        const path = table.indexes.get(index) ?? '';
        return read(() => table.sorted().map(({ value }) => ({ key: keyOf(value, path), value })));
      },
      put: (value: unknown, own?: Key) =>
        this.ask(() => {
          const key = table.keyPath === undefined ? (own ?? '') : keyOf(value, table.keyPath);
          table.rows.set(JSON.stringify(key), { key, value: structuredClone(value) });
        }),
      delete: (range: Key | Range) =>
        this.ask(() => {
          for (const { key } of table.sorted()) {
            if (isIn(key, range)) table.rows.delete(JSON.stringify(key));
          }
        }),
    };
  }

  abort(): void {
    if (this.state !== 'open') throw new DOMException('ended', 'InvalidStateError');
    this.state = 'aborted';
  }

  async run(): Promise<void> {
    const before = [...this.tables.values()].map(table => [table, new Map(table.rows)] as const);
    await nextIteration();
    while (this.state === 'open' && this.requests.length > 0) {
      const next = this.requests.shift();
      if (next === undefined) break;
      next.request.result = next.run();
      next.request.onsuccess?.();
      await nextIteration();
    }
    if (this.state === 'aborted') {
      for (const [table, rows] of before) table.rows = rows;
      this.onabort?.();
      return;
    }
    this.state = 'done';
    this.oncomplete?.();
  }
}

const nextIteration = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

class Database {
  readonly tables = new Map<string, Table>();
  private last = Promise.resolve();

  readonly objectStoreNames = { contains: (name: string) => this.tables.has(name) };

  createObjectStore(name: string, { keyPath }: { keyPath?: KeyPath } = {}) {
    const table = new Table(keyPath);
    this.tables.set(name, table);
    return { createIndex: (index: string, path: KeyPath) => table.indexes.set(index, path) };
  }

  transaction(): Transaction {
    const transaction = new Transaction(this.tables);
    this.last = this.last.then(() => transaction.run());
    return transaction;
  }
}

const database = new Database();
const values = new Map<string, string>();

const browser: Record<string, unknown> = {
  localStorage: {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, text: string) => void values.set(name, text),
  },
  indexedDB: {
    open: () => {
      const request: Request & { onupgradeneeded?: () => void } = { result: database };
      setImmediate(() => {
        if (database.tables.size === 0) request.onupgradeneeded?.();
        request.onsuccess?.();
      });
      return request;
    },
  },
  IDBKeyRange: { bound: (lower: Key, upper: Key): Range => ({ lower, upper }) },
  addEventListener: () => undefined,
  navigator: { userAgent: 'Node.js' },
};
for (const [name, value] of Object.entries(browser)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
