import { CalendarDate, OneOf, Type } from '../../../../platform/http/schemas.js';
import { amount, average, byDay, percent, total } from '../../figures.js';
import { readSums, SALES } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';
import { SalesFigures, type SalesSums, salesFiguresIn } from './sales-figures.js';

const DIMENSIONS = ['channel', 'store'] as const;

export const overview = report({
  path: 'commerce/overview',
  summary: 'Revenue, refunds and baskets by day, channel and store',
  table: 'series',
  data: Data({
    totals: { ...SalesFigures, average_daily_revenue: Amount },
    series: {
      day: CalendarDate,
      sales: Count,
      units: Count,
      revenue: Amount,
      refunded: Amount,
      net_revenue: Amount,
      average_basket: Amount,
    },
    breakdown: {
      dimension: OneOf(DIMENSIONS),
      key: Type.String(),
      name: Type.String(),
      sales: Count,
      units: Count,
      revenue: Amount,
      refunded: Amount,
      net_revenue: Amount,
      average_basket: Amount,
      share_percent: Figure,
    },
  }),
  async read({ reader, coverage, currency, window, stores }) {
    const salesFigures = salesFiguresIn(currency);
    const [days, parts] = await Promise.all([
      readSums(reader, SALES, coverage, currency, ['day']),
      readSums(reader, SALES, coverage, currency, ['channel', 'store_id']),
    ]);
    const revenue = total(days, 'revenue');
    const slice = (
      dimension: (typeof DIMENSIONS)[number],
      key: string,
      name: string,
      rows: SalesSums[],
    ) => ({
      dimension,
      key,
      name,
      ...salesFigures(rows),
      share_percent: percent(total(rows, 'revenue'), revenue),
    });
    const channels = [...new Set(parts.map(row => String(row.channel)))].map(channel => {
      const rows = parts.filter(row => row.channel === channel);
      return slice('channel', channel, CHANNELS[channel] ?? channel, rows);
    });
    const shops = stores.flatMap(({ id, code, name }) => {
      const rows = parts.filter(row => row.store_id === id);
      return rows.length === 0 ? [] : [slice('store', code, name, rows)];
    });
    return {
      totals: {
        ...salesFigures(days),
        average_daily_revenue: amount(average(revenue, window.days), currency),
      },
      series: byDay(window, days, salesFigures),
      breakdown: [...channels, ...shops],
    };
  },
});

const CHANNELS: Record<string, string> = {
  api: 'API',
  dashboard: 'Back office',
  pos: 'Till',
  web_commerce: 'Web shop',
};
