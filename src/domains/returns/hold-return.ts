import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Staff } from '../access/index.js';
import { lockSale, type Sale } from '../transactions/index.js';
import { visibleReturn } from './find-return.js';
import { type ReturnRow, returnBy } from './repository.js';
import { ACTIONS, type Action } from './rules.js';

/**
 * Holds the sale of a return and reads the return as it then stands. Everything that changes a
 * return holds its sale first, as a void does, so that they go one after the other.
 */
export async function holdReturn(
  tx: Tx,
  caller: Staff,
  ref: string,
  action: Action,
): Promise<{ row: ReturnRow; sale: Sale }> {
  const found = await visibleReturn(tx, caller, ref);
  const sale = await lockSale(tx, found.transaction_id);
  const row = await returnBy(tx, 'id', found.id);
  if (sale === undefined || row === undefined) throw notFound('Return');
  if (row.status !== ACTIONS[action].from) {
    throw conflict('INVALID_STATE', `A return that is ${row.status} takes no ${action}.`, {
      status: row.status,
    });
  }
  return { row, sale };
}

/** After a void the money is on its way back as a whole; its returns can only be dropped. */
export function refuseVoided(sale: Sale): void {
  if (sale.status !== 'voided' && sale.status !== 'expired') return;
  throw conflict('INVALID_STATE', `The sale of this return is ${sale.status}.`, {
    transaction_status: sale.status,
  });
}
