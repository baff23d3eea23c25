import { byCount, type Counted, type Filters, priceRanges } from './facets.js';
import { type Counts, keptCounts } from './kept-counts.js';
import type { Goods } from './memory/goods-at.js';
import { NONE, type Numbering } from './memory/product-columns.js';
import {
  type Cursor,
  compareToPlace,
  comparison,
  type Order,
  type Place,
  placeOfCursor,
  placeOfSlot,
} from './order.js';

/** The products of a page, and what a further filter would leave of all that were found. */
export type Selection = {
  slots: number[];
  total: number;
  /** Whether products come before and after the page. */
  hasBefore: boolean;
  hasAfter: boolean;
  /** Values of categories and brands are ids; a facet's own filter does not limit it. */
  facets: Counts & { inStock: number };
};

export type ProductQuery = {
  /** Undefined: all products. */
  matches: Int32Array | undefined;
  /** Only these, if given. */
  members: ReadonlySet<number> | undefined;
  filters: Filters;
  order: Order;
  cursor: Cursor | undefined;
  limit: number;
};

/** The filters as numbers; each has a bit in the set of filters that a product fails. */
const CATEGORY = 1;
const BRAND = 2;
const PRICE = 4;
const SIZE = 8;
const COLOUR = 16;
const STOCK = 32;

/** Goes once through what was found, so that totals and facets count everything. */
export function selectProducts(goods: Goods, query: ProductQuery): Selection {
  const { columns, prices } = goods;
  const { matches, members } = query;
  const fails = failingFilters(goods, query.filters);
  // In the order of the slots, because reading the columns in another one takes four times as long.
  const most = matches?.length ?? columns.size;
  const facets = createFacets(goods, query, most);
  const page = createPage(goods, query);
  for (let i = 0; i < most; i += 1) {
    const at = query.order.isFromEnd ? most - 1 - i : i;
    const slot = matches === undefined ? at : (matches[at] ?? 0);
    const isSold =
      columns.position[slot] !== NONE && !Number.isNaN(prices.price[slot] ?? Number.NaN);
    if (!isSold || members?.has(slot) === false) continue;
    const failed = fails(slot);
    if (failed === 0) page.offer(slot);
    facets.add(slot, failed);
  }
  return { ...page.end(), facets: facets.end() };
}

/** Counts afresh only what no search has counted before; goods in stock always. */
function createFacets(goods: Goods, { matches, members, filters }: ProductQuery, most: number) {
  // The members of a collection are read for each search.
  const kept = members === undefined ? keptCounts(goods, matches, filters) : undefined;
  const found = kept?.found;
  const counts = found === undefined ? createCounts(goods, most) : undefined;
  const { stocked } = goods.stock;
  let inStock = 0;
  return {
    add(slot: number, failed: number): void {
      if ((failed & ~STOCK) === 0 && stocked[slot] === 1) inStock += 1;
      counts?.add(slot, failed);
    },
    end(): Selection['facets'] {
      const counted = counts?.end();
      if (counted !== undefined) kept?.keep(counted);
      return { ...((counted ?? found) as Counts), inStock };
    },
  };
}

type Check = { bit: number; fails(slot: number): boolean };

/** The filters that a product fails, as a sum of their bits. */
function failingFilters(goods: Goods, filters: Filters): (slot: number) => number {
  const checks = checksOf(goods, filters);
  return slot => {
    let failed = 0;
    for (const check of checks) if (check.fails(slot)) failed |= check.bit;
    return failed;
  };
}

function checksOf(goods: Goods, filters: Filters): Check[] {
  const { columns, prices, stock, values } = goods;
  const { categories, brand, size, colour, priceMin, priceMax } = filters;
  const checks: Check[] = [];
  const add = (bit: number, fails: Check['fails']): number => checks.push({ bit, fails });
  if (categories !== undefined) {
    const wanted = Uint8Array.from(columns.categories.ids, id => Number(categories.has(id)));
    add(CATEGORY, slot => wanted[columns.category[slot] ?? NONE] !== 1);
  }
  if (brand !== undefined) {
    const wanted = columns.brands.find(brand);
    add(BRAND, slot => wanted === undefined || columns.brand[slot] !== wanted);
  }
  if (priceMin !== undefined) add(PRICE, slot => (prices.price[slot] ?? 0) < priceMin);
  if (priceMax !== undefined) add(PRICE, slot => (prices.price[slot] ?? 0) > priceMax);
  if (size !== undefined) {
    const wanted = values.having(size);
    add(SIZE, slot => wanted[prices.sizes[slot] ?? 0] !== 1);
  }
  if (colour !== undefined) {
    const wanted = values.having(colour);
    add(COLOUR, slot => wanted[prices.colours[slot] ?? 0] !== 1);
  }
  if (filters.inStock) add(STOCK, slot => stock.stocked[slot] !== 1);
  return checks;
}

