import {
  GIFT_CARD_SKU,
  grossOf,
  isMeasured,
  type LabelledGoods,
  type ManualDiscount,
  type PricedLine,
  shownQuantity,
  stepsPerUnit,
  type Totals,
  taxRatesAt,
  totalsOf,
  unitsOf,
} from '../../../src/domains/pricing/index.js';
import {
  formatHundredths,
  formatMoney,
  parseMoney,
  portion,
  roundToStep,
} from '../../../src/platform/money.js';
import { tillNow } from './journal/clock.js';
import type { SoldGoods } from './journal/entries.js';
import { may } from './may.js';
import { type Moment, type Offer, offeredMinor } from './prices.js';
import { isRunning, type KeptPromotion, type QuotedPrices } from './promotions.js';
import type { Good, Session, StoreSettings } from './types.js';

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

export type Approval = { id: string; amountMinor: number };

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

const isGiftCard = ({ sku }: Pick<Good, 'sku'>): boolean => sku === GIFT_CARD_SKU;

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

/** What a quote depends on. */
export const quoteKey = ({ lines, codes = [] }: Basket): string =>
  JSON.stringify([
    lines.map(({ good, quantity, unitPriceMinor }) => [good.variantId, quantity, unitPriceMinor]),
    codes,
  ]);

/** What a sale is priced with, besides its lines and the settings of the store. */
export type Terms = { atMs: number; promotions: KeptPromotion[] };

export const termsOf = (basket: Basket, store: StoreSettings): Terms => ({
  atMs: tillNow(),
  promotions: promotionsOf(basket, store),
});

const quoteOf = (basket: Basket) => (basket.quote?.of === quoteKey(basket) ? basket.quote : null);

/** The quote of the service, else what the till keeps: the same engine prices both. */
const promotionsOf = (basket: Basket, store: StoreSettings): KeptPromotion[] =>
  quoteOf(basket)?.promotions ?? [
    ...(store.promotions ?? []).filter(promotion => isRunning(promotion, tillNow())),
    ...(basket.coded ?? []),
  ];

/** `unitMinor` is the smallest amount of the currency: a price in yen has no decimals. */
export const lessPercent = (priceMinor: number, percent: number, unitMinor: number): number =>
  roundToStep(portion(priceMinor, Math.round((100 - percent) * 100), 10_000), unitMinor);

/** Uses the service's own arithmetic, so that its check agrees to the cent. */
export function totalsFor(
  basket: Basket,
  store: StoreSettings,
  terms: Terms = termsOf(basket, store),
): Totals {
  return totalsOf({
    lines: basket.lines.map(priced),
    promotions: terms.promotions,
    discounts: basket.discounts ?? [],
    ...unitsOf(store.currency),
    taxes: isUntaxed(basket, store)
      ? []
      : taxRatesAt(
          store.taxes.map(tax => ({ ...tax, rates: tax.rates ?? [] })),
          store.timeZone,
          new Date(terms.atMs),
        ),
    pricesIncludeTax: store.pricesIncludeTax ?? false,
  });
}

/** Where prices contain the tax, the service takes it out of the price. */
const isUntaxed = ({ customer }: Basket, { pricesIncludeTax = false }: StoreSettings): boolean =>
  !pricesIncludeTax && customer?.isTaxExempt === true;

/** What the line costs before tax. */
export const lineMinor = (line: Line): number => grossOf(priced(line));

const priced = ({ key, good, quantity, unitPriceMinor, printedMinor }: Line): PricedLine => ({
  key,
  variantId: good.variantId,
  productId: good.productId,
  categoryId: good.categoryId,
  collectionIds: good.collectionIds,
  sku: good.sku,
  quantity,
  stepsPerUnit: stepsPerUnit(good.unit),
  unitPriceMinor,
  ...(printedMinor !== undefined && { printedMinor }),
  isTaxExempt: good.isTaxExempt,
  taxClass: good.taxClass,
  ...(good.parts && { parts: good.parts }),
});

