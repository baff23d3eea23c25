import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore, type Store } from '../stores/index.js';

/** A store of the caller by id or code; the others do not exist for them. */
export async function visibleStore(reader: Reader, caller: Staff, ref: string): Promise<Store> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store;
}
