import {
  grossOf,
  isFarAbove,
  type PricedLine,
  stepsPerUnit,
  type Totals,
  taxRatesAt,
  totalsOf,
  unitsOf,
} from '../../../src/domains/pricing/index.js';
import { parseMoney, portion, roundToStep } from '../../../src/platform/money.js';
import { type Basket, isGiftCard, type Line, type NamedPrice } from './basket.js';
import { tillNow } from './journal/clock.js';
import { may } from './may.js';
import { isRunning, type KeptPromotion } from './promotions.js';
import { formatMoney } from './till-money.js';
import type { Session, StoreSettings } from './types.js';

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

/** The quote of the service, if it is for exactly this basket. */
export const quoteOf = (basket: Basket) =>
  basket.quote?.of === quoteKey(basket) ? basket.quote : null;

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

/** Lines far above their list price; the price of a gift card is its value. */
export const raisedLines = ({ lines }: Basket): Basket['lines'] =>
  lines.filter(
    ({ good, unitPriceMinor }) => !isGiftCard(good) && isFarAbove(unitPriceMinor, good.priceMinor),
  );

/** The prices that an approval has to name. */
export const raisedPrices = (basket: Basket): NamedPrice[] =>
  raisedLines(basket).map(({ good, unitPriceMinor }) => ({
    sku: good.sku,
    unit_price: formatMoney(unitPriceMinor),
  }));

const coversPrices = (basket: Basket): boolean =>
  raisedPrices(basket).every(({ sku, unit_price }) =>
    basket.approval?.prices?.some(one => one.sku === sku && one.unit_price === unit_price),
  );

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
  if (!coversPrices(basket)) return true;
  const isLarge = (above !== undefined && discountMinor > above) || exceedsPercent(basket, seller);
  if (!((policy.priceOverride && isRepriced(basket)) || isLarge)) return false;
  return basket.approval === null || basket.approval.amountMinor < discountMinor;
}
