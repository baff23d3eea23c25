import { BY_KEY, BY_STATE, ENTRIES, inDatabase, result, VALUES } from '../database.js';
import type { PaperRow } from '../paper/rows.js';
import { hashOf, type Link, plain, tillNumber } from './chain.js';
import { entryTime } from './clock.js';
import { asRefusal, busy, notReady, otherTill } from './refusals.js';

export type Kind =
  | 'sale'
  | 'return'
  | 'shift_open'
  | 'shift_close'
  | 'drawer_open'
  | 'cash_in'
  | 'cash_out'
  | 'payment';

/**
 * `open`: the service was asked before the cashier sees the result, and may refuse it.
 * `waiting`: done, and to be sent. `held`: the service keeps it for a manager. `closed`: done, and to be
 * written into the open chain, because a manager has closed its own before it arrived.
 */
export type State = 'open' | 'waiting' | 'sent' | 'held' | 'closed';

/**
 * Counters of this device never begin again, those of a chain do: `base` is the counter of this device
 * before the first one of the chain. Absent in the first chain.
 */
export type InChain = { chain?: number; base?: number };

export const chainOf = ({ chain = 1 }: InChain): number => chain;

/** The counter in the chain, which the service knows. */
export const placeOf = ({ counter, base = 0 }: InChain & { counter: number }): number =>
  counter - base;

/** A line of a sale with what it cost, for a return without a connection. */
export type SoldGoods = {
  sku: string;
  name: string;
  unit: string;
  /** In steps. */
  quantity: number;
  netMinor: number;
  taxMinor: number;
  /** For a bundle: how many lines the service makes of it. */
  parts?: number;
};

export type Entry = Link &
  InChain & {
    terminal: string;
    hash: string;
    kind: Kind;
    /** Key of the payment or form that made it: a repeated attempt is the same entry. */
    key: string;
    state: State;
    /** Number of the sale; null for other entries. */
    number: string | null;
    /** For the list of unsent entries. */
    about: { total: string | null; employeeName: string };
    /** Goods of a sale; they stay on the device. */
    goods?: SoldGoods[];
    /** What the customer got for it, for a second print without a connection; stays on the device. */
    paper?: PaperRow[];
    reason?: string | null;
    message?: string | null;
    transactionId?: string | null;
    /** Nobody was told that it is done: if its chain is closed, it is not written again. */
    isForgotten?: boolean;
  };

export type JournalHead = InChain & {
  counter: number;
  hash: string;
  at: string;
  sales: number;
};

export type Tables = (name: string) => IDBObjectStore;

/** Recent sales and returns, and the entries in which they are looked for. */
const MOST_RECENT = 20;
const MOST_LOOKED_AT = 200;
const PAPER_KINDS: ReadonlySet<Kind> = new Set(['sale', 'return']);

const HEADS = 'journal:';
const headKey = (terminal: string): string => `${HEADS}${terminal}`;

export const readHead = (table: Tables, terminal: string): Promise<JournalHead | undefined> =>
  result<JournalHead | undefined>(table(VALUES).get(headKey(terminal)));

export const writeHead = (table: Tables, terminal: string, head: JournalHead): void => {
  table(VALUES).put(head, headKey(terminal));
};

/** In the order of their counters. */
export const entriesIn = (table: Tables, terminal: string, state: State): Promise<Entry[]> =>
  result<Entry[]>(table(ENTRIES).index(BY_STATE).getAll([terminal, state]));

/** Entries from a counter on, in their order. */
export const entriesFrom = (
  table: Tables,
  terminal: string,
  counter: number,
  most?: number,
): Promise<Entry[]> => {
  const range = IDBKeyRange.bound([terminal, counter], [terminal, Number.MAX_SAFE_INTEGER]);
  return result<Entry[]>(table(ENTRIES).getAll(range, most));
};

const entryByKey = (table: Tables, key: string): Promise<Entry | undefined> =>
  result<Entry | undefined>(table(ENTRIES).index(BY_KEY).get(key));

export type NewEntry = {
  terminal: string;
  key: string;
  kind: Kind;
  data: Record<string, unknown>;
  state: 'open' | 'waiting';
  about: Entry['about'];
  goods?: SoldGoods[];
  /** Made with the number, counter and time that the entry gets. */
  paperFor?: (made: Entry) => PaperRow[];
};

/**
 * Writes the next entry; it is on disk when this resolves. Tabs take turns, because the counter is
 * read and written in one transaction. The same key twice is one entry.
 */
