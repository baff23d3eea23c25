import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { saleUpdated } from './events.js';
import { visibleSale } from './read-sale.js';
import { type Sale, updateNotes } from './repository.js';

/** Staff notes are the only field of a sale that can be edited. */
export async function writeNotes(
  tx: Tx,
  caller: Staff,
  ref: string,
  notes: string | undefined,
): Promise<Sale> {
  const sale = await visibleSale(tx, caller, ref);
  if (notes === undefined) return sale;
  await updateNotes(tx, sale.id, notes);
  await record(tx, saleUpdated(sale, { status: sale.status, changed: ['notes'] }));
  return { ...sale, notes };
}
