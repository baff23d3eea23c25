import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { localDay } from '../../../platform/local-day.js';
import { addMoney, formatAmount, formatMoney, perCurrency } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { amount, average, total } from '../figures.js';
import { productNames } from '../reports/commerce/repository.js';
import { storesOf } from '../reports/scope.js';
import { cover } from '../rollup/cover.js';
import {
  HOURS,
  PRODUCTS,
  readSums,
  readSumsPerCurrency,
  SALES,
} from '../rollup/facts-repository.js';
import type { StoreDayAnswer, StoreDayQuery } from './schemas.js';

const TOP_PRODUCTS = 5;
const DAY_HOURS = [...Array(24).keys()];

/** One day of a store by its own clock: sales with later refunds count, and so do the refunds. */
export async function readStoreDay(
  platform: Platform,
  caller: Staff,
  query: Static<typeof StoreDayQuery>,
): Promise<Static<typeof StoreDayAnswer>> {
  const { replica: reader, clock } = platform;
  const now = clock.now();
  const [store] = await storesOf(platform, caller, query.store);
  if (store === undefined) throw invalidField('store', 'There is no such store.');
  const { currency, time_zone } = store;
  const today = localDay(now, time_zone);
  const date = query.date ?? today;
  if (date > today) throw invalidField('date', 'This day has not begun at the store.');
  const coverage = await cover(reader, [store], { from: date, to: date }, now);
  const [sums, hours, products] = await Promise.all([
    readSumsPerCurrency(reader, SALES, coverage),
    readSums(reader, HOURS, coverage, currency, ['hour']),
    readSums(reader, PRODUCTS, coverage, currency, ['product_id']),
  ]);
  const own = sums.filter(sum => sum.currency === currency);
  const byCurrency = figuresPerCurrency(sums);
  return {
    generated_at: now.toISOString(),
    store: store.id,
    store_code: store.code,
    date,
    is_today: date === today,
    time_zone,
    currency,
    ...(byCurrency.find(figures => figures.currency === currency) ?? nothingIn(currency)),
    average_basket: amount(average(total(own, 'revenue'), total(own, 'sales')), currency),
    voided_sales: total(own, 'voided_sales'),
    voided_amount: amount(total(own, 'voided_amount'), currency),
    hours: DAY_HOURS.map(hour => {
      const rows = hours.filter(row => row.hour === hour);
      return { hour, sales: total(rows, 'sales'), gross: amount(total(rows, 'revenue'), currency) };
    }),
    top_products: await topProducts(reader, products, currency),
    by_currency: byCurrency,
  };
}

/** The figures of a day without sales: 0.000 in a currency with three digits. */
export const nothingIn = (currency: string) => {
  const none = formatMoney(0, currency);
  return { sales: 0, gross: none, refunds: 0, refunded: none, net: none };
};

type Sums = { currency: string } & Record<'sales' | 'revenue' | 'refunds' | 'refunded', number>;

export const figuresPerCurrency = (sums: readonly Sums[]) =>
  perCurrency(sums, (currency, rows, amountIn) => {
    const gross = amountIn(total(rows, 'revenue'));
    const refunded = total(rows, 'refunded');
    return {
      currency: String(currency),
      sales: total(rows, 'sales'),
      gross: formatAmount(gross),
      refunds: total(rows, 'refunds'),
      refunded: formatAmount(amountIn(refunded)),
      net: formatAmount(addMoney(gross, amountIn(-refunded))),
    };
  });

type Sold = { product_id: string | number; gross: number; discount: number; units: number };

async function topProducts(reader: Platform['replica'], sold: readonly Sold[], currency: string) {
  const best = sold
    .filter(row => row.units > 0)
    .map(row => ({ ...row, id: Number(row.product_id), revenue: row.gross - row.discount }))
    .sort((a, b) => b.revenue - a.revenue || a.id - b.id)
    .slice(0, TOP_PRODUCTS);
  const names = await productNames(
    reader,
    best.map(row => row.id),
  );
  return best.map(({ id, units, revenue }) => ({
    product_id: id,
    name: names.get(id)?.name ?? '',
    units,
    revenue: amount(revenue, currency),
  }));
}
