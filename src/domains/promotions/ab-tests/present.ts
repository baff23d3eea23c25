import type { Reader } from '../../../platform/database/tx.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { isoTime } from '../fields.js';
import { type AbTest, variantCounts } from './repository.js';
import { compareTallies, rateOf, rounded } from './rules.js';

export function presentAbTest(test: AbTest) {
  const { sanity_rev, synced_at, ...shown } = test;
  return {
    ...shown,
    started_at: isoTime(test.started_at),
    ended_at: isoTime(test.ended_at),
    created_at: test.created_at.toISOString(),
    updated_at: test.updated_at.toISOString(),
  };
}

export async function presentWithResults(reader: Reader, test: AbTest) {
  const counts = new Map((await variantCounts(reader, test.id)).map(row => [row.variant, row]));
  const tallies = test.variants.map(({ name }) => {
    const { impressions = 0, conversions = 0, revenue = '0' } = counts.get(name) ?? {};
    return { name, impressions, conversions, revenue: formatMoney(minor(revenue)) };
  });
  const [baseline, ...others] = tallies;
  if (baseline === undefined) throw new Error(`test ${test.id} has no variants`);
  return {
    ...presentAbTest(test),
    results: {
      confidence: 0.95,
      baseline: baseline.name,
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
