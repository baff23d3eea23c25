import { all, answer, type Tillhouse } from '@tillhouse/client';
import {
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
  shownQuantity,
} from '../../../src/domains/pricing/index.js';
import { hundredths, minor } from '../../../src/platform/money.js';
import type { StoreSettings } from './types.js';

type Store = Pick<StoreSettings, 'id' | 'currency'>;

/** All that decides the price of a variant in the store, so that it is the service's also offline. */
export type Offer = {
  store: Store;
  /** The lists that have a price of the variant, highest priority first. */
  lists: PriceList[];
  prices: ListPrice[];
  ownMinor: number;
  /** The currency of variants' own prices. */
  base: string;
};

/** Who buys, and when. */
export type Moment = { customerGroup: string | null; atMs: number };

/**
 * The price of one unit at a quantity in steps; undefined where the store does not sell the goods.
 * Goods that an earlier release has stored have no offer, but the price of that time.
 */
export const offeredMinor = (
  { offer, unit, priceMinor }: { offer?: Offer; unit: string; priceMinor?: number },
  quantity: number,
  moment: Moment,
): number | undefined =>
  offer === undefined
    ? priceMinor
    : choosePrice(
        offer.lists,
        offer,
        { ...moment, store: offer.store },
        shownQuantity(quantity, unit),
        offer.base,
      )?.amountMinor;

/** When a price or a list of these offers starts or ends next. */
export function nextSwitch(offers: readonly Offer[], atMs: number): number | null {
  let next: number | null = null;
  for (const { lists, prices } of offers) {
    const moments = [
      ...lists.flatMap(({ validFromMs, validToMs }) => [validFromMs, validToMs]),
      ...prices.map(({ validFromMs }) => validFromMs),
    ];
    for (const ms of moments) {
      if (ms !== null && ms > atMs && (next === null || ms < next)) next = ms;
    }
  }
  return next;
}

const LIMIT = 200;

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** Loads the price lists of a store, with prices only if it has a list. */
export async function loadOffers(
  api: Tillhouse,
  { id, currency }: Store,
): Promise<(variantId: string, ownPrice: string) => Offer> {
  const store = { id, currency };
  const [base, lists] = await Promise.all([loadBase(api), loadLists(api, store)]);
  const known = lists.length === 0 ? new Map() : await loadListPrices(api, store);
  return (variantId, ownPrice) => {
    const prices: ListPrice[] = known.get(variantId) ?? [];
    const ids = new Set(prices.map(({ listId }) => listId));
    return {
      store,
      lists: lists.filter(list => ids.has(list.id)),
      prices,
      ownMinor: hundredths(ownPrice),
      base,
    };
  };
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
      amountMinor: minor(price.amount, store.currency),
      validFromMs: msOf(price.valid_from),
    });
  }
  return prices;
}
