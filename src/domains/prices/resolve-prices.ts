import type { Reader } from '../../platform/database/tx.js';
import type { Minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import type { ReferenceSnapshot } from '../../platform/reference-data/index.js';
import {
  type Buyer,
  type ChosenPrice,
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
} from '../pricing/index.js';
import { allLists, pricesOfVariants } from './selling-repository.js';

/** A variant with its own price, and how many of it are sold together. */
export type PriceRequest = { variantId: string; ownMinor: Minor; quantity: number };

export type PriceBuyer = Pick<Buyer, 'store'> & {
  /** Asked only if a list of the store is for one group of customers. */
  customerGroup?: () => Promise<string | null>;
  at: Date;
};

/** Where lists and prices come from. */
export type PriceSource = {
  lists(): Promise<PriceList[]>;
  /** One entry per id, in its order. */
  prices(variantIds: readonly string[]): Promise<(readonly ListPrice[])[]>;
};

export const pricesFromDatabase = (reader: Reader): PriceSource => ({
  lists: () => allLists(reader),
  prices: async ids => {
    const found = await pricesOfVariants(reader, ids);
    return ids.map(id => found.get(id) ?? []);
  },
});

/**
 * Remembers the prices of each variant that is asked for. What memory lacks is read in one
 * statement: all calls of `remember` come before the load, which starts in the next microtask.
 */
export const pricesFromMemory = (data: ReferenceSnapshot, reader: Reader): PriceSource => ({
  lists: () => data.remember('prices:lists', () => allLists(reader)),
  prices: ids => {
    const missing: string[] = [];
    let loading: Promise<Map<string, ListPrice[]>> | undefined;
    const load = async (id: string): Promise<ListPrice[]> => {
      missing.push(id);
      loading ??= Promise.resolve().then(() => pricesOfVariants(reader, missing));
      return (await loading).get(id) ?? [];
    };
    return Promise.all(ids.map(id => data.remember(`prices:of:${id}`, () => load(id))));
  },
});

/**
 * The price of each variant in the buyer's store at this moment, and the list that it comes from;
 * undefined where the variant has no price in the store's currency and so is not sold there.
 */
export async function resolvePrices(
  { config }: Pick<Platform, 'config'>,
  source: PriceSource,
  { store, customerGroup, at }: PriceBuyer,
  requests: readonly PriceRequest[],
): Promise<(ChosenPrice | undefined)[]> {
  const lists = listsOfStore(await source.lists(), store);
  const prices =
    lists.length === 0 ? [] : await source.prices(requests.map(request => request.variantId));
  const isGrouped = lists.some(list => list.customerGroup !== null);
  const group = isGrouped && customerGroup !== undefined ? await customerGroup() : null;
  const buyer = { store, customerGroup: group, atMs: at.getTime() };
  return requests.map(({ ownMinor, quantity }, index) =>
    choosePrice(
      lists,
      { prices: prices[index] ?? [], ownMinor },
      buyer,
      quantity,
      config.baseCurrency,
    ),
  );
}
