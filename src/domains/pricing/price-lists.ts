import type { Minor } from '../../platform/money.js';

/** Moments are milliseconds since 1970; null is open. */
export type PriceList = {
  id: string;
  code: string;
  currency: string;
  /** Empty: every store of the currency. */
  storeIds: readonly string[];
  /** Null: every customer. */
  customerGroup: string | null;
  validFromMs: number | null;
  validToMs: number | null;
  priority: number;
};

/** One price of a variant in a list. */
export type ListPrice = {
  listId: string;
  minQuantity: number;
  amountMinor: Minor;
  validFromMs: number | null;
};

export type Buyer = {
  store: { id: string; currency: string };
  customerGroup: string | null;
  atMs: number;
};

export type ChosenPrice = {
  amountMinor: Minor;
  /** The code of the list; null is the variant's own price. */
  priceList: string | null;
};

/** Lists that may set a price in this store at some time, highest priority first. */
export const listsOfStore = (lists: readonly PriceList[], store: Buyer['store']): PriceList[] =>
  lists
    .filter(
      list =>
        list.currency === store.currency &&
        (list.storeIds.length === 0 || list.storeIds.includes(store.id)),
    )
    .sort((a, b) => b.priority - a.priority || (a.code < b.code ? -1 : 1));

const isReached = (fromMs: number | null, atMs: number): boolean =>
  fromMs === null || fromMs <= atMs;

const isValid = (list: PriceList, { customerGroup, atMs }: Buyer): boolean =>
  isReached(list.validFromMs, atMs) &&
  (list.validToMs === null || atMs < list.validToMs) &&
  (list.customerGroup === null || list.customerGroup === customerGroup);

/** The price of the largest quantity that is reached; of several, the one that started last. */
function priceIn(prices: readonly ListPrice[], listId: string, quantity: number, atMs: number) {
  let best: ListPrice | undefined;
  for (const price of prices) {
    if (price.listId !== listId || price.minQuantity > quantity) continue;
    if (!isReached(price.validFromMs, atMs)) continue;
    const isBetter =
      best === undefined ||
      price.minQuantity > best.minQuantity ||
      (price.minQuantity === best.minQuantity &&
        (price.validFromMs ?? Number.NEGATIVE_INFINITY) >
          (best.validFromMs ?? Number.NEGATIVE_INFINITY));
    if (isBetter) best = price;
  }
  return best;
}

/** A quantity below one costs the price of one unit, unless it has a price of its own. */
const ONE_UNIT = 1;

/**
 * The price of a variant for a buyer: of the list with the highest priority that is valid and has a
 * price for the quantity, else the variant's own price in stores of the base currency. Undefined:
 * the variant is not sold in the store.
 */
export function choosePrice(
  lists: readonly PriceList[],
  variant: { prices: readonly ListPrice[]; ownMinor: Minor },
  buyer: Buyer,
  quantity: number,
  baseCurrency: string,
): ChosenPrice | undefined {
  for (const list of lists) {
    if (!isValid(list, buyer)) continue;
    const found =
      priceIn(variant.prices, list.id, quantity, buyer.atMs) ??
      priceIn(variant.prices, list.id, Math.max(quantity, ONE_UNIT), buyer.atMs);
    if (found !== undefined) return { amountMinor: found.amountMinor, priceList: list.code };
  }
  return buyer.store.currency === baseCurrency
    ? { amountMinor: variant.ownMinor, priceList: null }
    : undefined;
}
