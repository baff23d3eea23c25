import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { showProducts } from '../catalogue/show-products.js';
import { allWords, queryOf, termsOf, type Want, wantsOf } from './build-query.js';
import type { Goods } from './memory/goods-at.js';
import { readSearch, readWords } from './repository.js';

/** A search as the database reads it; an empty query finds nothing. */
export type ParsedSearch = { query: string; wants: readonly Want[]; corrected: string | null };

/** A search without words, such as "!!!", finds nothing. */
export const parseSearch = (platform: Platform, q: string): Promise<ParsedSearch> =>
  atomically(platform.db, async tx => {
    const { text, synonyms } = await readSearch(tx, q);
    const terms = termsOf(text, synonyms);
    if (terms.length === 0) return { query: '', wants: [], corrected: null };
    const words = await readWords(tx, allWords(terms));
    return { ...queryOf(terms, words), wants: wantsOf(terms, words) };
  });

/** The products of a page, with the prices and the stock of this moment. */
export async function showSlots(
  platform: Platform,
  { columns }: Goods,
  slots: readonly number[],
  store: SellingStore | undefined,
) {
  const ids = slots.map(slot => columns.ids[slot] ?? 0);
  const products = await productsByIds(platform.db, ids);
  const shown = await showProducts(platform, products, store);
  return shown.filter(product => product !== undefined);
}
