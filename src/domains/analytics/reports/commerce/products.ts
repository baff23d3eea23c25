import { CalendarDate, Nullable, Type } from '../../../../platform/http/schemas.js';
import { amount, byDay, percent, total } from '../../figures.js';
import { PRODUCTS, readSums } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, CostAmount, CostFigure, Count, Figure } from '../schemas.js';
import { productNames } from './repository.js';

const TOP = 100;

const ProductFigures = {
  units: Count,
  gross_sales: Amount,
  discounts: Amount,
  revenue: Amount,
  cost: CostAmount,
  margin: CostAmount,
  margin_percent: CostFigure,
  uncosted_units: Count,
  uncosted_revenue: Amount,
  returned_units: Count,
  returned_amount: Amount,
  return_rate_percent: Figure,
};

type ProductSums = Record<
  | 'units'
  | 'uncosted_units'
  | 'returned_units'
  | 'gross'
  | 'discount'
  | 'cost'
  | 'costed_revenue'
  | 'returned_amount',
  number
>;

/**
 * Revenue excludes tax. Margin includes only lines whose cost was known at the time of sale, in the
 * currency of the sale; the `uncosted` figures are the rest.
 */
const productFiguresIn = (currency: string) => (rows: readonly ProductSums[]) => {
  const sum = (key: keyof ProductSums) => total(rows, key);
  const margin = sum('costed_revenue') - sum('cost');
  return {
    units: sum('units'),
    gross_sales: amount(sum('gross'), currency),
    discounts: amount(sum('discount'), currency),
    revenue: amount(sum('gross') - sum('discount'), currency),
    cost: amount(sum('cost'), currency),
    margin: amount(margin, currency),
    margin_percent: percent(margin, sum('costed_revenue')),
    uncosted_units: sum('uncosted_units'),
    uncosted_revenue: amount(sum('gross') - sum('discount') - sum('costed_revenue'), currency),
    returned_units: sum('returned_units'),
    returned_amount: amount(sum('returned_amount'), currency),
    return_rate_percent: percent(sum('returned_units'), sum('units')),
  };
};

export const products = report({
  path: 'commerce/products',
  summary: 'Products by revenue, with margin and returns',
  table: 'breakdown',
  data: Data({
    totals: { products: Count, ...ProductFigures },
    series: { day: CalendarDate, ...ProductFigures },
    breakdown: {
      product_id: Type.Integer(),
      name: Type.String(),
      category: Nullable(Type.String()),
      sales: Count,
      ...ProductFigures,
      share_percent: Figure,
    },
  }),
  async read({ reader, coverage, currency, window }) {
    const productFigures = productFiguresIn(currency);
    const [sold, days] = await Promise.all([
      readSums(reader, PRODUCTS, coverage, currency, ['product_id']),
      readSums(reader, PRODUCTS, coverage, currency, ['day']),
    ]);
    const revenueOf = (row: ProductSums) => row.gross - row.discount;
    const best = sold
      .toSorted(
        (a, b) => revenueOf(b) - revenueOf(a) || Number(a.product_id) - Number(b.product_id),
      )
      .slice(0, TOP);
    const names = await productNames(
      reader,
      best.map(row => Number(row.product_id)),
    );
    const revenue = total(sold, 'gross') - total(sold, 'discount');
    return {
      totals: { products: sold.filter(row => row.units > 0).length, ...productFigures(sold) },
      series: byDay(window, days, productFigures),
      breakdown: best.map(row => {
        const id = Number(row.product_id);
        return {
          product_id: id,
          name: names.get(id)?.name ?? '',
          category: names.get(id)?.category ?? null,
          sales: row.sales,
          ...productFigures([row]),
          share_percent: percent(revenueOf(row), revenue),
        };
      }),
    };
  },
});
