import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { ENTRIES, inDatabase, result } from '../database.js';
import { plain } from './chain.js';
import { setClock } from './clock.js';
import {
  append,
  chainOf,
  type Entry,
  type NewEntry,
  placeOf,
  settle,
  takeBack,
  unsentEntries,
} from './entries.js';
import { isHeldFull } from './held-full.js';
import { intoOpenChain } from './restarted.js';
import { refreshUnsent } from './unsent.js';

const MOST_ENTRIES = 100;
const FEWEST_ENTRIES = 5;
/** Below the 4 MB that the service takes. */
const MOST_CHARACTERS = 1_000_000;

export type Result = {
  counter: number;
  status: 'accepted' | 'duplicate' | 'held' | 'chain_closed';
  reason: string | null;
  message: string | null;
  transaction_id: string | null;
};

/** An entry that has arrived. */
export type Sent = Result & {
  /** The number that the till gave its sale. */
  tillNumber: string | null;
};

/**
 * An earlier release wrote text that the service refuses with the whole request. Without it the hash
 * does not fit, so the service holds this entry for a manager, and books the others.
 */
const sentFields = (entry: Entry) => ({
  counter: placeOf(entry),
  kind: entry.kind,
  occurred_at: entry.occurred_at,
  data: plain(entry.data),
  previous_hash: entry.previous_hash,
  hash: entry.hash,
});

/** Sends entries of one chain; the results have the counters of this device. */
async function post(
  api: Tillhouse,
  terminal_id: string,
  entries: readonly Entry[],
  may_refuse: boolean,
): Promise<Result[]> {
  const chain = chainOf(entries[0] ?? {});
  const body = { terminal_id, chain, entries: entries.map(sentFields), may_refuse };
  const { results } = await answer(api.POST('/pos/sync/', { body }));
  return results.flatMap(found => {
    const entry = entries.find(one => placeOf(one) === found.counter);
    return entry === undefined ? [] : [{ ...found, counter: entry.counter }];
  });
}

/**
 * Entries in the next request. Fewer after one without an answer: when many tills come back at once,
 * the service books a small batch before the till gives up on it.
 */
let size = MOST_ENTRIES;

/** The next entries in one request. */
function batchOf(waiting: readonly Entry[]): Entry[] {
  let characters = 0;
  const [first] = waiting;
  if (first === undefined) return [];
  const other = waiting.findIndex(entry => chainOf(entry) !== chainOf(first));
  const most = waiting.slice(0, other === -1 ? size : Math.min(size, other));
  const end = most.findIndex(entry => {
    characters += JSON.stringify(entry).length;
    return characters > MOST_CHARACTERS;
  });
  return most.slice(0, end === -1 ? most.length : Math.max(1, end));
}

const note = (entries: readonly Entry[], results: readonly Result[]): Promise<void> =>
  inDatabase('readwrite', async table => {
    for (const found of results) {
      const entry = entries.find(({ counter }) => counter === found.counter);
      if (entry === undefined) continue;
      // Another tab may have taken it back meanwhile.
      const kept = await result<Entry | undefined>(
        table(ENTRIES).get([entry.terminal, entry.counter]),
      );
      if (kept?.hash !== entry.hash) continue;
      const isGone = found.status === 'chain_closed' && kept.isForgotten === true;
      if (isGone) table(ENTRIES).delete([entry.terminal, entry.counter]);
      else table(ENTRIES).put({ ...kept, ...outcomeOf(found) });
    }
  });

const STATES = {
  accepted: 'sent',
  duplicate: 'sent',
  held: 'held',
  chain_closed: 'closed',
} as const;

const outcomeOf = ({ status, reason, message, transaction_id }: Result) => ({
  state: STATES[status],
  reason,
  message,
  transactionId: transaction_id,
});

let running: Promise<Sent[]> | undefined;

/** Sends all waiting entries of a till in order; the answers of those that arrived now. */
export function sendWaiting(api: Tillhouse, terminal: string): Promise<Sent[]> {
  running ??= sendAll(api, terminal).finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(api: Tillhouse, terminal: string): Promise<Sent[]> {
  const results: Sent[] = [];
  let unsent = await refreshUnsent(terminal);
  while (unsent.length > 0) {
    const batch = batchOf(unsent.filter(({ state }) => state === 'waiting'));
    if (batch.length === 0) {
      // The service has said of each entry of the closed chain whether it has it.
      await intoOpenChain(api, terminal);
      unsent = await refreshUnsent(terminal);
      continue;
    }
    const answered = await post(api, terminal, batch, false).catch((error: unknown) => {
      isHeldFull.set(isTooManyHeld(error));
      if (isAboutContent(error)) return isolated(batch, error);
      size = Math.max(FEWEST_ENTRIES, Math.floor(size / 4));
      throw error;
    });
    isHeldFull.set(false);
    if (answered.length > 0) size = Math.min(MOST_ENTRIES, size * 2);
    await note(batch, answered);
    for (const found of answered) {
      if (found.status === 'chain_closed') continue;
      const entry = batch.find(({ counter }) => counter === found.counter);
      results.push({ ...found, tillNumber: entry?.number ?? null });
    }
    unsent = await refreshUnsent(terminal);
  }
  return results;
}

const isTooManyHeld = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'TOO_MANY_HELD';

/** The service refuses the request for what it contains, and would do so again. */
const isAboutContent = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.status === 413);

