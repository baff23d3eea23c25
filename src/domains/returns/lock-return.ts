import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { OrderActor } from '../access/index.js';
import { lockSale, type Sale } from '../transactions/index.js';
import { visibleReturn } from './find-return.js';
import { type ReturnRow, returnBy } from './repository.js';
import { ACTIONS, type Action } from './rules.js';

/**
 * Locks the sale of a return and then reads the return. Every change of a return and every void
 * locks the sale first, so these changes are serialized.
 */
export async function lockReturn(
  tx: Tx,
  caller: OrderActor,
  ref: string,
  action: Action,
): Promise<{ row: ReturnRow; sale: Sale }> {
  const found = await visibleReturn(tx, caller, ref);
  const sale = await lockSale(tx, found.transaction_id);
  const row = await returnBy(tx, 'id', found.id);
  if (sale === undefined || row === undefined) throw notFound('Return');
  if (row.status !== ACTIONS[action].from) {
    throw conflict('INVALID_STATE', `You cannot ${action} a return that is ${row.status}.`, {
      status: row.status,
    });
  }
  return { row, sale };
}

/** A void refunds the whole sale, so its returns can only be rejected or cancelled. */
export function refuseVoided(sale: Sale): void {
  if (sale.status !== 'voided' && sale.status !== 'expired') return;
  throw conflict('INVALID_STATE', `The sale of this return is ${sale.status}.`, {
    transaction_status: sale.status,
  });
}
