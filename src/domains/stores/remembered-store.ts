import type { Reader } from '../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import { findStore, type StoreWithTaxes } from './repository.js';

/** A store with its active taxes, from memory. Null: there is no such store. */
export const rememberedStore = (
  data: ReferenceSnapshot,
  reader: Reader,
  id: string,
): Promise<StoreWithTaxes | null> =>
  data.remember(`store:${id}`, async () => (await findStore(reader, id)) ?? null);
