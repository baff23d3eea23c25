import type { Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import type { OrderActor } from '../access/index.js';
import { openTask } from '../tasks/index.js';
import { describeLine, type Sale } from '../transactions/index.js';
import { notifyCustomer } from './notify-customer.js';
import { linesOfReturns, type ReturnRow, updateReturn } from './repository.js';
import { type ReturnLines, writeReturn } from './write-return.js';

/** Id of the task that asks staff for a decision. */
export const requestTaskId = ({ return_number }: Pick<ReturnRow, 'return_number'>): string =>
  `return-request-${return_number}`;

/**
 * Opens a return that the customer asked for in the shop. The sale is locked. Staff of the store get
 * a task, the customer a mail that the request has arrived.
 */
export async function announceReturn(
  tx: Tx,
  platform: Platform,
  caller: OrderActor,
  sale: Sale,
  input: ReturnLines,
): Promise<ReturnRow> {
  const now = platform.clock.now();
  const { id } = await writeReturn(tx, caller, sale, input, now);
  await updateReturn(tx, id, { requested_online: true });
  const row = await notifyCustomer(tx, platform, id);
  if (row === undefined) throw new Error('a new return cannot be read');
  const goods = (await linesOfReturns(tx, [id])).map(describeLine);
  await openTask(tx, {
    taskId: requestTaskId(row),
    storeId: row.store_id,
    title: `Return request ${row.return_number} for order ${row.transaction_number}`,
    description: `The customer wants to return: ${goods.join(', ')}. Accept or refuse it in the list of returns.`,
    cause: {
      name: 'return_requested',
      values: {
        return: row.return_number,
        transaction: row.transaction_number,
        goods: goods.join(', '),
      },
    },
    priority: 'medium',
  });
  return row;
}
