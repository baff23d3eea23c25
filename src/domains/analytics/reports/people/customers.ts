import { CalendarDate, Nullable, OneOf } from '../../../../platform/http/schemas.js';
import { amount, average, percent, ratio, total } from '../../figures.js';
import { readSums, SALES } from '../../rollup/facts-repository.js';
import { eachDay } from '../../rollup/rules.js';
import { Data, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';
import { knownCustomers, loyalty } from './repository.js';

const SEGMENTS = ['new', 'returning', 'guest'] as const;

export const customers = report({
  path: 'people/customers',
  summary: 'New, returning and unknown customers, and loyalty',
  table: 'series',
  data: Data({
    totals: {
      customers: Count,
      new_customers: Count,
      returning_customers: Count,
      returning_percent: Figure,
      sales: Count,
      guest_sales: Count,
      known_sales_percent: Figure,
      sales_per_customer: Figure,
      revenue_per_customer: Amount,
      loyalty_members: Count,
      loyalty_points: Count,
    },
    series: {
      day: CalendarDate,
      new_customers: Count,
      returning_customers: Count,
      customer_sales: Count,
      guest_sales: Count,
    },
    breakdown: {
      segment: OneOf(SEGMENTS),
      customers: Nullable(Count),
      sales: Count,
      revenue: Amount,
      average_basket: Amount,
      share_percent: Figure,
    },
  }),
  async read({ reader, coverage, currency, window, stores }) {
    const [days, known, points] = await Promise.all([
      readSums(reader, SALES, coverage, currency, ['day']),
      knownCustomers(reader, stores, window.from, window.to, currency),
      loyalty(reader),
    ]);
    const countsOn = (day: string | null, isNew: boolean) =>
      known.find(row => row.day === day && row.is_new === isNew) ?? NONE;
    const newcomers = countsOn(null, true);
    const returning = countsOn(null, false);
    const sales = total(days, 'sales');
    const revenue = total(days, 'revenue');
    const knownSales = newcomers.sales + returning.sales;
    const guests = {
      sales: sales - knownSales,
      revenue: revenue - newcomers.revenue - returning.revenue,
      customers: null,
    };
    const customerCount = newcomers.customers + returning.customers;
    const salesOn = new Map(days.map(row => [row.day, row.sales]));
    return {
      totals: {
        customers: customerCount,
        new_customers: newcomers.customers,
        returning_customers: returning.customers,
        returning_percent: percent(returning.customers, customerCount),
        sales,
        guest_sales: guests.sales,
        known_sales_percent: percent(knownSales, sales),
        sales_per_customer: ratio(knownSales, customerCount),
        revenue_per_customer: amount(
          average(newcomers.revenue + returning.revenue, customerCount),
          currency,
        ),
        loyalty_members: points.members,
        loyalty_points: points.points,
      },
      series: eachDay(window.from, window.to).map(day => {
        const [first, later] = [countsOn(day, true), countsOn(day, false)];
        const customerSales = first.sales + later.sales;
        return {
          day,
          new_customers: first.customers,
          returning_customers: later.customers,
          customer_sales: customerSales,
          guest_sales: (salesOn.get(day) ?? 0) - customerSales,
        };
      }),
      breakdown: [newcomers, returning, guests].map((row, index) => ({
        segment: SEGMENTS[index] ?? 'guest',
        customers: row.customers,
        sales: row.sales,
        revenue: amount(row.revenue, currency),
        average_basket: amount(average(row.revenue, row.sales), currency),
        share_percent: percent(row.revenue, revenue),
      })),
    };
  },
});

const NONE = { customers: 0, sales: 0, revenue: 0 };
