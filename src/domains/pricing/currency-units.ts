import { formatHundredths, hundredths, type Minor } from '../../platform/money.js';
import { explain as explainInMinor, type LineExplanation } from './explain.js';
import type { Promotion } from './promotion-terms.js';
import type { TaxBreakdownRow } from './tax.js';
import { type Basket, type Totals, totalsOf as totalsInMinor } from './totals.js';

/**
 * `unitMinor` is the smallest amount of the currency in minor units: 1 in USD and KWD, 100 in JPY.
 * Without it a basket is counted in minor units.
 */
export type BasketInUnits = Basket & { unitMinor?: Minor };

/** Prices a basket so that every amount is a whole number of units: no tenth of a yen. */
export const totalsOf = (basket: BasketInUnits): Totals => computed(basket, totalsInMinor);

/** Where the amounts of `totalsOf` come from. */
export const explain = (basket: BasketInUnits): LineExplanation[] =>
  computed(basket, explainInMinor);

function computed<Out>(
  { unitMinor = 1, ...basket }: BasketInUnits,
  compute: (basket: Basket) => Out,
): Out {
  if (unitMinor === 1) return compute(basket);
  const promotions = basket.promotions?.map(inUnitsOf(unitMinor));
  return inUnits(unitMinor, { ...basket, ...(promotions && { promotions }) }, compute);
}

/** A fixed promotion has an amount in `value`, a field whose name does not end in `Minor`. */
const inUnitsOf =
  (unitMinor: Minor) =>
  (promotion: Promotion): Promotion =>
    promotion.kind === 'fixed'
      ? { ...promotion, value: Math.round(promotion.value / unitMinor) }
      : promotion;

/**
 * Computes in units of a currency: amounts go in divided by the unit and come out multiplied. They
 * are the fields whose names end in `Minor`, and the texts of a tax breakdown.
 */
export function inUnits<In, Out>(unitMinor: Minor, input: In, compute: (input: In) => Out): Out {
  if (unitMinor === 1) return compute(input);
  const units = mapAmounts(input, amount => Math.round(amount / unitMinor));
  return mapAmounts(compute(units), amount => amount * unitMinor);
}

type Change = (amount: Minor) => Minor;

function mapAmounts<T>(value: T, change: Change): T;
function mapAmounts(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map(item => mapAmounts(item, change));
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [key, mapAmounts(item, change)]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapField(name, item, change)]),
  );
}

function mapField(name: string, item: unknown, change: Change): unknown {
  if (name === 'taxBreakdown') return (item as TaxBreakdownRow[]).map(row => mapRow(row, change));
  if (!name.endsWith('Minor')) return mapAmounts(item, change);
  if (Array.isArray(item)) return item.map(change);
  if (item instanceof Map) return new Map([...item].map(([key, amount]) => [key, change(amount)]));
  return typeof item === 'number' ? change(item) : item;
}

const mapRow = (row: TaxBreakdownRow, change: Change): TaxBreakdownRow => {
  // Only currencies without decimals are counted in units, and their texts have two decimals.
  const text = (amount: string): string => formatHundredths(change(hundredths(amount)));
  return {
    ...row,
    taxable_amount: text(row.taxable_amount),
    tax_collected: text(row.tax_collected),
    net: text(row.net),
    tax: text(row.tax),
    gross: text(row.gross),
  };
};
