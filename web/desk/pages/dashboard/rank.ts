import type { GetResponse } from '../../types.js';

export type ChainDay = GetResponse<'/analytics/chain-day/'>['stores'][number];

export const ORDERS = ['net', 'growth', 'sales', 'refunded', 'low_stock', 'name'] as const;
export type Order = (typeof ORDERS)[number];

export type RankedDay = ChainDay & { name: string; city: string };

/** Change of the net against the whole day a week before, in percent; null if there was nothing. */
export function growthOf({ net, net_week_before: before }: ChainDay): number | null {
  return Number(before) > 0 ? (Number(net) / Number(before) - 1) * 100 : null;
}

const WEEK_MS = 7 * 86_400_000;

/** The day whose net `net_week_before` is. */
export const weekBefore = <Day extends Pick<ChainDay, 'date'>>(day: Day): Day => ({
  ...day,
  date: new Date(Date.parse(day.date) - WEEK_MS).toISOString().slice(0, 10),
});

export const currenciesOf = (days: readonly ChainDay[]): string[] => [
  ...new Set(days.map(day => day.currency)),
];

/** How far up a store stands. Amounts are compared as numbers: the order is not their sum. */
const VALUES: Record<Exclude<Order, 'name'>, (day: RankedDay) => number> = {
  net: day => Number(day.net),
  growth: day => growthOf(day) ?? Number.NEGATIVE_INFINITY,
  sales: day => day.sales,
  refunded: day => Number(day.refunded),
  low_stock: day => day.low_stock,
};

/** The stores that match the text, highest first. Currencies stay together: 100 JPY are not 100 EUR. */
export function ranked(days: readonly RankedDay[], order: Order, text: string): RankedDay[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const found = days.filter(({ name, city, store_code: code }) => {
    const all = `${name} ${code} ${city}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
  const byName = (one: RankedDay, other: RankedDay): number => one.name.localeCompare(other.name);
  if (order === 'name') return found.toSorted(byName);
  const figureOf = VALUES[order];
  const isMoney = order === 'net' || order === 'refunded';
  const sizeOf = (currency: string): number => days.filter(day => day.currency === currency).length;
  const sizes = new Map(currenciesOf(days).map(currency => [currency, sizeOf(currency)]));
  const byCurrency = (one: RankedDay, other: RankedDay): number =>
    (sizes.get(other.currency) ?? 0) - (sizes.get(one.currency) ?? 0) ||
    one.currency.localeCompare(other.currency);
  return found.toSorted(
    (one, other) =>
      (isMoney ? byCurrency(one, other) : 0) ||
      (figureOf(other) === figureOf(one) ? 0 : figureOf(other) > figureOf(one) ? 1 : -1) ||
      byName(one, other),
  );
}
