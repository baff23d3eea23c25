import type { Reader } from '../../platform/database/tx.js';
import { forbidden, invalidField } from '../../platform/http/failure.js';
import { type Staff, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';

/** Somebody of the staff, or the service itself, which may change everything. */
export type Caller = Staff | 'service';

const scopeOf = (caller: Caller): readonly string[] | undefined =>
  caller === 'service' ? undefined : storeScope(caller);

/** The stores a record holds for; null is every store. */
export type StoreList = readonly string[] | null;

/** Bodies may write a UUID in capitals; the database never does. */
const isIn =
  (scope: readonly string[]) =>
  (id: string): boolean =>
    scope.includes(id.toLowerCase());

/** What also holds for one of the caller's stores is theirs to see. */
export function isSeen(caller: Caller, storeIds: StoreList): boolean {
  const scope = scopeOf(caller);
  return scope === undefined || storeIds === null || storeIds.some(isIn(scope));
}

/** Whoever manages some stores only may not change what customers pay in others. */
export function requireReach(caller: Caller, storeIds: StoreList): void {
  const scope = scopeOf(caller);
  if (scope === undefined || storeIds?.every(isIn(scope))) return;
  throw forbidden('This holds for stores that you do not manage.', 'PERMISSION_DENIED');
}

/** The stores a body names. One the caller may not see is as unknown as one that does not exist. */
export async function checkStores(
  reader: Reader,
  caller: Caller,
  storeIds: StoreList,
): Promise<void> {
  for (const id of storeIds ?? []) {
    const store = isSeen(caller, [id]) ? await findStore(reader, id) : undefined;
    if (store === undefined) {
      throw invalidField('store_ids', 'One of these stores does not exist.');
    }
  }
  requireReach(caller, storeIds);
}
