import type { Reader } from '../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { findStore } from './repository.js';
import { type SellingStore, sellingStore } from './rules.js';

/** What a till needs to know about its store to ring up a sale and to take its payment. */
export type TillStore = SellingStore & { requiresShift: boolean };

/** From memory; the statement that writes compares the version of the data. */
export const tillStore = (
  data: ReferenceSnapshot,
  reader: Reader,
  id: string,
): Promise<TillStore | null> =>
  data.remember(`stores:till:${id}`, async () => {
    const store = await findStore(reader, id);
    return store === undefined
      ? null
      : { ...sellingStore(store), requiresShift: store.require_shift };
  });
