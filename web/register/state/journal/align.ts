import { answer, type Tillhouse } from '@tillhouse/client';
import type { GetResponse } from '../../../shared/api/responses.js';
import { ENTRIES, inDatabase } from '../database.js';
import { isSigning } from '../paper/signing.js';
import { denominations } from '../shift-here.js';
import { salesIn } from './chain.js';
import { setClock } from './clock.js';
import {
  chainOf,
  type Entry,
  entriesFrom,
  entriesIn,
  isLost,
  isOffChain,
  type JournalHead,
  placeOf,
  readHead,
  type Tables,
  undo,
  writeHead,
} from './entries.js';
import { asRefusal } from './refusals.js';
import { headIn } from './restarted.js';
import { oneAtATime } from './send.js';
import { refreshUnsent } from './unsent.js';

type Remote = GetResponse<'/pos/sync/'>;
type OpenKey = () => string | undefined;

/** As long as the service books an entry at its own time. */
const KEPT_MS = 28 * 86_400_000;
/** Old entries that one start removes. */
const MOST_REMOVED = 1_000;

/**
 * Compares the journal of this device with the service: at start, and after a lost connection. A fresh
 * device goes on where the till stood, and entries that the service has lost are sent again. An open
 * entry with another key than `openKey` ends.
 */
export async function alignJournal(
  api: Tillhouse,
  terminal: string,
  openKey?: OpenKey,
): Promise<void> {
  // The answer is asked for in turn as well: an entry that is booked meanwhile would be missing in it.
  await oneAtATime(async () => {
    const askedMs = Date.now();
    const remote = await answer(api.GET('/pos/sync/'));
    setClock(remote.server_time, askedMs);
    denominations.set(remote.denominations);
    isSigning.set(remote.is_signed);
    if (remote.terminal_id !== terminal) return;
    await inDatabase('readwrite', table => align(table, remote, openKey)).catch(error => {
      throw asRefusal(error);
    });
  });
  await refreshUnsent(terminal);
}

async function align(table: Tables, remote: Remote, openKey?: OpenKey): Promise<void> {
  const terminal = remote.terminal_id;
  const [open] = await entriesIn(table, terminal, 'open');
  const local = await readHead(table, terminal);
  const above = await entriesAbove(table, local, remote);
  const isQuiet = open === undefined && (await isAllSent(table, terminal));
  const isBranch = above.length > 0 && above.every(isOffChain);
  const hasJumped = isBranch && above.some(({ reason }) => reason === 'number_jump');
  writeHead(table, terminal, headAfter(local, remote, { isQuiet, isBranch, hasJumped }));
  for (const entry of above) {
    if (wasStored(entry)) table(ENTRIES).put({ ...entry, state: 'waiting' });
  }
  await removeOld(table, terminal);
  if (open !== undefined && openKey !== undefined && open.key !== openKey()) {
    await endOpen(table, open, remote);
  }
}

const isAllSent = async (table: Tables, terminal: string): Promise<boolean> =>
  (await entriesIn(table, terminal, 'waiting')).length === 0 &&
  (await entriesIn(table, terminal, 'closed')).length === 0;

/** Entries behind the last one of the service: new ones, or those that it has lost. */
async function entriesAbove(
  table: Tables,
  local: JournalHead | undefined,
  remote: Remote,
): Promise<Entry[]> {
  const chain = chainOf(local ?? remote);
  // A manager has closed the chain of this device: the service has all of it that it will ever have.
  if (chain < remote.chain) return [];
  const first = chain === remote.chain ? remote.counter + (local?.base ?? 0) + 1 : 0;
  const entries = await entriesFrom(table, remote.terminal_id, first);
  return entries.filter(
    entry =>
      chainOf(entry) > remote.chain ||
      (chainOf(entry) === remote.chain && placeOf(entry) > remote.counter),
  );
}

/** In the chain of the service, until it lost the entry. */
const wasStored = (entry: Entry): boolean =>
  entry.state === 'sent' || (entry.state === 'held' && !isOffChain(entry));

async function removeOld(table: Tables, terminal: string): Promise<void> {
  for (const entry of await entriesFrom(table, terminal, 0, MOST_REMOVED)) {
    if (isOld(entry)) table(ENTRIES).delete([terminal, entry.counter]);
  }
}

/** The sale of this entry is gone from the screen, so nobody was told that it is paid. */
async function endOpen(table: Tables, open: Entry, remote: Remote): Promise<void> {
  const head = await readHead(table, open.terminal);
  // Only the service knows whether it took the entry before the chain was closed.
  if (chainOf(open) !== remote.chain) {
    table(ENTRIES).put({ ...open, state: 'waiting', isForgotten: true });
  } else if (placeOf(open) <= remote.counter) table(ENTRIES).put({ ...open, state: 'sent' });
  else if (head?.counter === open.counter) undo(table, open, head);
}

const isOld = ({ state, occurred_at }: Entry): boolean =>
  (state === 'sent' || state === 'held') && Date.now() - Date.parse(occurred_at) > KEPT_MS;

/**
 * Another device has used this till if the service is ahead, or if it holds all that this device did
 * since then: the chain goes on from the service's last entry.
 */
function headAfter(
  local: JournalHead | undefined,
  remote: Remote,
  { isQuiet, isBranch, hasJumped }: { isQuiet: boolean; isBranch: boolean; hasJumped: boolean },
): JournalHead {
  const given = salesIn(remote.last_till_number);
  const { counter, hash, chain } = remote;
  if (local === undefined) return { counter, hash, at: '', sales: given, chain, base: 0 };
  const sales = isQuiet && hasJumped ? given : Math.max(local.sales, given);
  // Unsent entries are asked for in their own chain first.
  if (chainOf(local) !== chain) {
    return isQuiet ? headIn({ ...local, sales }, remote) : { ...local, sales };
  }
  const place = placeOf(local);
  const isOther = isQuiet && (isBranch || (counter === place && hash !== local.hash));
  return counter > place || isOther
    ? { ...local, counter: counter + (local.base ?? 0), hash, sales }
    : { ...local, sales };
}

/**
 * At a start without a connection: an open step whose form is gone may have reached the service, so it
 * cannot be taken back. It is sent with the next ones; open, it would keep the till from selling.
 */
export async function keepForgotten(terminal: string, openKey: OpenKey): Promise<void> {
  await oneAtATime(() =>
    inDatabase('readwrite', async table => {
      const [open] = await entriesIn(table, terminal, 'open');
      if (open === undefined || open.kind === 'sale' || open.key === openKey()) return;
      table(ENTRIES).put({ ...open, state: 'waiting' });
    }),
  );
  await refreshUnsent(terminal);
}

/** A till that has just been set up, or whose entries are held, asks where its journal stands. */
export async function ensureJournal(api: Tillhouse, terminal: string): Promise<void> {
  if (await isLost(terminal)) await alignJournal(api, terminal);
}
