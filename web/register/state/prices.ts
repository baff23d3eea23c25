import {
  choosePrice,
  type ListPrice,
  listsOfStore,
  type PriceList,
  shownQuantity,
} from '../../../src/domains/pricing/index.js';
import { hundredths, minor } from '../../../src/platform/money.js';
import type { Head, KeptVariant } from './kept-catalogue.js';
import type { StoreSettings } from './types.js';

type Store = Pick<StoreSettings, 'id' | 'currency'>;

/** Everything that decides the price of a variant in the store: the till computes it offline too. */
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

/** When a price or a list starts or ends next; `moments` rise. */
export const nextSwitch = (moments: readonly number[], atMs: number): number | null =>
  moments.find(ms => ms > atMs) ?? null;

/** When lists and prices of a catalogue start and end, each moment once. */
export function switchesOf(
  lists: Head['price_lists'],
  variants: Iterable<Pick<KeptVariant, 'prices'>>,
  known: readonly number[] = [],
): number[] {
  const moments = new Set(known);
  const add = (at: string | null | undefined): void => {
    if (at) moments.add(Date.parse(at));
  };
  for (const { valid_from, valid_to } of lists) {
    add(valid_from);
    add(valid_to);
  }
  for (const { prices = NONE } of variants) for (const { valid_from } of prices) add(valid_from);
  return [...moments].sort((a, b) => a - b);
}

const NONE: never[] = [];

const msOf = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

type Terms = Pick<Head, 'base_currency' | 'price_lists'>;

/** Makes the offers of variants from the catalogue of the store. */
export function offersOf(terms: Terms, { id, currency }: Store): (variant: KeptVariant) => Offer {
  const store = { id, currency };
  const base = terms.base_currency;
  const lists = listsOfStore(
    // The service sends the lists of this store only.
    terms.price_lists.map(list => ({
      id: list.id,
      code: list.code,
      currency: list.currency,
      storeIds: NONE,
      customerGroup: list.customer_group,
      validFromMs: msOf(list.valid_from),
      validToMs: msOf(list.valid_to),
      priority: list.priority,
    })),
    store,
  );
  return variant => {
    const ownMinor = hundredths(variant.price);
    if (variant.prices === undefined) {
      return { store, lists: NONE, prices: NONE, ownMinor, base };
    }
    const prices = variant.prices.map(price => ({
      listId: price.price_list_id,
      minQuantity: price.min_quantity,
      amountMinor: minor(price.amount, currency),
      validFromMs: msOf(price.valid_from),
    }));
    const ids = new Set(prices.map(({ listId }) => listId));
    return { store, lists: lists.filter(list => ids.has(list.id)), prices, ownMinor, base };
  };
}
