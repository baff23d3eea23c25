import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { campaignCounts, campaignReports, conversionTotals } from './repository.js';
import { CAMPAIGN_STATES } from './rules.js';

/** More rows than a reader needs; bounds the response. */
const MAX_REPORTED = 200;

export async function summariseCampaigns(
  { db, clock }: Platform,
  caller: Staff,
  days: number | undefined,
) {
  const now = clock.now();
  const since = days === undefined ? null : addMs(now, -days * DAY_MS);
  const scope = storeScope(caller);
  const [counts, totals, campaigns] = await Promise.all([
    campaignCounts(db, scope, now),
    conversionTotals(db, scope, since),
    campaignReports(db, scope, since, now, MAX_REPORTED),
  ]);
  const countOf = new Map(counts.map(row => [row.state, row.campaigns]));
  return {
    generated_at: now.toISOString(),
    days: days ?? null,
    totals: {
      campaigns: counts.reduce((sum, row) => sum + row.campaigns, 0),
      by_status: Object.fromEntries(CAMPAIGN_STATES.map(state => [state, countOf.get(state) ?? 0])),
      conversions: totals.reduce((sum, row) => sum + row.conversions, 0),
      money: totals.map(({ conversions, ...money }) => money),
    },
    campaigns,
  };
}