/** Counts what each facet's values would leave: products that fail no other filter. */
function createCounts(goods: Goods, most: number) {
  const { columns, prices, values } = goods;
  const categories = new Int32Array(columns.categories.ids.length);
  const brands = new Int32Array(columns.brands.ids.length);
  const sizes = new Int32Array(values.sets.length);
  const colours = new Int32Array(values.sets.length);
  const ofPrices = new Float64Array(most);
  let priced = 0;
  return {
    add(slot: number, failed: number): void {
      if ((failed & ~CATEGORY) === 0) count(categories, columns.category[slot]);
      if ((failed & ~BRAND) === 0) count(brands, columns.brand[slot]);
      if ((failed & ~SIZE) === 0) count(sizes, prices.sizes[slot]);
      if ((failed & ~COLOUR) === 0) count(colours, prices.colours[slot]);
      if ((failed & ~PRICE) === 0) {
        ofPrices[priced] = prices.price[slot] ?? 0;
        priced += 1;
      }
    },
    end: (): Counts => ({
      category: countsById(columns.categories, categories),
      brand: countsById(columns.brands, brands),
      size: countsByValue(values.sets, sizes),
      colour: countsByValue(values.sets, colours),
      price: priceRanges(ofPrices.subarray(0, priced)),
    }),
  };
}

const count = (counts: Int32Array, at = NONE): void => {
  if (at !== NONE) counts[at] = (counts[at] ?? 0) + 1;
};

/** Keeps the products of the page, and counts those before it. */
function createPage(goods: Goods, { order, cursor, limit }: ProductQuery) {
  const place = cursor && placeOfCursor(goods, cursor);
  const compare = compareToPlace(goods, order);
  // Going back, the last products before the cursor; the first ones, if there are too few.
  const start = createBest(goods, order, limit + 1, 1);
  const beside = createBest(goods, order, limit + 1, cursor?.isBack ? -1 : 1);
  let total = 0;
  let before = 0;
  return {
    offer(slot: number): void {
      total += 1;
      if (place === undefined || cursor?.isBack) start.offer(slot);
      if (place === undefined) return;
      const from = compare(slot, place);
      // The product of a cursor that goes forward is on the page before.
      if (from < 0 || (from === 0 && !cursor?.isBack)) before += 1;
      if (cursor?.isBack ? from < 0 : from > 0) beside.offer(slot);
    },
    end(): Omit<Selection, 'facets'> {
      if (cursor?.isBack && before > limit) {
        const slots = beside.end().slice(0, limit).reverse();
        return { slots, total, hasBefore: true, hasAfter: true };
      }
      const isStart = cursor === undefined || cursor.isBack;
      const found = (isStart ? start : beside).end();
      const slots = found.slice(0, limit);
      return {
        slots,
        total,
        hasBefore: !isStart && before > 0,
        hasAfter: found.length > limit,
      };
    },
  };
}

/** Room for so many candidates before they are sorted and cut. */
const ROOM = 512;

/** The first `most` of what is offered; with the sign -1 the last. */
function createBest(goods: Goods, order: Order, most: number, sign: 1 | -1) {
  const compare = comparison(goods, order);
  const compareTo = compareToPlace(goods, order);
  let best: number[] = [];
  // Decides about most others.
  let end: Place | undefined;
  const cut = (): void => {
    best = best.sort((a, b) => sign * compare(a, b)).slice(0, most);
    const last = best[most - 1];
    end = last === undefined ? undefined : placeOfSlot(goods, order, last);
  };
  return {
    offer(slot: number): void {
      if (end !== undefined && sign * compareTo(slot, end) > 0) return;
      best.push(slot);
      if (best.length >= most + ROOM) cut();
    },
    end(): number[] {
      cut();
      return best;
    },
  };
}

const countsById = (numbering: Numbering, counts: Int32Array): Counted[] =>
  numbering.ids
    .map((value, number) => ({ value, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0);

/** Turns counts of sets of values into counts of values. */
function countsByValue(sets: readonly (readonly string[])[], counts: Int32Array): Counted[] {
  const found = new Map<string, number>();
  for (const [number, set] of sets.entries()) {
    const count = counts[number] ?? 0;
    if (count > 0) for (const value of set) found.set(value, (found.get(value) ?? 0) + count);
  }
  return [...found].map(([value, count]) => ({ value, count })).sort(byCount);
}