/** What the cashier takes off: lower prices and discounts; raised prices reduce it. */
export function discountOf(basket: Basket, store: StoreSettings, terms?: Terms): number {
  const off = basket.lines.map(line =>
    portion(
      line.good.priceMinor - line.unitPriceMinor,
      line.quantity,
      stepsPerUnit(line.good.unit),
    ),
  );
  const lowered = Math.max(
    0,
    off.reduce((sum, amount) => sum + amount, 0),
  );
  const { discounts: given = [] } = totalsFor(basket, store, terms);
  return lowered + given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

export const isRepriced = (basket: Basket): boolean =>
  (basket.discounts ?? []).length > 0 ||
  basket.lines.some(line => line.unitPriceMinor !== line.good.priceMinor);

const HUNDRED = 100;

type Seller = Pick<Session, 'store' | 'permissions'>;

/** Whether a line is lowered by more than the store allows people who cannot approve themselves. */
function exceedsPercent(basket: Basket, seller: Seller): boolean {
  const { store } = seller;
  const { percentAbove: percent } = store.policy;
  if (percent === undefined || may(seller, 'approval.decide') || !isRepriced(basket)) return false;
  const { discounts = [] } = totalsFor(basket, store);
  const shares = discounts.flatMap(discount => discount.shares);
  return basket.lines.some(line => {
    const lineOff = Math.max(0, line.good.priceMinor - line.unitPriceMinor);
    const loweredMinor = portion(lineOff, line.quantity, stepsPerUnit(line.good.unit));
    const givenMinor = shares
      .filter(({ key }) => key === line.key)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const regularMinor = lineMinor(line) + loweredMinor;
    return (loweredMinor + givenMinor) * HUNDRED > regularMinor * percent;
  });
}

/** Applies the store's approval policy, with the same rules as the service; costs it does not know. */
export function needsApproval(basket: Basket, seller: Seller): boolean {
  const { store } = seller;
  const { policy } = store;
  const above =
    policy.discountAbove === undefined
      ? undefined
      : parseMoney(policy.discountAbove, store.currency);
  const discountMinor = discountOf(basket, store);
  const isLarge = (above !== undefined && discountMinor > above) || exceedsPercent(basket, seller);
  if (!((policy.priceOverride && isRepriced(basket)) || isLarge)) return false;
  return basket.approval === null || basket.approval.amountMinor < discountMinor;
}

export const minimumAge = (basket: Basket): number =>
  Math.max(0, ...basket.lines.map(line => line.good.minimumAge ?? 0));

/** The request body that creates the sale. */
export function saleRequestOf(basket: Basket, { user, store }: Session, terms?: Terms) {
  const totals = totalsFor(basket, store, terms);
  return {
    store_id: store.id,
    employee_id: user.number,
    line_items: basket.lines.map((line, index) => ({
      product_variant_id: line.good.variantId,
      sku: line.good.sku,
      quantity: shownQuantity(line.quantity, line.good.unit),
      unit_price: formatMoney(line.unitPriceMinor, store.currency),
      subtotal: formatMoney(totals.lines[index]?.grossMinor ?? 0, store.currency),
    })),
    subtotal: formatMoney(totals.subtotalMinor, store.currency),
    tax_amount: formatMoney(totals.taxMinor, store.currency),
    total_amount: formatMoney(totals.totalMinor, store.currency),
    ...(basket.approval !== null && { approval_request_id: basket.approval.id }),
    ...(basket.customer && { customer_id: basket.customer.id }),
    ...(basket.pickupName && { pickup_name: basket.pickupName }),
    ...(basket.note && { note: basket.note }),
    ...reductionsOf(basket, totals, store.currency),
  };
}

/** The lines with what the customer pays for each, for a later return. */
export function soldGoods(basket: Basket, store: StoreSettings, terms?: Terms): SoldGoods[] {
  const { lines } = totalsFor(basket, store, terms);
  return basket.lines.map(({ good, quantity }, index) => ({
    sku: good.sku,
    name: good.name,
    unit: good.unit,
    quantity,
    netMinor: lines[index]?.netMinor ?? 0,
    taxMinor: lines[index]?.taxMinor ?? 0,
    ...(good.parts && { parts: good.parts.length }),
  }));
}

type Reductions = {
  quote_id?: string;
  promo_codes?: string[];
  discounts?: SentDiscount[];
  discount_amount?: string;
};

type SentDiscount = {
  line?: number;
  sale?: boolean;
  amount?: string;
  percent?: string;
  reason: string;
};

/** A sale without any reduction is sent as plain prices. */
function reductionsOf(basket: Basket, totals: Totals, currency: string): Reductions {
  const { discounts = [], codes = [] } = basket;
  if (totals.discountMinor === 0 && codes.length === 0) return {};
  const quote = quoteOf(basket);
  const isPromoted = totals.applied.length > 0 || codes.length > 0;
  return {
    ...(quote ? { quote_id: quote.id } : isPromoted && { promo_codes: codes }),
    ...(discounts.length > 0 && { discounts: sentDiscounts(basket, currency) }),
    discount_amount: formatMoney(totals.discountMinor, currency),
  };
}

/** Discounts of the cashier as the service takes them. */
export const sentDiscounts = (basket: Basket, currency: string): SentDiscount[] =>
  (basket.discounts ?? []).map(discount => ({
    ...place(basket, discount.key),
    ...('amountMinor' in discount
      ? { amount: formatMoney(discount.amountMinor, currency) }
      : { percent: formatHundredths(discount.basisPoints) }),
    reason: discount.reason,
  }));

const place = ({ lines }: Basket, key: string | null) =>
  key === null ? { sale: true } : { line: lines.findIndex(line => line.key === key) };

/** `2`, or with its unit `0.432 kg`; `measure` writes the number in the language of the reader. */
export const quantityText = (
  { quantity, good: { unit } }: Pick<Line, 'quantity' | 'good'>,
  measure: (quantity: number) => string,
): string =>
  isMeasured(unit) ? `${measure(shownQuantity(quantity, unit))} ${unit}` : String(quantity);

/** What a count of items counts: each weighed item is one. */
export const itemsIn = (basket: Basket): number =>
  basket.lines.reduce((sum, { good, quantity }) => sum + (isMeasured(good.unit) ? 1 : quantity), 0);

export type SaleRequest = ReturnType<typeof saleRequestOf>;

/**
 * The sale with its promotions as discounts of the cashier: for one that was paid offline under a
 * promotion that the service does not know any more. Undefined without promotions.
 */
export function asDiscounts(
  basket: Basket,
  session: Session,
  terms?: Terms,
): SaleRequest | undefined {
  const claim = saleRequestOf(basket, session, terms);
  if (claim.promo_codes === undefined) return undefined;
  const { promo_codes: _, ...rest } = claim;
  const { lines } = totalsFor(basket, session.store, terms);
  const promoted = lines.flatMap(({ applied }, line) =>
    applied.map(({ amountMinor, name }) => ({
      line,
      amount: formatMoney(amountMinor, session.store.currency),
      reason: name,
    })),
  );
  return { ...rest, discounts: [...promoted, ...(claim.discounts ?? [])] };
}

/**
 * The sale as an entry names it, at the terms of its first part. The service prices it at the time of
 * its last part: promotions that give another discount by then are sent as discounts of the cashier.
 */
export function entryRequestOf(basket: Basket, session: Session, terms?: Terms): SaleRequest {
  const claim = saleRequestOf(basket, session, terms);
  if (terms === undefined) return claim;
  const now = saleRequestOf(basket, session);
  const isSame = claim.discount_amount === now.discount_amount;
  return isSame ? claim : (asDiscounts(basket, session, terms) ?? claim);
}
