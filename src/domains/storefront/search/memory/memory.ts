import { LRUCache } from 'lru-cache';
import { coalesce } from '../../../../platform/coalesce.js';
import type { Db } from '../../../../platform/database/tx.js';
import { pricesFromDatabase } from '../../../prices/index.js';
import type { PriceList } from '../../../pricing/index.js';
import { ValueSets } from './option-sets.js';
import type { PriceView } from './price-view.js';
import { ProductColumns } from './product-columns.js';
import { productsOnSale, type Which } from './repository.js';
import type { StockView } from './stock-view.js';
import type { Kept } from './store-view.js';

/** Products are read in ranges of so many ids, between which other requests are served. */
const RANGE = 10_000;
const MAX_PRICE_VIEWS = 20;
const MAX_STOCK_VIEWS = 200;

/** The products on sale as of one version of the catalogue, and what stores sell of them. */
export type Memory = {
  version: string;
  /** The highest id of a product; a higher one is new. */
  lastId: number;
  columns: ProductColumns;
  values: ValueSets;
  lists: Promise<PriceList[]> | undefined;
  prices: LRUCache<string, Kept<PriceView>>;
  stocks: LRUCache<string, Kept<StockView>>;
};

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
    prices: new LRUCache({ max: MAX_PRICE_VIEWS }),
    stocks: new LRUCache({ max: MAX_STOCK_VIEWS }),
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
