import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findSale, lockSale, parseSaleRef, type Sale } from '../transactions/index.js';
import type { ReturnRow } from './repository.js';
import { isReturnable } from './rules.js';
import { type ReturnLines, writeReturn } from './write-return.js';

export type ReturnInput = ReturnLines & { transaction: string };

/**
 * Opens a return for one sale. The sale is locked while earlier returns are counted, so two
 * concurrent returns cannot both take the last unit.
 */
export async function createReturn(
  tx: Tx,
  caller: Staff,
  input: ReturnInput,
  now: Date,
): Promise<ReturnRow> {
  const sale = await lockReturnableSale(tx, caller, input.transaction);
  return writeReturn(tx, caller, sale, input, now);
}

async function lockReturnableSale(tx: Tx, caller: Staff, text: string): Promise<Sale> {
  const ref = parseSaleRef(text);
  const found = ref && (await findSale(tx, ref));
  const sale = found && maySee(caller, found.store_id) ? await lockSale(tx, found.id) : undefined;
  if (sale === undefined) throw invalidField('transaction', 'There is no such transaction.');
  if (!isReturnable(sale.status)) {
    const message = `Goods of a sale that is ${sale.status} cannot be returned.`;
    throw invalidField('transaction', message, 'NOT_RETURNABLE');
  }
  return sale;
}
