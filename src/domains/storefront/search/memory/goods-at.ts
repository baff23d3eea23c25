import type { Db } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { listsOfStore, type PriceList } from '../../../pricing/index.js';
import { allStores, type SellingStore } from '../../../stores/index.js';
import { keepCurrent } from './keep-current.js';
import { hasRoom, listsOf, type Memory, readMemory, runTogether } from './memory.js';
import type { ValueSets } from './option-sets.js';
import { PriceView } from './price-view.js';
import type { ProductColumns } from './product-columns.js';
import {
  changedProducts,
  knowsChangesSince,
  presentVersion,
  productsOnSale,
  type Terms,
} from './repository.js';
import { StockView } from './stock-view.js';

/** Beyond this many changed products it is less work to read all of them. */
const MOST_CHANGES = 20_000;

/** What a search reads; all columns have the same slots. */
export type Goods = {
  /** Another one after every change of the catalogue. */
  version: string;
  columns: ProductColumns;
  values: ValueSets;
  prices: Pick<PriceView, 'price' | 'sizes' | 'colours' | 'state'>;
  stock: Pick<StockView, 'stocked'>;
};

type ReadGoods = (platform: Platform, store: SellingStore | undefined) => Promise<Goods>;
type GoodsReader = { read: ReadGoods; hasRoom(): boolean };

/** One memory for all searches of a node. */
const readers = new WeakMap<Db, GoodsReader>();

/**
 * The products on sale with prices and stock at a store, or without one at the variants' own prices
 * and with the stock of all stores. Contains every change of the catalogue that was committed before
 * the call, and every change of stock whose event has its number.
 */
export const goodsAt: ReadGoods = (platform, store) => {
  const reader = readers.get(platform.db) ?? createReader(platform.db);
  readers.set(platform.db, reader);
  return reader.read(platform, store);
};

/** Whether one more store can be read without forgetting another. */
export const hasRoomForStore = (db: Db): boolean => readers.get(db)?.hasRoom() ?? true;

function createReader(db: Db): GoodsReader {
  let memory: Memory | undefined;
  const update = runTogether(async () => {
    memory = await followed(db, memory);
  });
  return {
    read: async (platform, store) => {
      await update();
      if (memory === undefined) throw new Error('the products have not been read');
      return goodsOf(memory, platform, store);
    },
    hasRoom: () => memory === undefined || hasRoom(memory),
  };
}

/** The memory with all changes so far, or a new one if it cannot know them. */
async function followed(db: Db, memory: Memory | undefined): Promise<Memory> {
  const { version, last_id: lastId } = await presentVersion(db);
  if (memory === undefined) return readMemory(db, version, lastId);
  if (memory.version === version) return memory;
  const ids = (await knowsChangesSince(db, memory.version))
    ? await changedProducts(db, memory.version, version)
    : undefined;
  // Rows that were written without triggers are not among the changes.
  const isMissing = lastId > memory.lastId && !ids?.includes(lastId);
  if (ids === undefined || ids.length > MOST_CHANGES || isMissing) {
    return readMemory(db, version, lastId);
  }
  if (ids.length > 0) memory.columns.put(ids, await productsOnSale(db, { ids }));
  for (const { view } of [...memory.prices.values(), ...memory.stocks.values()]) {
    for (const id of ids) view.stale.add(id);
  }
  memory.lists = undefined;
  memory.version = version;
  memory.lastId = Math.max(lastId, memory.lastId);
  return memory;
}

/** Stores that sell at the same lists share their prices; changed lists make a new view. */
async function goodsOf(
  memory: Memory,
  platform: Platform,
  store: SellingStore | undefined,
): Promise<Goods> {
  const { version, columns, values } = memory;
  const { baseCurrency } = platform.config;
  const currency = store?.currency ?? baseCurrency;
  const lists = store === undefined ? [] : forEverybody(await listsOf(memory, platform.db), store);
  const storeIds = store === undefined ? await activeStores(platform) : [store.id];
  const termsAt = (at: Date): Terms => ({
    listIds: lists.filter(list => isValid(list, at.getTime())).map(({ id }) => id),
    hasOwnPrices: currency === baseCurrency,
    at,
  });
  const ofPrices = JSON.stringify([currency, lists]);
  const ofStock = JSON.stringify([storeIds, ofPrices]);
  const prices = memory.prices.of(ofPrices, columns.capacity, () =>
    keepCurrent(memory, platform, new PriceView(currency, values), termsAt),
  );
  const stock = memory.stocks.of(ofStock, columns.capacity, () =>
    keepCurrent(memory, platform, new StockView(storeIds), termsAt),
  );
  await Promise.all([prices.refresh(), stock.refresh()]);
  const { price, sizes, colours, state } = prices.view;
  const { stocked } = stock.view;
  return { version, columns, values, prices: { price, sizes, colours, state }, stock: { stocked } };
}

/** Prices for a group of customers are not what everybody is shown. */
const forEverybody = (lists: readonly PriceList[], store: SellingStore): PriceList[] =>
  listsOfStore(lists, store).filter(({ customerGroup }) => customerGroup === null);

const activeStores = async (platform: Platform): Promise<string[]> =>
  (await allStores(platform)).filter(store => store.is_active).map(({ id }) => id);

const isValid = ({ validFromMs, validToMs }: PriceList, atMs: number): boolean =>
  (validFromMs === null || validFromMs <= atMs) && (validToMs === null || atMs < validToMs);
