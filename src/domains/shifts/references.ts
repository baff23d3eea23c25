import type { Reader } from '../../platform/database/tx.js';
import { can, maySee, type Staff, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';

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

/** Whose shifts a list shows; undefined: everybody's. */
export const seenBy = (caller: Staff) =>
  can(caller, 'shift.review')
    ? undefined
    : { userId: caller.userId, terminalId: caller.till?.terminalId ?? null };
