import { Answer, CalendarDate, Nullable, OneOf, Type } from '../../../../platform/http/schemas.js';
import { localDay } from '../../../../platform/local-day.js';
import { amount, byDay, total } from '../../figures.js';
import { cover } from '../../rollup/cover.js';
import { type Coverage, PRODUCTS, readSums, SALES } from '../../rollup/facts-repository.js';
import { Data, type ReportInput, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';
import {
  ComparedFigures,
  changeOf,
  comparedFiguresIn,
  type GroupSums,
  NOTHING,
} from './figures.js';
import { GROUPINGS, type Grouping, type Groups, NONE, SOURCES } from './groups.js';
import { COMPARISONS, type Comparison, comparedPeriod, type Period } from './periods.js';

const MAX_ROWS = 1_000;

export const comparison = report({
  root: 'reports',
  path: 'comparison',
  summary: 'Two periods side by side, by store, hour, category or person',
  table: 'breakdown',
  filters: {
    by: Type.Optional(OneOf(GROUPINGS, { default: 'store' })),
    compared_with: Type.Optional(OneOf(COMPARISONS, { default: 'previous_period' })),
  },
  data: Data({
    totals: {
      ...ComparedFigures,
      refunded: Amount,
      previous_refunded: Amount,
      net_revenue: Amount,
      previous_net_revenue: Amount,
      net_revenue_change_percent: Figure,
    },
    series: {
      day: CalendarDate,
      previous_day: Nullable(CalendarDate),
      sales: Count,
      previous_sales: Nullable(Count),
      revenue: Amount,
      previous_revenue: Nullable(Amount),
      net_sales: Amount,
      previous_net_sales: Nullable(Amount),
    },
    breakdown: {
      key: Type.String({ description: 'Code of the store, hour, id of the category or person' }),
      name: Nullable(Type.String()),
      ...ComparedFigures,
    },
    more: {
      by: OneOf(GROUPINGS),
      compared: Answer({ with: OneOf(COMPARISONS), from: CalendarDate, to: CalendarDate }),
      includes_today: Type.Boolean({
        description:
          'The last day is not over at every store, so the period is compared with a longer one',
      }),
    },
  }),
  async read(input) {
    const { currency, window, filters, stores, now } = input;
    const by = (filters.by ?? 'store') as Grouping;
    const kind = (filters.compared_with ?? 'previous_period') as Comparison;
    const compared = comparedPeriod(window, kind);
    const coverage = await cover(input.reader, stores, compared, now);
    const before = { ...input, coverage };
    const groupsOf = async (period: Period, known: Coverage): Promise<Groups> => {
      const source = SOURCES[by];
      const days = source.needsStaff ? await cover(input.reader, stores, period, now, true) : known;
      return source.read(input.reader, days, input);
    };
    const [current, previous, groups, previousGroups] = await Promise.all([
      readPeriod(input, window),
      readPeriod(before, compared),
      groupsOf(window, input.coverage),
      groupsOf(compared, coverage),
    ]);
    const figures = comparedFiguresIn(currency);
    const net = (period: PeriodSums): number => (period.sums.revenue ?? 0) - period.refunded;
    return {
      totals: {
        ...figures(current.sums, previous.sums),
        refunded: amount(current.refunded, currency),
        previous_refunded: amount(previous.refunded, currency),
        net_revenue: amount(net(current), currency),
        previous_net_revenue: amount(net(previous), currency),
        net_revenue_change_percent: changeOf(net(current), net(previous)),
      },
      series: sideBySide(current.days, previous.days),
      breakdown: await rowsOf(input, by, groups, previousGroups),
      by,
      compared: { with: kind, ...compared },
      includes_today: stores.some(store => localDay(now, store.time_zone) <= window.to),
    };
  },
});

type DaySums = { day: string; sales: number; revenue: string; net_sales: string };
type PeriodSums = { sums: GroupSums; refunded: number; days: DaySums[] };

async function readPeriod(input: ReportInput, period: Period): Promise<PeriodSums> {
  const { reader, coverage, currency } = input;
  const [days, goods] = await Promise.all([
    readSums(reader, SALES, coverage, currency, ['day']),
    readSums(reader, PRODUCTS, coverage, currency, ['day']),
  ]);
  const netSales = (rows: typeof days): number => total(rows, 'subtotal') - total(rows, 'discount');
  return {
    sums: {
      sales: total(days, 'sales'),
      units: total(days, 'units'),
      revenue: total(days, 'revenue'),
      netSales: netSales(days),
      cost: total(goods, 'cost'),
      costedRevenue: total(goods, 'costed_revenue'),
    },
    refunded: total(days, 'refunded'),
    days: byDay(period, days, rows => ({
      sales: total(rows, 'sales'),
      revenue: amount(total(rows, 'revenue'), currency),
      net_sales: amount(netSales(rows), currency),
    })),
  };
}

/** Day by day. The year before a leap year has a day less at the end of February. */
const sideBySide = (current: readonly DaySums[], previous: readonly DaySums[]) =>
  current.map((day, index) => {
    const before = previous[index];
    return {
      day: day.day,
      previous_day: before?.day ?? null,
      sales: day.sales,
      previous_sales: before?.sales ?? null,
      revenue: day.revenue,
      previous_revenue: before?.revenue ?? null,
      net_sales: day.net_sales,
      previous_net_sales: before?.net_sales ?? null,
    };
  });

/** Groups of both periods: hours in order, all others by net sales. */
async function rowsOf(input: ReportInput, by: Grouping, groups: Groups, previous: Groups) {
  const figures = comparedFiguresIn(input.currency);
  const none = by === 'category' ? { ...NOTHING, sales: null, revenue: null } : NOTHING;
  const netSales = (key: string): number => groups.get(key)?.netSales ?? 0;
  const inOrder = (a: string, b: string): number =>
    by === 'hour' ? Number(a) - Number(b) : netSales(b) - netSales(a) || (a < b ? -1 : 1);
  const keys = [...new Set([...groups.keys(), ...previous.keys()])]
    .filter(key => isSold(groups.get(key)) || isSold(previous.get(key)))
    .toSorted(inOrder)
    .slice(0, MAX_ROWS);
  const names = await SOURCES[by].name(input, keys);
  return keys.map(key => ({
    key,
    name: key === NONE ? null : (names.get(key) ?? null),
    ...figures(groups.get(key) ?? none, previous.get(key) ?? none),
  }));
}

/** A store with a refund but no sale has a row of sums, which are all 0. */
const isSold = (sums: GroupSums | undefined): boolean =>
  sums !== undefined && (sums.sales !== 0 || sums.units !== 0);
