import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { maySee, type OrderActor } from '../access/index.js';
import { type ReturnRow, returnBy } from './repository.js';

/** Finds a return by id or number. Not found if the caller may not see its store. */
export async function visibleReturn(
  reader: Reader,
  caller: OrderActor,
  ref: string,
): Promise<ReturnRow> {
  const row = await returnBy(reader, isUuid(ref) ? 'id' : 'return_number', ref);
  if (row === undefined || !maySee(caller, row.store_id)) throw notFound('Return');
  return row;
}
