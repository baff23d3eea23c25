import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { projectRoot } from '../../../src/platform/root.js';
import type { Dice } from '../../support/dice.js';
import type { Network } from './network.js';
import type { PaidSale, TillPage } from './till-page.js';

/** The register's modules as one script, which each page runs in a realm of its own. */
export async function registerScript(): Promise<vm.Script> {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'test/faults/tills/page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'register',
    platform: 'browser',
    jsx: 'automatic',
    alias: { '@tillhouse/client': join(projectRoot, 'packages/client/src/index.ts') },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return new vm.Script(`${outputFiles[0]?.text ?? ''}\nregister.page;`);
}

export class Killed extends Error {}

const SALE = 'tillhouse.register.sale';

export type DeviceOptions = {
  script: vm.Script;
  random: Dice;
  network: Network;
  /** How far the clock of the device is from that of this machine. */
  skewMs: number;
  onPaid: (sale: PaidSale) => void;
};

/** A tablet: what it stores outlives its pages. */
export class Device {
  /** A page ends with this chance before or after anything it does outside of itself. */
  killChance = 0;
  /** Added to the clock, for a day that passes faster than it does here. */
  shiftMs = 0;
  pages = 0;
  readonly values = new Map<string, string>();
  readonly databases = new IDBFactory();
  private page: Page | undefined;

  constructor(readonly options: DeviceOptions) {}

  /** The page on the screen, after a reload if the last one has ended. */
  current(): Page {
    if (this.page?.isAlive !== true) {
      this.pages += 1;
      this.page = new Page(this);
    }
    return this.page;
  }

  reload(): void {
    this.page?.end();
  }

  now(): number {
    return Date.now() + this.options.skewMs + this.shiftMs;
  }

  store(name: string, text: string): void {
    this.values.set(name, text);
    if (name === SALE) this.noteSale(text);
  }

  /** The cashier sees "Paid" once this is stored, whether or not the page lives on. */
  private noteSale(text: string): void {
    const { done } = JSON.parse(text) as StoredSale;
    if (done === null) return;
    this.options.onPaid({
      note: done.basket.note,
      number: done.tillNumber,
      totalMinor: done.totalMinor,
      cashMinor: done.tenders.reduce(
        (sum, { name, amountMinor }) => sum + (name === 'Cash' ? amountMinor : 0),
        0,
      ),
      lines: done.basket.lines.map(({ good, quantity }) => ({ sku: good.sku, quantity })),
    });
  }
}

type StoredSale = {
  done: {
    tillNumber: string;
    totalMinor: number;
    tenders: { name: string; amountMinor: number }[];
    basket: { note: string; lines: { good: { sku: string }; quantity: number }[] };
  } | null;
};

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** One life of the register, from its load to a reload, a crash or an empty battery. */
export class Page {
  isAlive = true;
  private readonly register: TillPage;
  private readonly transactions = new Set<{ abort(): void }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private died: () => void = () => undefined;
  private readonly death = new Promise<'ended'>(resolve => {
    this.died = () => resolve('ended');
  });

  constructor(private readonly device: Device) {
    const context = vm.createContext(this.browser());
    vm.runInContext(CLOCK, context);
    this.register = device.options.script.runInContext(context) as TillPage;
  }

  /** Runs until it is done or the page has ended; what an ended page does changes nothing. */
  async run<T>(work: (register: TillPage) => Promise<T>): Promise<T> {
    const outcome = await Promise.race([
      work(this.register).then(
        value => ({ value }),
        (error: unknown) => ({ error }),
      ),
      this.death,
    ]);
    if (outcome === 'ended' || !this.isAlive) throw new Killed('the page has ended');
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  see<T>(look: (register: TillPage) => T): T {
    return look(this.register);
  }

  /** From now on nothing reaches the device or the network, and unfinished writes are undone. */
  end(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const timer of this.timers) clearInterval(timer);
    for (const transaction of this.transactions) abort(transaction);
    this.died();
  }

  /** A moment at which the page may end. */
  private touch(): void {
    if (!this.isAlive) throw new Killed('the page has ended');
    if (!this.device.options.random.chance(this.device.killChance)) return;
    this.end();
    throw new Killed('the page has ended');
  }

  private browser(): Record<string, unknown> {
    const { device } = this;
    return {
      ...PLATFORM,
      nowMs: () => device.now(),
      localStorage: {
        getItem: (name: string) => device.values.get(name) ?? null,
        setItem: (name: string, text: string) => {
          this.touch();
          device.store(name, text);
          this.touch();
        },
        removeItem: (name: string) => {
          this.touch();
          device.values.delete(name);
        },
      },
      indexedDB: { open: (name: string, version: number) => this.openDatabase(name, version) },
      fetch: (input: Request | string, init?: RequestInit) => this.fetch(input, init),
      setInterval: (run: () => void, ms: number) => {
        // Code of an ended page runs on until it waits for something outside.
        if (!this.isAlive) return undefined;
        const timer = setInterval(run, ms);
        this.timers.add(timer);
        return timer;
      },
      clearInterval: (timer: NodeJS.Timeout) => clearInterval(timer),
    };
  }

  private openDatabase(name: string, version: number): OpenRequest {
    const request = this.device.databases.open(name, version) as unknown as OpenRequest;
    request.addEventListener('success', () => {
      const database = request.result;
      const begin = database.transaction.bind(database);
      database.transaction = (...wanted) => {
        this.touch();
        const transaction = begin(...wanted);
        this.transactions.add(transaction);
        transaction.addEventListener('complete', () => {
          this.transactions.delete(transaction);
          // It is on disk, and the page may end before it knows.
          if (this.device.options.random.chance(this.device.killChance)) this.end();
        });
        return transaction;
      };
    });
    return request;
  }

  private async fetch(input: Request | string, init?: RequestInit): Promise<Response> {
    this.touch();
    const { network, random } = this.device.options;
    const sending = network.send(input, init).catch((error: unknown) => {
      if (this.isAlive) throw error;
      return never<Response>();
    });
    // The request arrives although its page has ended.
    if (random.chance(this.device.killChance)) this.end();
    const answer = await sending;
    if (!this.isAlive) return never();
    this.touch();
    return answer;
  }
}

type Transaction = {
  abort(): void;
  addEventListener(name: 'complete', run: () => void): void;
};
type OpenRequest = {
  result: { transaction: (...wanted: unknown[]) => Transaction };
  addEventListener(name: 'success', run: () => void): void;
};

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed, so it reaches the disk.
  }
}

/** The clock of the device instead of that of this machine. */
const CLOCK = `{
  const Machine = Date;
  globalThis.Date = class Date extends Machine {
    constructor(...parts) { super(...(parts.length === 0 ? [nowMs()] : parts)); }
    static now() { return nowMs(); }
  };
}`;

/** Parts of a browser that keep nothing. */
const PLATFORM = {
  IDBKeyRange,
  Request,
  Response,
  Headers,
  URL,
  URLSearchParams,
  AbortController,
  AbortSignal,
  DOMException,
  FormData,
  TextEncoder,
  TextDecoder,
  crypto,
  console,
  setTimeout,
  clearTimeout,
  queueMicrotask,
  addEventListener: () => undefined,
  navigator: { userAgent: 'Node.js' },
  document: { documentElement: { lang: 'en' } },
  location: { origin: 'http://till.invalid', pathname: '/', search: '', hash: '' },
};
