import { overview } from '../reports/commerce/overview.js';
import { products } from '../reports/commerce/products.js';
import { sales } from '../reports/commerce/sales.js';
import { comparison } from '../reports/comparison/comparison.js';
import type { Report } from '../reports/report.js';
import { deadStock } from '../reports/stock/dead-stock.js';
import { sellThrough } from '../reports/stock/sell-through.js';
import { addDays, type Day } from '../rollup/rules.js';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const MAILED_REPORTS = [
  'comparison',
  'overview',
  'sales',
  'products',
  'sell_through',
  'dead_stock',
] as const;
export type MailedReport = (typeof MAILED_REPORTS)[number];

/** Each report that can be mailed, its page at the desk, and the totals in the text of the mail. */
export const REPORTS: Record<
  MailedReport,
  { report: Report; page: string; totals: readonly FigureName[] }
> = {
  comparison: {
    report: comparison,
    page: 'comparison',
    totals: ['sales', 'previous_sales', 'net_revenue', 'previous_net_revenue', 'margin'],
  },
  overview: {
    report: overview,
    page: 'analytics?report=overview',
    totals: ['sales', 'revenue', 'refunded', 'net_revenue'],
  },
  sales: {
    report: sales,
    page: 'analytics?report=payments',
    totals: ['sales', 'revenue', 'tax', 'refunded', 'net_revenue'],
  },
  products: {
    report: products,
    page: 'analytics?report=products',
    totals: ['units', 'margin'],
  },
  sell_through: {
    report: sellThrough,
    page: 'analytics?report=sell-through',
    totals: ['units_sold', 'units_on_hand', 'net_sales', 'margin'],
  },
  dead_stock: {
    report: deadStock,
    page: 'analytics?report=dead-stock',
    totals: ['items', 'stock_value'],
  },
};

export type FigureName =
  | 'sales'
  | 'previous_sales'
  | 'revenue'
  | 'tax'
  | 'refunded'
  | 'net_revenue'
  | 'previous_net_revenue'
  | 'margin'
  | 'units'
  | 'units_sold'
  | 'units_on_hand'
  | 'net_sales'
  | 'items'
  | 'stock_value';

/** The whole days that a report sent on `day` covers: yesterday, a week, or a month. */
export function periodBefore(frequency: Frequency, day: Day): { from: Day; to: Day } {
  if (frequency === 'daily') return { from: addDays(day, -1), to: addDays(day, -1) };
  if (frequency === 'weekly') return { from: addDays(day, -7), to: addDays(day, -1) };
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
