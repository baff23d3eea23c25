import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { terminalById } from '../stores/index.js';
import type { Place } from './repository.js';

/** A till of a store that the caller may see; any other answers 404. */
export async function visibleTill(reader: Reader, caller: Staff, id: string): Promise<Place> {
  const terminal = await terminalById(reader, id);
  const storeId = terminal?.store_id ?? null;
  if (storeId === null || !maySee(caller, storeId)) throw notFound('Terminal');
  return { terminalId: id, storeId };
}
