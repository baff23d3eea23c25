import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { maySee, type Staff, storeScope } from '../../access/index.js';
import { findStore } from '../../stores/index.js';

/** The stores of a list: the requested one, or all of the caller's (undefined: every store). */
export async function listScope(
  reader: Reader,
  caller: Staff,
  store: string | undefined,
): Promise<readonly string[] | undefined> {
  if (store === undefined) return storeScope(caller);
  const found = await findStore(reader, store);
  if (found === undefined || !maySee(caller, found.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return [found.id];
}
