import type { Reader } from '../../../platform/database/tx.js';
import type { Minor } from '../../../platform/money.js';
import { countsOf, type Filters, type Match, passing, priceRanges } from './facets.js';
import { namesOf } from './repository.js';

/** Longer lists help nobody to choose. */
const MAX_VALUES = 30;

/** How many products each further choice would leave. */
export async function presentFacets(
  reader: Reader,
  matches: readonly Match[],
  filters: Filters,
  format: (amount: Minor) => string,
) {
  const named = async (
    facet: 'category' | 'brand',
    idOf: (match: Match) => string | null,
  ): Promise<{ slug: string; name: string; count: number }[]> => {
    const counts = countsOf(matches, filters, facet, match => [idOf(match) ?? ''])
      .filter(({ value }) => value !== '')
      .slice(0, MAX_VALUES);
    const table = facet === 'category' ? 'categories' : 'brands';
    const names = await namesOf(
      reader,
      table,
      counts.map(({ value }) => value),
    );
    return counts.flatMap(({ value, count }) => {
      const found = names.find(({ id }) => id === value);
      return found === undefined ? [] : [{ slug: found.slug, name: found.name, count }];
    });
  };
  const [category, brand] = await Promise.all([
    named('category', match => match.categoryId),
    named('brand', match => match.brandId),
  ]);
  const prices = passing(matches, filters, 'price').map(({ priceMinor }) => priceMinor);
  return {
    category,
    brand,
    size: countsOf(matches, filters, 'size', match => match.sizes).slice(0, MAX_VALUES),
    colour: countsOf(matches, filters, 'colour', match => match.colours).slice(0, MAX_VALUES),
    price: priceRanges(prices).map(({ from, to, count }) => ({
      from: format(from),
      to: format(to),
      count,
    })),
    in_stock: passing(matches, filters, 'inStock').filter(({ inStock }) => inStock).length,
  };
}
