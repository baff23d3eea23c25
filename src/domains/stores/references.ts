import type { Reader } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { findStore, type StoreWithTaxes } from './repository.js';

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

/** The store in a path. A store that the caller may not see answers 404. */
export async function visibleStore(
  reader: Reader,
  ref: string,
  caller: Staff,
): Promise<StoreWithTaxes> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store;
}
