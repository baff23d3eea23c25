import { Nullable } from '../../../../platform/http/schemas.js';
import { amount, average, percent } from '../../figures.js';
import { Amount, CostAmount, CostFigure, Count, Figure } from '../schemas.js';

/** Sums of one group in one period; amounts in minor units. */
export type GroupSums = {
  /** Null by category: a sale may have goods of several. */
  sales: number | null;
  units: number;
  /** With tax and shipping; null by category. */
  revenue: number | null;
  netSales: number;
  cost: number;
  costedRevenue: number;
};

export const NOTHING: GroupSums = {
  sales: 0,
  units: 0,
  revenue: 0,
  netSales: 0,
  cost: 0,
  costedRevenue: 0,
};

export const ComparedFigures = {
  sales: Nullable(Count),
  previous_sales: Nullable(Count),
  sales_change_percent: Figure,
  units: Count,
  previous_units: Count,
  units_change_percent: Figure,
  revenue: Nullable(Amount),
  previous_revenue: Nullable(Amount),
  revenue_change_percent: Figure,
  net_sales: Amount,
  previous_net_sales: Amount,
  net_sales_change_percent: Figure,
  margin: CostAmount,
  previous_margin: CostAmount,
  margin_change_percent: CostFigure,
  margin_percent: CostFigure,
  previous_margin_percent: CostFigure,
  average_basket: Nullable(Amount),
  previous_average_basket: Nullable(Amount),
  uncosted_revenue: Amount,
};

/** `changeOf(90, 120)` is −25; null if there was nothing before. */
export const changeOf = (current: number | null, previous: number | null): number | null =>
  current === null || previous === null ? null : percent(current - previous, Math.abs(previous));

const marginOf = (sums: GroupSums): number => sums.costedRevenue - sums.cost;

/** The figures of two periods side by side. */
export const comparedFiguresIn =
  (currency: string) => (current: GroupSums, previous: GroupSums) => {
    const money = (value: number | null): string | null =>
      value === null ? null : amount(value, currency);
    const basket = ({ revenue, sales }: GroupSums): string | null =>
      revenue === null || sales === null ? null : amount(average(revenue, sales), currency);
    return {
      sales: current.sales,
      previous_sales: previous.sales,
      sales_change_percent: changeOf(current.sales, previous.sales),
      units: current.units,
      previous_units: previous.units,
      units_change_percent: changeOf(current.units, previous.units),
      revenue: money(current.revenue),
      previous_revenue: money(previous.revenue),
      revenue_change_percent: changeOf(current.revenue, previous.revenue),
      net_sales: amount(current.netSales, currency),
      previous_net_sales: amount(previous.netSales, currency),
      net_sales_change_percent: changeOf(current.netSales, previous.netSales),
      margin: amount(marginOf(current), currency),
      previous_margin: amount(marginOf(previous), currency),
      margin_change_percent: changeOf(marginOf(current), marginOf(previous)),
      margin_percent: percent(marginOf(current), current.costedRevenue),
      previous_margin_percent: percent(marginOf(previous), previous.costedRevenue),
      average_basket: basket(current),
      previous_average_basket: basket(previous),
      uncosted_revenue: amount(current.netSales - current.costedRevenue, currency),
    };
  };
