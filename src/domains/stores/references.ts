import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { findStore } from './repository.js';

/** The id of a store in a body. A store that the caller may not see counts as unknown. */
export async function resolveStore(reader: Reader, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

/** The stores of a list: the caller's, or the requested one of them. */
export async function resolveScope(
  reader: Reader,
  caller: Staff,
  ref: string | undefined,
): Promise<readonly string[] | undefined> {
  if (ref === undefined) return storeScope(caller);
  const store = await findStore(reader, ref);
  return store !== undefined && maySee(caller, store.id) ? [store.id] : [];
}
