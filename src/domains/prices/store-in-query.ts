import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore, type Store } from '../stores/index.js';

/** The store that a query names. One that the caller may not see counts as unknown. */
export async function storeInQuery(
  reader: Reader,
  caller: Staff,
  ref: string | undefined,
): Promise<Pick<Store, 'id' | 'code' | 'name' | 'currency'> | undefined> {
  if (ref === undefined) return undefined;
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store;
}
