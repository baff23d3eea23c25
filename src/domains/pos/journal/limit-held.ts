import type { Tx } from '../../../platform/database/tx.js';
import { tooMany } from '../../../platform/http/failure.js';
import { openTask } from '../../tasks/index.js';
import { countHeldOf, setHeldTask } from './journal-repository.js';
import { MOST_HELD } from './rules.js';

/** How often a till asks again while a manager has to decide. */
const DECIDE_SECONDS = 60;

/**
 * A till that is broken, or in the wrong hands, does not fill the list of tasks: the last entry that may
 * be held opens one task about the till, and what follows stays on the till.
 */
export async function limitHeld(
  tx: Tx,
  { terminalId, storeId }: { terminalId: string; storeId: string },
  entryId: string,
): Promise<void> {
  const held = await countHeldOf(tx, terminalId);
  if (held >= MOST_HELD) {
    throw tooMany(
      `${MOST_HELD} entries of this till are held; a manager has to decide about them first.`,
      DECIDE_SECONDS,
      'TOO_MANY_HELD',
    );
  }
  if (held < MOST_HELD - 1) return;
  const taskId = `journal-held-${entryId}`;
  await setHeldTask(tx, terminalId, taskId);
  await openTask(tx, {
    taskId,
    storeId,
    title: `Till ${terminalId}: ${MOST_HELD} entries are held`,
    description:
      'Further entries that cannot be booked stay on the till, with those after them. Decide about the ' +
      'held entries in the journal of the till. If they are not from this till, unpair its device.',
    cause: {
      name: 'journal_held_full',
      values: { terminal: terminalId, count: String(MOST_HELD) },
    },
    priority: 'high',
  });
}
