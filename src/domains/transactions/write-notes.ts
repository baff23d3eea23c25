import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import type { Staff } from '../access/index.js';
import { visibleSale } from './read-sale.js';
import { type Sale, updateNotes } from './repository.js';

/** Notes are for staff; nothing else about a sale can be rewritten. */
export async function writeNotes(
  tx: Tx,
  caller: Staff,
  ref: string,
  notes: string | undefined,
): Promise<Sale> {
  const sale = await visibleSale(tx, caller, ref);
  if (notes === undefined) return sale;
  await updateNotes(tx, sale.id, notes);
  await record(tx, {
    event: 'transaction.updated',
    live: true,
    storeId: sale.store_id,
    terminalId: sale.terminal_id,
    subjectId: sale.id,
    data: {
      transaction_id: sale.transaction_number,
      status: sale.status,
      total_amount: sale.total_amount,
      total_paid: sale.total_paid,
      changed: ['notes'],
    },
  });
  return { ...sale, notes };
}
