import type { Reader } from '../../../platform/database/tx.js';
import type { Minor } from '../../../platform/money.js';
import { idsAbove } from '../catalogue/shop-categories.js';
import { byCount, type Counted } from './facets.js';
import { categoriesAbove, namesOf } from './repository.js';
import type { Selection } from './select-products.js';

/** Longer lists do not help anybody to choose. */
const MAX_VALUES = 30;
/** The shop lists all of its categories. */
const MAX_CATEGORIES = 1_000;

type Named = { slug: string; name: string; count: number };

/** How many products each further choice would leave. */
export async function presentFacets(
  reader: Reader,
  facets: Selection['facets'],
  format: (amount: Minor) => string,
) {
  const [category, brand] = await Promise.all([
    categoriesOf(reader, facets.category),
    brandsOf(reader, facets.brand),
  ]);
  return {
    category,
    brand,
    size: facets.size.slice(0, MAX_VALUES),
    colour: facets.colour.slice(0, MAX_VALUES),
    price: facets.price.map(({ from, to, count }) => ({
      from: format(from),
      to: format(to),
      count,
    })),
    in_stock: facets.inStock,
  };
}

/** A category counts the products of those below it too, as its filter shows them. */
async function categoriesOf(reader: Reader, counted: readonly Counted[]): Promise<Named[]> {
  const categories = await categoriesAbove(
    reader,
    counted.map(({ value }) => value),
  );
  const byId = new Map(categories.map(row => [row.id, row]));
  const counts = new Map<string, number>();
  for (const { value, count } of counted) {
    for (const id of [value, ...idsAbove(byId, value)]) {
      counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return categories
    .map(({ id, slug, name }) => ({ slug, name, count: counts.get(id) ?? 0 }))
    .sort(byNumber)
    .slice(0, MAX_CATEGORIES);
}

async function brandsOf(reader: Reader, counted: readonly Counted[]): Promise<Named[]> {
  const most = counted.toSorted(byCount).slice(0, MAX_VALUES);
  const names = await namesOf(
    reader,
    most.map(({ value }) => value),
  );
  return most
    .flatMap(({ value, count }) => {
      const found = names.find(({ id }) => id === value);
      return found === undefined ? [] : [{ slug: found.slug, name: found.name, count }];
    })
    .sort(byNumber);
}

const byNumber = (a: Named, b: Named): number =>
  b.count - a.count || a.name.localeCompare(b.name, 'en', { numeric: true });
