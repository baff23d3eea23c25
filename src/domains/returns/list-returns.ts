import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
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
  const { transaction, completed_from: completedFrom, completed_to: completedTo } = query;
  if (completedFrom && completedTo && completedTo < completedFrom) {
    throw invalidField('completed_to', 'Must not be before completed_from.');
  }
  const filter = {
    stores: await listScope(reader, caller, query.store),
    status: query.status,
    isOnline: query.requested_online,
    completedFrom,
    completedTo,
    productId: query.product,
    currency: query.currency,
    isCounted: query.counted,
  };
  if (transaction === undefined) return listReturns(reader, filter, beforeId, limit);
  const ref = parseSaleRef(transaction);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined) return [];
  return listReturns(reader, { ...filter, saleId: sale.id }, beforeId, limit);
}
