import type { Reader } from '../../platform/database/tx.js';
import type { Static } from '../../platform/http/schemas.js';
import type { Staff } from '../access/index.js';
import { findSale, listScope, parseSaleRef } from '../transactions/index.js';
import { listReturns, type ReturnRow } from './repository.js';
import type { ReturnQuery } from './schemas.js';

/** Lists returns of the stores the caller may see; empty if the filter names an unknown sale. */
export async function findReturns(
  reader: Reader,
  caller: Staff,
  query: Static<typeof ReturnQuery>,
  beforeId: string | undefined,
  limit: number,
): Promise<ReturnRow[]> {
  const { transaction, status, store, requested_online: isOnline } = query;
  const stores = await listScope(reader, caller, store);
  if (transaction === undefined)
    return listReturns(reader, { stores, status, isOnline }, beforeId, limit);
  const ref = parseSaleRef(transaction);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined) return [];
  return listReturns(reader, { stores, status, isOnline, saleId: sale.id }, beforeId, limit);
}
