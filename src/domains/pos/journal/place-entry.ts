import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import { closeTask, openTask } from '../../tasks/index.js';
import { fillGap, insertGap } from './gap-repository.js';
import { moveHead } from './journal-repository.js';
import { gapTaskId, type Head } from './rules.js';

type Placed = {
  storeId: string;
  terminalId: string;
  counter: number;
  hash: string;
  now: Date;
};

/** Gives an entry that is stored already the place of its counter. */
export async function placeEntry(tx: Tx, head: Head, placed: Placed): Promise<void> {
  const { terminalId, counter, hash } = placed;
  if (counter > head.counter) await moveHead(tx, terminalId, { counter, hash });
  await noteGaps(tx, head, placed);
}

/**
 * Opens and closes gaps when an entry gets the place of its counter. An entry beyond the next counter
 * opens a gap with a task for the store: the till has made entries that have not arrived. An entry
 * that arrives later fills the gap, and the last one of them closes it.
 */
export async function noteGaps(tx: Tx, head: Head, placed: Omit<Placed, 'hash'>): Promise<void> {
  const { terminalId, counter, now } = placed;
  if (counter <= head.counter) {
    const gap = await fillGap(tx, terminalId, counter, now);
    if (gap?.missing === 0) await closeTask(tx, gap.task_id, null, now);
    return;
  }
  if (counter > head.counter + 1) await openGap(tx, head, placed);
}

async function openGap(
  tx: Tx,
  head: Head,
  { storeId, terminalId, counter, now }: Omit<Placed, 'hash'>,
) {
  const { chain } = head;
  const first = head.counter + 1;
  const last = counter - 1;
  const taskId = gapTaskId(terminalId, chain, first);
  const which =
    first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
  await insertGap(tx, {
    id: newId(now),
    store_id: storeId,
    terminal_id: terminalId,
    chain,
    first_counter: first,
    last_counter: last,
    task_id: taskId,
    noticed_at: now,
  });
  await openTask(tx, {
    taskId,
    storeId,
    title: `Till ${terminalId}: ${which}`,
    description:
      'The till has made entries that have not arrived. Connect the till and let it send its ' +
      'journal. This task closes itself when they are here.',
    cause: {
      name: 'journal_gap',
      values: { terminal: terminalId, first: String(first), last: String(last) },
    },
    priority: 'high',
  });
}
