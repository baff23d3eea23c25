import type { Db } from '../../../platform/database/tx.js';
import type { Staff } from '../../access/index.js';
import { storeInQuery } from '../store-in-query.js';
import { type FilePrice, pricesOfNextSkus } from './file-repository.js';
import type { PriceFilters } from './schemas.js';

const SKUS_PER_PAGE = 500;

export type ListedPrice = FilePrice & { price_list: string };

/** All prices that match, page by page. */
export async function* pricePages(
  db: Db,
  caller: Staff,
  { store, ...filter }: PriceFilters,
): AsyncGenerator<ListedPrice[]> {
  const chosen = { ...filter, store: await storeInQuery(db, caller, store) };
  // Every SKU comes after the empty text.
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows: FilePrice[] = await pricesOfNextSkus(db, chosen, after, SKUS_PER_PAGE);
    yield rows.filter((row): row is ListedPrice => row.price_list !== null);
    after = rows.at(-1)?.sku;
  }
}
