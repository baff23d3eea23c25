import {
  GIFT_CARD_SKU,
  isMeasured,
  type LabelledGoods,
  type ManualDiscount,
  shownQuantity,
  stepsPerUnit,
} from '../../../src/domains/pricing/index.js';
import { tillNow } from './journal/clock.js';
import { type Moment, type Offer, offeredMinor } from './prices.js';
import type { KeptPromotion, QuotedPrices } from './promotions.js';
import type { Good } from './types.js';

export type Line = {
  key: string;
  good: Good;
  /** Pieces, or thousandths of the unit. */
  quantity: number;
  /** The list price at this quantity (`good.priceMinor`), unless the cashier has set another. */
  unitPriceMinor: number;
  /** The price on the label, which the line costs whatever its weight. */
  printedMinor?: number;
};

export type Approval = {
  id: string;
  amountMinor: number;
  /** Prices far above the list that it is for. */
  prices?: NamedPrice[];
};

/** As a request for an approval names it. */
export type NamedPrice = { sku: string; unit_price: string };

/** A discount that the cashier gives, off a line or (key null) off the sale. */
export type Discount = ManualDiscount & { reason: string };

/** The customer of the sale, as the till shows them. */
export type BuyerOfSale = {
  id: string;
  name: string;
  points: number;
  group: string | null;
  isTaxExempt: boolean;
};

/** `isUnclaimed`: resumed without a connection, so another till may have continued it as well. */
export type HeldLink = { id: string; version: number; isUnclaimed?: boolean };

export type Basket = {
  lines: Line[];
  selected: string | null;
  approval: Approval | null;
  discounts?: Discount[];
  /** Promo codes, and the promotions that they stand for. */
  codes?: string[];
  coded?: KeptPromotion[];
  /** Prices of the service for exactly these lines and codes. */
  quote?: (QuotedPrices & { of: string }) | null;
  customer?: BuyerOfSale | null;
  /** Who collects the goods, and a note of the cashier. */
  pickupName?: string;
  note?: string;
  /** The held sale of the service that this till continues. */
  held?: HeldLink;
};

export const isGiftCard = ({ sku }: Pick<Good, 'sku'>): boolean => sku === GIFT_CARD_SKU;

export const sellsGiftCards = ({ lines }: Pick<Basket, 'lines'>): boolean =>
  lines.some(({ good }) => isGiftCard(good));

export const EMPTY: Basket = { lines: [], selected: null, approval: null };

/** A quote is for one customer, so it goes with another one. The lines get the prices of the group. */
export const withCustomer = (basket: Basket, customer: BuyerOfSale | null): Basket =>
  atCurrentPrices({ ...basket, customer, quote: null }, new Map());

export const MAX_QUANTITY = 9_999;

/** Price lists may be for one group of customers. */
export const momentOf = ({ customer }: Pick<Basket, 'customer'>): Moment => ({
  customerGroup: customer?.group ?? null,
  atMs: tillNow(),
});

/**
 * The line at the list price of its quantity, unless the cashier has set another price. The price of a
 * gift card is the value that the customer chose.
 */
function atListPrice(line: Line, moment: Moment): Line {
  const { good, unitPriceMinor } = line;
  if (isGiftCard(good)) return line;
  const priceMinor = offeredMinor(good, line.quantity, moment) ?? good.priceMinor;
  if (priceMinor === good.priceMinor) return line;
  const isListed = unitPriceMinor === good.priceMinor;
  return {
    ...line,
    good: { ...good, priceMinor },
    unitPriceMinor: isListed ? priceMinor : unitPriceMinor,
  };
}

/** The lines at the prices of this moment; the same basket if none has changed. */
export function atCurrentPrices(
  basket: Basket,
  offers: ReadonlyMap<string, Offer | undefined>,
  moment: Moment = momentOf(basket),
): Basket {
  const lines = basket.lines.map(line => {
    const offer = offers.get(line.good.variantId) ?? line.good.offer;
    // Compared as text: a basket of another tab holds copies, and two tabs would replace each other's.
    const isKnown = JSON.stringify(offer) === JSON.stringify(line.good.offer);
    return atListPrice(isKnown ? line : { ...line, good: { ...line.good, offer } }, moment);
  });
  const isSame = lines.every((line, index) => line === basket.lines[index]);
  return isSame ? basket : { ...basket, lines };
}

