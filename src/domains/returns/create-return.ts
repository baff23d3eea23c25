import type { Reader, Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore } from '../stores/index.js';
import { findSale, lockSale, parseSaleRef, type Sale } from '../transactions/index.js';
import type { ReturnRow } from './repository.js';
import { isReturnable } from './rules.js';
import { type ReturnLines, writeReturn } from './write-return.js';

export type ReturnInput = Omit<ReturnLines, 'storeId'> & { transaction: string };

/**
 * Opens a return for one sale. The sale is locked while earlier returns are counted, so two
 * concurrent returns cannot both take the last unit. At a till the goods are in its store, which may
 * be another than that of the sale.
 */
export async function createReturn(
  tx: Tx,
  caller: Staff,
  input: ReturnInput,
  now: Date,
): Promise<ReturnRow> {
  const sale = await lockReturnableSale(tx, caller, input.transaction);
  return writeReturn(tx, caller, sale, { ...input, storeId: caller.till?.storeId }, now);
}

/**
 * The sale that goods come back from. A till finds a sale of another store by its full number only,
 * and in its own currency.
 */
export async function findReturnableSale(
  reader: Reader,
  caller: Staff,
  text: string,
): Promise<Sale | undefined> {
  const ref = parseSaleRef(text);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined || maySee(caller, sale.store_id)) return sale;
  if (caller.till === null || ref === undefined || !('number' in ref)) return undefined;
  const store = await findStore(reader, caller.till.storeId);
  if (store?.currency !== sale.currency) {
    const message = `This sale is in ${sale.currency}; this store refunds ${store?.currency}.`;
    throw invalidField('transaction', message, 'RETURN_CURRENCY');
  }
  return sale;
}

/** The sale as it is now; `createReturn` looks at it again under a lock. */
export async function returnableSale(reader: Reader, caller: Staff, text: string): Promise<Sale> {
  const sale = await findReturnableSale(reader, caller, text);
  if (sale === undefined) throw unknownSale();
  return sale;
}

const unknownSale = () => invalidField('transaction', 'There is no such transaction.');

async function lockReturnableSale(tx: Tx, caller: Staff, text: string): Promise<Sale> {
  const { id } = await returnableSale(tx, caller, text);
  const sale = await lockSale(tx, id);
  if (sale === undefined) throw unknownSale();
  requireReturnable(sale);
  return sale;
}

export function requireReturnable({ status }: Pick<Sale, 'status'>): void {
  if (isReturnable(status)) return;
  const message = `Goods of a sale that is ${status} cannot be returned.`;
  throw invalidField('transaction', message, 'NOT_RETURNABLE');
}