export async function append(entry: NewEntry): Promise<{ entry: Entry; isNew: boolean }> {
  try {
    return await inDatabase('readwrite', async table => {
      const known = await entryByKey(table, entry.key);
      if (known !== undefined) {
        const isAsked = known.state === 'open' && known.terminal !== entry.terminal;
        if (isAsked) throw otherTill(known.terminal);
        return { entry: known, isNew: false };
      }
      const head = await readHead(table, entry.terminal);
      if (head === undefined) throw notReady();
      if ((await entriesIn(table, entry.terminal, 'open')).length > 0) throw busy();
      return { entry: put(table, entry, head), isNew: true };
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

/** An error in the paper must not lose the entry; the service prints the receipt once it has the entry. */
function paperOf(made: Entry, paperFor: NewEntry['paperFor']): PaperRow[] | undefined {
  try {
    return paperFor?.(made);
  } catch {
    return undefined;
  }
}

function put(table: Tables, { data, paperFor, ...entry }: NewEntry, head: JournalHead): Entry {
  const isSale = entry.kind === 'sale';
  const sales = head.sales + (isSale ? 1 : 0);
  const number = isSale ? tillNumber(entry.terminal, sales) : null;
  const made: Entry = {
    ...entry,
    ...linkTo(head, {
      kind: entry.kind,
      occurred_at: entryTime(head.at, entry.state === 'open'),
      data: plain(number === null ? data : { ...data, number }),
    }),
    number,
  };
  const paper = paperOf(made, paperFor);
  if (paper !== undefined) made.paper = paper;
  table(ENTRIES).put(made);
  const { counter, occurred_at: at, hash } = made;
  writeHead(table, entry.terminal, { ...head, counter, hash, at, sales });
  return made;
}

type Content = { kind: Kind; occurred_at: string; data: Record<string, unknown> };

/** The fields that an entry gets from its place behind the head. */
function linkTo({ counter, hash: previous_hash, chain, base }: JournalHead, content: Content) {
  const own = { ...content, counter: counter + 1, previous_hash };
  const link = { ...own, counter: placeOf({ counter: own.counter, base }) };
  return { ...own, hash: hashOf(link), ...(chain !== undefined && { chain, base }) };
}

/**
 * Writes entries of a closed chain again, behind the head of the open one: with their own numbers and
 * times, but other counters and hashes. An entry that the service was asked for stays open.
 */
export function writeAgain(table: Tables, entries: readonly Entry[], head: JournalHead): Entry[] {
  let last = head;
  const written = entries.map(entry => {
    const { kind, occurred_at, data, state } = entry;
    const moved: Entry = {
      ...entry,
      ...linkTo(last, { kind, occurred_at, data: plain(data) }),
      state: state === 'closed' ? 'waiting' : state,
    };
    table(ENTRIES).delete([entry.terminal, entry.counter]);
    table(ENTRIES).put(moved);
    last = { ...last, counter: moved.counter, hash: moved.hash };
    return moved;
  });
  const [first] = entries;
  if (first !== undefined) writeHead(table, first.terminal, last);
  return written;
}

/** Writes what became of an entry. */
export const settle = (entry: Entry, changes: Partial<Entry> & { state: State }): Promise<void> =>
  inDatabase('readwrite', async table => {
    table(ENTRIES).put({ ...entry, ...changes });
  });

/** Takes back an open entry that the service has refused: its counter and number are free again. */
export const takeBack = (entry: Entry): Promise<void> =>
  inDatabase('readwrite', async table => {
    const head = await readHead(table, entry.terminal);
    if (head?.counter !== entry.counter) return;
    undo(table, entry, head);
  });

export function undo(table: Tables, entry: Entry, head: JournalHead): void {
  table(ENTRIES).delete([entry.terminal, entry.counter]);
  writeHead(table, entry.terminal, {
    ...head,
    counter: entry.counter - 1,
    hash: entry.previous_hash,
    at: '',
    sales: head.sales - (entry.kind === 'sale' ? 1 : 0),
  });
}

/** Entries of all tills that have not arrived: waiting ones and those of closed chains. */
const unsentIn = async (table: Tables, terminal: string): Promise<Entry[]> =>
  (
    await Promise.all(
      (['waiting', 'closed'] as const).map(state => entriesIn(table, terminal, state)),
    )
  ).flat();

/** Unsent entries of all tills as which this device was signed in. */
export const unsentEntries = (): Promise<Entry[]> =>
  inDatabase('readonly', async table => {
    const heads = IDBKeyRange.bound(HEADS, `${HEADS}\uffff`);
    const keys = await result(table(VALUES).getAllKeys(heads));
    const tills = keys.map(key => String(key).slice(HEADS.length));
    return (await Promise.all(tills.map(till => unsentIn(table, till)))).flat();
  });

/**
 * The service keeps it apart from the chain: another device has used its counter or an earlier one, or
 * its counter or number is far from the others.
 */
export const isOffChain = ({ state, reason }: Entry): boolean =>
  state === 'held' && (reason?.startsWith('CHAIN_') === true || reason?.endsWith('_jump') === true);

/** Whether the till does not know where its journal stands, or stands on a branch that is held. */
export const isLost = (terminal: string): Promise<boolean> =>
  inDatabase('readonly', async table => {
    const head = await readHead(table, terminal);
    if (head === undefined) return true;
    const [last] = await entriesFrom(table, terminal, head.counter, 1);
    return last?.hash === head.hash && isOffChain(last);
  });

/** The last sales and returns of a till, newest first. */
export const recentPapers = (terminal: string): Promise<Entry[]> =>
  inDatabase('readonly', async table => {
    const head = await readHead(table, terminal);
    const entries = await entriesFrom(table, terminal, (head?.counter ?? 0) - MOST_LOOKED_AT + 1);
    return entries
      .filter(({ kind, state }) => PAPER_KINDS.has(kind) && state !== 'open')
      .reverse()
      .slice(0, MOST_RECENT);
  });
