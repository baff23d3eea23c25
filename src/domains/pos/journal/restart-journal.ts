import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { maySee, type Staff } from '../../access/index.js';
import { terminalById } from '../../stores/index.js';
import { closeTask } from '../../tasks/index.js';
import { closeGaps } from './gap-repository.js';
import { closeChain, lockHead } from './journal-repository.js';

/**
 * Closes the chain of a till, which is kept, and begins the next one: its first entry has counter 1 and
 * 64 zeros, and the numbers go on. It waits for an entry that is being booked, and the next one waits
 * for it. A chain without an entry is as good as new, so of two managers at once one restarts it.
 */
export async function restartJournal(
  tx: Tx,
  caller: Staff,
  { terminalId: sent, reason, now }: { terminalId: string; reason: string; now: Date },
): Promise<{ terminal_id: string; chain: number }> {
  const terminal = await terminalById(tx, sent);
  const storeId = terminal?.store_id ?? null;
  if (terminal === undefined || storeId === null || !maySee(caller, storeId)) {
    throw notFound('Terminal');
  }
  const { id: terminalId } = terminal;
  const head = await lockHead(tx, terminalId);
  if (head.counter === 0) return { terminal_id: terminalId, chain: head.chain };
  for (const gap of await closeGaps(tx, terminalId, now)) {
    await closeTask(tx, gap.task_id, caller.userId, now);
  }
  const closing = { terminalId, storeId, reason: reason.trim(), by: caller.userId, now };
  return { terminal_id: terminalId, chain: await closeChain(tx, head, closing) };
}
