import type { Reader } from '../../../platform/database/tx.js';
import { formatAmount, perCurrency, sumMoney } from '../../../platform/money.js';
import { isoTime } from '../fields.js';
import { type AbTest, type VariantCount, variantCounts } from './repository.js';
import { compareTallies, rateOf, rounded } from './rules.js';

export function presentAbTest(test: AbTest) {
  const { store_ids, ...shown } = test;
  return {
    ...shown,
    started_at: isoTime(test.started_at),
    ended_at: isoTime(test.ended_at),
    created_at: test.created_at.toISOString(),
    updated_at: test.updated_at.toISOString(),
  };
}

export async function presentWithResults(reader: Reader, test: AbTest) {
  const counts = await variantCounts(reader, test.id);
  const currency = mainCurrency(counts);
  const tallies = test.variants.map(({ name }) => tallyOf(name, counts, currency));
  const [baseline, ...others] = tallies;
  if (baseline === undefined) throw new Error(`test ${test.id} has no variants`);
  return {
    ...presentAbTest(test),
    results: {
      confidence: 0.95,
      baseline: baseline.name,
      currency,
      impressions: tallies.reduce((sum, tally) => sum + tally.impressions, 0),
      conversions: tallies.reduce((sum, tally) => sum + tally.conversions, 0),
      variants: [
        { ...baseline, conversion_rate: rounded(rateOf(baseline), 6), comparison: null },
        ...others.map(tally => ({
          ...tally,
          conversion_rate: rounded(rateOf(tally), 6),
          comparison: compareTallies(baseline, tally),
        })),
      ],
    },
  };
}

/** One currency for all variants, so that their revenues compare; the others stand beside it. */
function tallyOf(name: string, counts: readonly VariantCount[], currency: string | null) {
  const own = counts.filter(row => row.variant === name);
  const revenues = perCurrency(own.filter(hasSale), (code, rows, amountIn) => {
    const sum = sumMoney(
      code,
      rows.map(row => amountIn(row.revenue)),
    );
    return { currency: String(code), revenue: formatAmount(sum) };
  });
  return {
    name,
    impressions: own.reduce((sum, row) => sum + row.impressions, 0),
    conversions: own.reduce((sum, row) => sum + row.conversions, 0),
    revenue: revenues.find(row => row.currency === currency)?.revenue ?? '0.00',
    revenue_by_currency: revenues,
  };
}

type SaleCount = VariantCount & { currency: string };

const hasSale = (row: VariantCount): row is SaleCount => row.currency !== null;

/** The currency with most sales over all variants; the first by name on a tie. */
function mainCurrency(counts: readonly VariantCount[]): string | null {
  const sales = perCurrency(counts.filter(hasSale), (code, rows) => ({
    code: String(code),
    sales: rows.reduce((sum, row) => sum + row.conversions, 0),
  }));
  return sales.sort((a, b) => b.sales - a.sales)[0]?.code ?? null;
}
