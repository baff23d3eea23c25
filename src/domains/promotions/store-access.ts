import type { Reader } from '../../platform/database/tx.js';
import { forbidden, invalidField } from '../../platform/http/failure.js';
import { type Staff, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';

/** An employee, or the service itself, which may change everything. */
export type Caller = Staff | 'service';

const scopeOf = (caller: Caller): readonly string[] | undefined =>
  caller === 'service' ? undefined : storeScope(caller);

/** The stores of a record; null: every store. */
export type StoreList = readonly string[] | null;

/** A body may contain UUIDs in capitals; the database returns lower case. */
const isIn =
  (scope: readonly string[]) =>
  (id: string): boolean =>
    scope.includes(id.toLowerCase());

/** A record is visible if it applies to at least one of the caller's stores. */
export function isVisible(caller: Caller, storeIds: StoreList): boolean {
  const scope = scopeOf(caller);
  return scope === undefined || storeIds === null || storeIds.some(isIn(scope));
}

/** Refuses a change that also affects stores the caller does not manage. */
export function requireManagedStores(caller: Caller, storeIds: StoreList): void {
  const scope = scopeOf(caller);
  if (scope === undefined || storeIds?.every(isIn(scope))) return;
  throw forbidden('This applies to stores that you do not manage.', 'PERMISSION_DENIED');
}

/** Validates the stores in a body. A store that the caller may not see counts as unknown. */
export async function checkStores(
  reader: Reader,
  caller: Caller,
  storeIds: StoreList,
): Promise<void> {
  for (const id of storeIds ?? []) {
    const store = isVisible(caller, [id]) ? await findStore(reader, id) : undefined;
    if (store === undefined) {
      throw invalidField('store_ids', 'One of these stores does not exist.');
    }
  }
  requireManagedStores(caller, storeIds);
}
