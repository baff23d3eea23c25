import { answer, type Tillhouse } from '@tillhouse/client';
import { inDatabase } from '../database.js';
import {
  chainOf,
  type Entry,
  entriesIn,
  type JournalHead,
  readHead,
  writeAgain,
} from './entries.js';

type Remote = { chain: number; counter: number; hash: string };

/** The head of a device that goes on in the open chain of the service. */
export const headIn = (local: JournalHead, { chain, counter, hash }: Remote): JournalHead => ({
  ...local,
  hash,
  chain,
  base: local.counter - counter,
});

/**
 * Writes what the service has not taken before a manager closed its chain into the open one, and then
 * `open`, for which the service is being asked. Entries that still wait in another chain are sent
 * before: the service may have them.
 */
export async function intoOpenChain(
  api: Tillhouse,
  terminal: string,
  open?: Entry,
): Promise<Entry[]> {
  const remote = await answer(api.GET('/pos/sync/'));
  if (remote.terminal_id !== terminal) throw new Error('signed in as another till');
  return inDatabase('readwrite', async table => {
    const local = await readHead(table, terminal);
    const waiting = await entriesIn(table, terminal, 'waiting');
    if (local === undefined || waiting.some(entry => chainOf(entry) !== remote.chain)) return [];
    const head = chainOf(local) === remote.chain ? local : headIn(local, remote);
    const closed = await entriesIn(table, terminal, 'closed');
    return writeAgain(table, open === undefined ? closed : [...closed, open], head);
  });
}
