import { coalesce } from '../../../../platform/coalesce.js';
import type { Db } from '../../../../platform/database/tx.js';
import { pricesFromDatabase } from '../../../prices/index.js';
import type { PriceList } from '../../../pricing/index.js';
import { ValueSets } from './option-sets.js';
import type { PriceView } from './price-view.js';
import { ProductColumns } from './product-columns.js';
import { productsOnSale, type Which } from './repository.js';
import type { StockView } from './stock-view.js';
import { Views } from './views.js';

/** Products are read in ranges of so many ids, between which other requests are served. */
const RANGE = 10_000;
/** With 100,000 products in 131,072 slots: 122 groups of stores with the same prices. */
const PRICE_VIEWS = { mostBytes: 256_000_000, bytesPerProduct: 16 };
/** With 100,000 products in 131,072 slots: 976 stores. */
const STOCK_VIEWS = { mostBytes: 128_000_000, bytesPerProduct: 1 };

/** The products on sale as of one version of the catalogue, and what stores sell of them. */
export type Memory = {
  version: string;
  /** The highest id of a product; a higher one is new. */
  lastId: number;
  columns: ProductColumns;
  values: ValueSets;
  lists: Promise<PriceList[]> | undefined;
  prices: Views<PriceView>;
  stocks: Views<StockView>;
};

export const priceViews = (): Views<PriceView> =>
  new Views(PRICE_VIEWS.mostBytes, PRICE_VIEWS.bytesPerProduct);
export const stockViews = (): Views<StockView> =>
  new Views(STOCK_VIEWS.mostBytes, STOCK_VIEWS.bytesPerProduct);

/** Whether the views of one more store fit beside all others. */
export const hasRoom = ({ prices, stocks, columns: { capacity } }: Memory): boolean =>
  prices.hasRoom(capacity) && stocks.hasRoom(capacity);

export async function readMemory(db: Db, version: string, lastId: number): Promise<Memory> {
  const columns = new ProductColumns();
  const rows = [];
  for (const range of rangesTo(lastId)) rows.push(...(await productsOnSale(db, range)));
  columns.put([], rows);
  return {
    version,
    lastId,
    columns,
    values: new ValueSets(),
    lists: undefined,
    prices: priceViews(),
    stocks: stockViews(),
  };
}

export function* rangesTo(lastId: number): Generator<Which> {
  for (let from = 0; from <= lastId; from += RANGE) yield { from, to: from + RANGE - 1 };
}

/** The price lists of all stores. */
export function listsOf(memory: Memory, db: Db): Promise<PriceList[]> {
  if (memory.lists !== undefined) return memory.lists;
  const lists = pricesFromDatabase(db).lists();
  memory.lists = lists;
  lists.catch(() => {
    if (memory.lists === lists) memory.lists = undefined;
  });
  return lists;
}

/** Runs work for all callers that come before it starts, one run at a time. */
export function runTogether(work: () => Promise<void>): () => Promise<void> {
  const run = coalesce<undefined, undefined>(Number.MAX_SAFE_INTEGER, async callers => {
    await work();
    return callers;
  });
  return () => run(undefined);
}
