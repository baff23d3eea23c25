import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { userByEmployeeRef, worksAt } from '../people/index.js';
import { findStore } from '../stores/index.js';

/** The store a body names. One the caller may not see is as unknown as one that does not exist. */
export async function resolveStore(reader: Reader, caller: Staff, ref: string): Promise<string> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

/** The person a body gives a task to: somebody who works where the task is, and so can see it. */
export async function resolveAssignee(
  reader: Reader,
  ref: string,
  storeId: string,
): Promise<string> {
  const person = await userByEmployeeRef(reader, ref);
  if (person === undefined || !person.is_active || !worksAt(person, storeId)) {
    throw invalidField('assigned_to', 'Nobody of this id or number works at the store.');
  }
  return person.id;
}

/** The stores a list shows: those of the caller, narrowed to the one asked for. */
export async function resolveScope(
  reader: Reader,
  caller: Staff,
  ref: string | undefined,
): Promise<readonly string[] | undefined> {
  if (ref === undefined) return storeScope(caller);
  const store = await findStore(reader, ref);
  return store !== undefined && maySee(caller, store.id) ? [store.id] : [];
}
