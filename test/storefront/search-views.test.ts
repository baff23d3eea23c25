import { describe, expect, it } from 'vitest';
import { priceViews, stockViews } from '../../src/domains/storefront/search/memory/memory.js';
import type { Kept, StoreView } from '../../src/domains/storefront/search/memory/store-view.js';
import type { Views } from '../../src/domains/storefront/search/memory/views.js';

/** The slots of 100,000 products. */
const CAPACITY = 131_072;

/** How many views are made when so many groups of stores are read one after another, twice. */
function madeFor<View extends StoreView>(
  views: Views<View>,
  groups: number,
  capacity: number,
): number {
  let made = 0;
  const create = (): Kept<View> => {
    made += 1;
    return {} as Kept<View>;
  };
  for (let at = 0; at < groups * 2; at += 1) views.of(`group ${at % groups}`, capacity, create);
  return made;
}

describe('the views of stores', () => {
  it('of 100 price groups with 100,000 products are read once each', () => {
    expect(madeFor(priceViews(), 100, CAPACITY)).toBe(100);
    expect(madeFor(stockViews(), 900, CAPACITY)).toBe(900);
  });

  it('have at most 256 MB of prices and 128 MB of stock', () => {
    const prices = priceViews();
    madeFor(prices, 2_000, CAPACITY);
    // 122 views of 131,072 slots with 16 bytes are 255.9 MB.
    expect([...prices.values()]).toHaveLength(122);
    const stocks = stockViews();
    madeFor(stocks, 2_000, CAPACITY);
    expect([...stocks.values()]).toHaveLength(976);
  });

  it('are fewer when the catalogue has grown, never fewer than two', () => {
    const views = priceViews();
    madeFor(views, 100, CAPACITY);
    madeFor(views, 1, CAPACITY * 16);
    expect([...views.values()]).toHaveLength(7);
    madeFor(views, 1, CAPACITY * 1_024);
    expect([...views.values()]).toHaveLength(2);
  });

  it('have room until the next one would push one out', () => {
    const views = priceViews();
    madeFor(views, 121, CAPACITY);
    expect(views.hasRoom(CAPACITY)).toBe(true);
    madeFor(views, 122, CAPACITY);
    expect(views.hasRoom(CAPACITY)).toBe(false);
  });
});
