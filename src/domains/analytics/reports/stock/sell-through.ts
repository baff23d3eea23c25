import { CalendarDate, Nullable, Type } from '../../../../platform/http/schemas.js';
import { amount, byDay, percent, total } from '../../figures.js';
import { PRODUCTS, readSums } from '../../rollup/facts-repository.js';
import { productNames } from '../commerce/repository.js';
import { stockByProduct } from '../operations/stock-repository.js';
import { Data, report } from '../report.js';
import { Amount, CostAmount, CostFigure, Count, Figure } from '../schemas.js';

const MAX_ROWS = 1_000;

const SellThrough = {
  units_sold: Count,
  units_on_hand: Count,
  sell_through_percent: Figure,
  net_sales: Amount,
  margin: CostAmount,
  margin_percent: CostFigure,
  stock_value: CostAmount,
};

type Sums = Record<'sold' | 'onHand' | 'netSales' | 'cost' | 'costedRevenue' | 'value', number>;

/** The part of the goods that is sold: sold ÷ (sold + in stock now). */
const figuresIn = (currency: string) => (rows: readonly Sums[]) => {
  const [sold, onHand] = [total(rows, 'sold'), total(rows, 'onHand')];
  const margin = total(rows, 'costedRevenue') - total(rows, 'cost');
  return {
    units_sold: sold,
    units_on_hand: onHand,
    sell_through_percent: percent(sold, sold + onHand),
    net_sales: amount(total(rows, 'netSales'), currency),
    margin: amount(margin, currency),
    margin_percent: percent(margin, total(rows, 'costedRevenue')),
    stock_value: amount(total(rows, 'value'), currency),
  };
};

export const sellThrough = report({
  root: 'reports',
  path: 'sell-through',
  summary: 'The part of the goods that is sold, by product',
  table: 'breakdown',
  data: Data({
    totals: { products: Count, ...SellThrough },
    series: { day: CalendarDate, units_sold: Count, net_sales: Amount },
    breakdown: {
      product_id: Type.Integer(),
      name: Type.String(),
      category: Nullable(Type.String()),
      ...SellThrough,
    },
  }),
  async read({ reader, coverage, currency, window, stores }) {
    const storeIds = stores.filter(store => store.currency === currency).map(({ id }) => id);
    const [sold, days, stock] = await Promise.all([
      readSums(reader, PRODUCTS, coverage, currency, ['product_id']),
      readSums(reader, PRODUCTS, coverage, currency, ['day']),
      stockByProduct(reader, storeIds),
    ]);
    const rows = joined(sold, stock).filter(row => row.sold > 0 || row.onHand > 0);
    const figures = figuresIn(currency);
    const shown = rows.toSorted((a, b) => b.sold - a.sold || a.id - b.id).slice(0, MAX_ROWS);
    const names = await productNames(
      reader,
      shown.map(({ id }) => id),
    );
    return {
      totals: { products: rows.length, ...figures(rows) },
      series: byDay(window, days, ofDay => ({
        units_sold: total(ofDay, 'units'),
        net_sales: amount(total(ofDay, 'gross') - total(ofDay, 'discount'), currency),
      })),
      breakdown: shown.map(row => ({
        product_id: row.id,
        name: names.get(row.id)?.name ?? '',
        category: names.get(row.id)?.category ?? null,
        ...figures([row]),
      })),
    };
  },
});

type Sold = Record<'units' | 'gross' | 'discount' | 'cost' | 'costed_revenue', number> & {
  product_id: string | number;
};
type Stock = { product_id: number; units: number; stock_value: number };

/** One row per product that was sold or has a stock level; a level below zero counts as empty. */
function joined(sold: readonly Sold[], stock: readonly Stock[]): (Sums & { id: number })[] {
  const levels = new Map(stock.map(row => [row.product_id, row]));
  const sales = new Map(sold.map(row => [Number(row.product_id), row]));
  return [...new Set([...levels.keys(), ...sales.keys()])].map(id => {
    const [level, sale] = [levels.get(id), sales.get(id)];
    return {
      id,
      sold: sale?.units ?? 0,
      onHand: Math.max(0, level?.units ?? 0),
      netSales: (sale?.gross ?? 0) - (sale?.discount ?? 0),
      cost: sale?.cost ?? 0,
      costedRevenue: sale?.costed_revenue ?? 0,
      value: level?.stock_value ?? 0,
    };
  });
}
