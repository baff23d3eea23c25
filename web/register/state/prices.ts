import { all, answer, type Tillhouse } from '@tillhouse/client';
import {
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
} from '../../../src/domains/pricing/index.js';
import { minor } from '../../../src/platform/money.js';
import type { StoreSettings } from './session.js';

type Store = Pick<StoreSettings, 'id' | 'currency'>;

const LIMIT = 200;

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** The price of one piece in the store now; undefined where the store does not sell the variant. */
export type PriceOf = (variantId: string, ownPrice: string) => number | undefined;

/** Loads the price lists of a store, with prices only if it has a list. */
export async function loadPrices(api: Tillhouse, store: Store): Promise<PriceOf> {
  const [base, lists] = await Promise.all([loadBase(api), loadLists(api, store)]);
  const prices = lists.length === 0 ? new Map() : await loadListPrices(api, store);
  return (variantId, ownPrice) =>
    choosePrice(
      lists,
      { prices: prices.get(variantId) ?? [], ownMinor: minor(ownPrice) },
      { store, customerGroup: null, atMs: Date.now() },
      1,
      base,
    )?.amountMinor;
}

async function loadBase(api: Tillhouse): Promise<string> {
  return (await answer(api.GET('/prices/base/'))).currency;
}

async function loadLists(api: Tillhouse, store: Store): Promise<PriceList[]> {
  const found = await all(cursor =>
    api.GET('/price-lists/', {
      params: { query: { store: store.id, limit: LIMIT, cursor } },
    }),
  );
  const lists = found.map(list => ({
    id: list.id,
    code: list.code,
    currency: list.currency,
    storeIds: list.store_ids,
    customerGroup: list.customer_group,
    validFromMs: msOf(list.valid_from),
    validToMs: msOf(list.valid_to),
    priority: list.priority,
  }));
  return listsOfStore(lists, store);
}

async function loadListPrices(api: Tillhouse, store: Store): Promise<Map<string, ListPrice[]>> {
  const found = await all(cursor =>
    api.GET('/prices/', {
      params: { query: { store: store.id, limit: LIMIT, cursor } },
    }),
  );
  const prices = new Map<string, ListPrice[]>();
  for (const price of found) {
    const known = prices.get(price.variant) ?? [];
    prices.set(price.variant, known);
    known.push({
      listId: price.price_list,
      minQuantity: price.min_quantity,
      amountMinor: minor(price.amount),
      validFromMs: msOf(price.valid_from),
    });
  }
  return prices;
}
