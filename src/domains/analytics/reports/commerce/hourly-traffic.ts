import { Nullable, Type } from '../../../../platform/http/schemas.js';
import { amount, ratio, total } from '../../figures.js';
import { HOURS, readSums } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';

const DAY_HOURS = [...Array(24).keys()];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type Traffic = { sales: number; units: number; revenue: number };

const figuresIn = (currency: string) => (rows: readonly Traffic[]) => ({
  sales: total(rows, 'sales'),
  units: total(rows, 'units'),
  revenue: amount(total(rows, 'revenue'), currency),
});

/** The key with the most sales; the first on a tie, null without sales. */
function busiest(keys: readonly number[], salesAt: (key: number) => number): number | null {
  const best = Math.max(...keys.map(salesAt));
  return best === 0 ? null : (keys.find(key => salesAt(key) === best) ?? null);
}

/** Hours are local to the store. Weekday 1 is Monday. */
export const hourlyTraffic = report({
  path: 'commerce/hourly-traffic',
  summary: 'Sales by local hour and weekday',
  table: 'series',
  data: Data({
    totals: {
      sales: Count,
      units: Count,
      revenue: Amount,
      busiest_hour: Nullable(Type.Integer()),
      busiest_weekday: Nullable(Type.Integer()),
      average_sales_per_day: Figure,
    },
    series: {
      hour: Type.Integer(),
      sales: Count,
      units: Count,
      revenue: Amount,
      average_sales_per_day: Figure,
    },
    breakdown: {
      weekday: Type.Integer(),
      hour: Type.Integer(),
      sales: Count,
      units: Count,
      revenue: Amount,
    },
  }),
  async read({ reader, coverage, currency, window }) {
    const rows = await readSums(reader, HOURS, coverage, currency, ['weekday', 'hour']);
    const figures = figuresIn(currency);
    const atHour = (hour: number) => rows.filter(row => row.hour === hour);
    const onWeekday = (weekday: number) => rows.filter(row => row.weekday === weekday);
    return {
      totals: {
        ...figures(rows),
        busiest_hour: busiest(DAY_HOURS, hour => total(atHour(hour), 'sales')),
        busiest_weekday: busiest(WEEKDAYS, weekday => total(onWeekday(weekday), 'sales')),
        average_sales_per_day: ratio(total(rows, 'sales'), window.days),
      },
      series: DAY_HOURS.map(hour => ({
        hour,
        ...figures(atHour(hour)),
        average_sales_per_day: ratio(total(atHour(hour), 'sales'), window.days),
      })),
      breakdown: WEEKDAYS.flatMap(weekday =>
        DAY_HOURS.map(hour => ({
          weekday,
          hour,
          ...figures(onWeekday(weekday).filter(row => row.hour === hour)),
        })),
      ),
    };
  },
});