/** Each weighed item is a line of its own, as on its label. */
export function addWeighed(
  basket: Basket,
  good: Good,
  { quantity, printedMinor }: LabelledGoods,
  key: string,
): Basket {
  const line: Line = {
    key,
    good,
    quantity,
    // A printed price of goods by the piece is their price.
    unitPriceMinor: isMeasured(good.unit) ? good.priceMinor : (printedMinor ?? good.priceMinor),
    ...(isMeasured(good.unit) && printedMinor !== null && { printedMinor }),
  };
  return withLine(basket, line);
}

const withLine = (basket: Basket, line: Line): Basket => ({
  ...basket,
  lines: [...basket.lines, atListPrice(line, momentOf(basket))],
  selected: line.key,
});

/** Adds to the existing line of this variant, unless that line has a changed price. */
export function addGood(basket: Basket, good: Good, key: string): Basket {
  const line = basket.lines.find(
    ({ good: { variantId, priceMinor }, unitPriceMinor }) =>
      variantId === good.variantId &&
      unitPriceMinor === priceMinor &&
      // Gift cards of other values are lines of their own.
      (!isGiftCard(good) || priceMinor === good.priceMinor),
  );
  if (line !== undefined) return setQuantity(basket, line.key, line.quantity + 1);
  return withLine(basket, { key, good, quantity: 1, unitPriceMinor: good.priceMinor });
}

export function setQuantity(basket: Basket, key: string, quantity: number): Basket {
  if (quantity < 1) return removeLine(basket, key);
  const line = basket.lines.find(one => one.key === key);
  const most = MAX_QUANTITY * stepsPerUnit(line?.good.unit ?? 'piece');
  const whole = Math.min(most, Math.trunc(quantity));
  if (whole === line?.quantity) return change(basket, key, {});
  return change(basket, key, { quantity: whole, printedMinor: undefined });
}

export const setPrice = (basket: Basket, key: string, unitPriceMinor: number): Basket =>
  change(basket, key, {
    unitPriceMinor,
    ...(basket.lines.find(line => line.key === key)?.unitPriceMinor !== unitPriceMinor && {
      printedMinor: undefined,
    }),
  });

function change(basket: Basket, key: string, changes: Partial<Line>): Basket {
  const moment = momentOf(basket);
  const lines = basket.lines.map(line =>
    line.key === key ? atListPrice({ ...line, ...changes }, moment) : line,
  );
  return { ...basket, lines, selected: key };
}

export function removeLine(basket: Basket, key: string): Basket {
  const index = basket.lines.findIndex(line => line.key === key);
  const lines = basket.lines.filter(line => line.key !== key);
  const discounts = basket.discounts?.filter(discount => discount.key !== key);
  return {
    ...basket,
    lines,
    discounts,
    selected: lines[Math.min(index, lines.length - 1)]?.key ?? null,
  };
}

/** Replaces the discount of the line, or of the sale if the key is null. */
export function setDiscount(basket: Basket, discount: Discount): Basket {
  const others = (basket.discounts ?? []).filter(({ key }) => key !== discount.key);
  const size = 'amountMinor' in discount ? discount.amountMinor : discount.basisPoints;
  return { ...basket, discounts: size > 0 ? [...others, discount] : others };
}

export const discountFor = (basket: Basket, key: string | null): Discount | undefined =>
  basket.discounts?.find(discount => discount.key === key);

export const addCode = (basket: Basket, code: string, coded: KeptPromotion[]): Basket => ({
  ...basket,
  codes: [...(basket.codes ?? []), code],
  coded,
});

export const removeCode = (basket: Basket, code: string): Basket => ({
  ...basket,
  codes: (basket.codes ?? []).filter(one => one !== code),
  coded: (basket.coded ?? []).filter(promotion => promotion.code !== code),
});

/** `2`, or with its unit `0.432 kg`; `measure` writes the number in the language of the reader. */
export const quantityText = (
  { quantity, good: { unit } }: Pick<Line, 'quantity' | 'good'>,
  measure: (quantity: number) => string,
): string =>
  isMeasured(unit) ? `${measure(shownQuantity(quantity, unit))} ${unit}` : String(quantity);

/** What a count of items counts: each weighed item is one. */
export const itemsIn = (basket: Basket): number =>
  basket.lines.reduce((sum, { good, quantity }) => sum + (isMeasured(good.unit) ? 1 : quantity), 0);

export const minimumAge = (basket: Basket): number =>
  Math.max(0, ...basket.lines.map(line => line.good.minimumAge ?? 0));
