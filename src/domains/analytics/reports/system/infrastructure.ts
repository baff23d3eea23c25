import { Answer, CalendarDate, OneOf, Type } from '../../../../platform/http/schemas.js';
import { byDay, percent } from '../../figures.js';
import { addDays } from '../../rollup/rules.js';
import {
  LANES,
  type Lane,
  LOGGED_DAYS,
  type SyncCount,
  syncCounts,
} from '../../rollup/sync-repository.js';
import { Data, report } from '../report.js';
import { Count, Figure } from '../schemas.js';

const Flow = Answer({
  total: Count,
  succeeded: Count,
  failed: Count,
  pending: Count,
  success_rate_percent: Figure,
});
const Counters = Answer({
  total_received: Count,
  processed: Count,
  failed: Count,
  pending: Count,
  skipped: Count,
  duplicates: Count,
});
const TrafficFigures = {
  inbound: Count,
  outbound: Count,
  combined: Count,
  failed: Count,
  webhooks: Count,
};

/** Adds up the counts of the lanes; without `statuses` every status counts. */
function sumOf(
  counts: readonly SyncCount[],
  lanes: readonly Lane[],
  ...statuses: string[]
): number {
  return counts
    .filter(({ lane }) => lanes.includes(lane))
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .reduce((sum, { events }) => sum + events, 0);
}

function flowOf(counts: readonly SyncCount[], ...lanes: Lane[]) {
  const succeeded = sumOf(counts, lanes, 'processed', 'succeeded');
  const failed = sumOf(counts, lanes, 'failed');
  return {
    total: sumOf(counts, lanes),
    succeeded,
    failed,
    pending: sumOf(counts, lanes, 'pending', 'started'),
    success_rate_percent: percent(succeeded, succeeded + failed),
  };
}

const countersOf = (counts: readonly SyncCount[], lane: Lane) => ({
  total_received: sumOf(counts, [lane]),
  processed: sumOf(counts, [lane], 'processed'),
  failed: sumOf(counts, [lane], 'failed'),
  pending: sumOf(counts, [lane], 'pending'),
  skipped: sumOf(counts, [lane], 'skipped'),
  duplicates: sumOf(counts, [lane], 'duplicate'),
});

const trafficOf = (counts: readonly SyncCount[]) => ({
  inbound: sumOf(counts, ['inbound']),
  outbound: sumOf(counts, ['outbound']),
  combined: sumOf(counts, ['inbound', 'outbound']),
  failed: sumOf(counts, LANES, 'failed'),
  webhooks: sumOf(counts, ['webhook']),
});

/** Content sync and payment webhooks, by UTC day. */
export const infrastructure = report({
  path: 'system/infrastructure',
  summary: 'Content sync and webhooks: volume and failures',
  table: 'series',
  limits: { minDays: 7, maxDays: 365 },
  isGlobal: true,
  data: Data({
    totals: TrafficFigures,
    series: { day: CalendarDate, ...TrafficFigures },
    breakdown: { lane: OneOf(LANES), status: Type.String(), events: Count },
    more: {
      sync: Answer({ inbound: Flow, outbound: Flow, combined: Flow }),
      webhook: Answer({ stats: Counters, processors: Counters }),
    },
  }),
  async read({ reader, window }) {
    const counts = await syncCounts(reader, window.from, addDays(window.to, -LOGGED_DAYS));
    const parts = LANES.flatMap(lane =>
      [...new Set(counts.filter(count => count.lane === lane).map(count => count.status))]
        .sort()
        .map(status => ({ lane, status, events: sumOf(counts, [lane], status) })),
    );
    return {
      totals: trafficOf(counts),
      series: byDay(window, counts, trafficOf),
      breakdown: parts,
      sync: {
        inbound: flowOf(counts, 'inbound'),
        outbound: flowOf(counts, 'outbound'),
        combined: flowOf(counts, 'inbound', 'outbound'),
      },
      webhook: { stats: countersOf(counts, 'inbound'), processors: countersOf(counts, 'webhook') },
    };
  },
});
