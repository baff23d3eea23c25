import type { Reader } from '../../../platform/database/tx.js';
import { decodeCursor } from '../../../platform/http/paginate.js';
import { isUuid } from '../../../platform/ids.js';
import { maySee, type Staff, storeScope } from '../../access/index.js';
import { blindShifts } from '../../shifts/index.js';
import { findStore } from '../../stores/index.js';
import { parseSaleRef } from '../references.js';
import { findSale } from '../repository.js';

type Scope = { stores: readonly string[] | undefined; saleId?: string };

/** Cashiers may look up single sales, but not a shift's totals before they count the drawer. */
export const hiddenShifts = async (
  reader: Reader,
  caller: Staff,
  scope: Scope,
): Promise<string[]> =>
  scope.saleId === undefined ? blindShifts(reader, caller, scope.stores) : [];

/** The stores and the sale that limit a list; undefined if the list is empty. */
export async function scopeOf(
  reader: Reader,
  caller: Staff,
  filter: { store: string | undefined; transaction: string | undefined },
): Promise<Scope | undefined> {
  let stores = storeScope(caller);
  if (filter.store !== undefined) {
    const store = await findStore(reader, filter.store);
    if (store === undefined || !maySee(caller, store.id)) return undefined;
    stores = [store.id];
  }
  if (filter.transaction === undefined) return { stores };
  const saleId = await saleIdOf(reader, filter.transaction);
  return saleId === undefined ? undefined : { stores, saleId };
}

async function saleIdOf(reader: Reader, text: string): Promise<string | undefined> {
  const ref = parseSaleRef(text);
  if (ref === undefined || 'id' in ref) return ref?.id;
  return (await findSale(reader, ref))?.id;
}

export function idIn(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined) return undefined;
  // An invalid id becomes the smallest one, which ends the list.
  return typeof id === 'string' && isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