/**
 * Finds the entry that the service cannot take: half as many are sent next. Alone, it is held on this
 * device; the service sees a gap at its counter, and books the entries after it.
 */
function isolated(batch: readonly Entry[], error: ApiError): Result[] {
  const [only] = batch;
  if (only === undefined || batch.length > 1) {
    size = Math.ceil(batch.length / 2);
    return [];
  }
  const { code, message } = error;
  // A proxy in between has no code of the service, and may be set up better tomorrow.
  if (code.startsWith('HTTP_')) throw error;
  const { counter } = only;
  return [{ counter, status: 'held', reason: code, message, transaction_id: null }];
}

type Locks = { request<Value>(name: string, run: () => Promise<Value>): Promise<Value> };

let last: Promise<unknown> = Promise.resolve();

/** One entry at a time is open, over all tabs. Pages over plain http have no locks: one per tab. */
export function oneAtATime<Value>(run: () => Promise<Value>): Promise<Value> {
  const { locks } = navigator as { locks?: Locks };
  if (locks !== undefined) return locks.request('tillhouse-journal', run);
  const mine = last.then(run);
  last = mine.catch(() => undefined);
  return mine;
}

/** The entry is done, and is sent later. */
async function keep(entry: Entry): Promise<Entry> {
  await settle(entry, { state: 'waiting' });
  await refreshUnsent(entry.terminal);
  return { ...entry, state: 'waiting' };
}

/** Writes an entry that is done, whatever the service will say. */
export async function recordLater(entry: Omit<NewEntry, 'state'>): Promise<Entry> {
  const { entry: made } = await append({ ...entry, state: 'waiting' });
  if (made.state !== 'open') {
    await refreshUnsent(entry.terminal);
    return made;
  }
  // A payment that was asked for before a reload ends here.
  return keep(made);
}

/** No answer, or one that says nothing about the entry. */
export type IsUncertain = (error: unknown) => boolean;

/**
 * Writes an entry and asks the service before the cashier sees that it is done. A refusal takes the
 * entry back; without an answer it stays and is sent later, once in any case. So is a sale behind
 * others that wait.
 */
export const recordNow = (
  api: Tillhouse,
  entry: Omit<NewEntry, 'state'>,
  isUncertain: IsUncertain,
): Promise<Entry> =>
  oneAtATime(async () => {
    // A customer does not wait until the entries of a long outage are sent.
    const isBefore = ({ terminal }: Entry): boolean => terminal === entry.terminal;
    if (entry.kind === 'sale' && (await unsentEntries()).some(isBefore)) return recordLater(entry);
    const { entry: made, isNew } = await append({ ...entry, state: 'open' });
    if (made.state !== 'open') return made;
    return ask(api, made, isUncertain, { isNew, mayAdjust: true, paperFor: entry.paperFor });
  });

type Asked = { isNew: boolean; mayAdjust: boolean; paperFor?: NewEntry['paperFor'] };

async function ask(
  api: Tillhouse,
  made: Entry,
  isUncertain: IsUncertain,
  { isNew, mayAdjust, paperFor }: Asked,
): Promise<Entry> {
  let askedMs = Date.now();
  let found: Result | undefined;
  try {
    // The service sees the entries of a till in their order.
    await sendWaiting(api, made.terminal);
    askedMs = Date.now();
    [found] = await post(api, made.terminal, [made], true);
  } catch (error) {
    // Only a refusal says that the service has not booked it.
    if (isUncertain(error)) return keep(made);
    // Signed out: an earlier request may have arrived, so the entry stays open until it is repeated.
    if (!isNew && error instanceof ApiError && error.status === 401) throw error;
    const moved =
      isRestarted(error) && mayAdjust ? await intoOpenChain(api, made.terminal, made) : [];
    const open = moved.find(({ key }) => key === made.key);
    if (open) return ask(api, open, isUncertain, { isNew: true, mayAdjust: false, paperFor });
    await takeBack(made);
    const serverTime = serverTimeIn(error);
    if (serverTime === undefined || !mayAdjust) throw error;
    setClock(serverTime, askedMs);
    const { terminal, key, kind, data, about, goods } = made;
    const same = { terminal, key, kind, data, about, goods, paperFor };
    const again = await append({ ...same, state: 'open' });
    return ask(api, again.entry, isUncertain, { isNew: true, mayAdjust: false });
  }
  if (found === undefined) throw new Error('the service answered nothing for an entry');
  const settled = { ...made, ...outcomeOf(found) };
  // The service has booked it: a disk that is full now changes nothing about that.
  await settle(made, settled).catch(() => undefined);
  return settled;
}

const isRestarted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CHAIN_RESTARTED';

const serverTimeIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'TILL_CLOCK_WRONG'
    ? String(error.details.server_time)
    : undefined;
