import { CalendarDate, OneOf, Type } from '../../../../platform/http/schemas.js';
import { localDay } from '../../../../platform/local-day.js';
import { amount, average, ratio, total } from '../../figures.js';
import { PRODUCTS, readSums } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, CostAmount, Count, Figure } from '../schemas.js';
import { zoneOf } from '../scope.js';
import { type ProductStock, stockByDay, stockByProduct } from './stock-repository.js';

const MAX_PRODUCTS = 200;
const YEAR_DAYS = 365;

const StockFigures = {
  units: Count,
  stock_value: CostAmount,
  uncosted_units: Count,
  retail_value: Amount,
  low_stock: Count,
  out_of_stock: Count,
};

type Stock = Record<
  'units' | 'stock_value' | 'uncosted_units' | 'retail_value' | 'low' | 'out_of_stock',
  number
>;

const stockFiguresIn = (currency: string) => (rows: readonly Stock[]) => ({
  units: total(rows, 'units'),
  stock_value: amount(total(rows, 'stock_value'), currency),
  uncosted_units: total(rows, 'uncosted_units'),
  retail_value: amount(total(rows, 'retail_value'), currency),
  low_stock: total(rows, 'low'),
  out_of_stock: total(rows, 'out_of_stock'),
});

/** Most urgent first; the breakdown is sorted in this order. */
const STATUSES = ['out', 'low', 'dead', 'ok'] as const;
type Status = (typeof STATUSES)[number];

function statusOf(stock: ProductStock, unitsSold: number): Status {
  if (stock.out_of_stock === stock.levels) return 'out';
  if (stock.low > 0) return 'low';
  return unitsSold === 0 ? 'dead' : 'ok';
}

export const inventory = report({
  path: 'operations/inventory',
  summary: 'Stock value, turns, days of cover, low and dead stock',
  table: 'breakdown',
  data: Data({
    totals: {
      products: Count,
      reserved: Count,
      ...StockFigures,
      units_sold: Count,
      cost_of_goods_sold: CostAmount,
      turns_per_year: Figure,
      days_of_cover: Figure,
      dead_products: Count,
      dead_stock_value: CostAmount,
    },
    series: { day: CalendarDate, ...StockFigures },
    breakdown: {
      product_id: Type.Integer(),
      name: Type.String(),
      status: OneOf(STATUSES),
      reserved: Count,
      ...StockFigures,
      units_sold: Count,
      days_of_cover: Figure,
    },
  }),
  async read({ reader, coverage, currency, window, stores, now }) {
    const stockFigures = stockFiguresIn(currency);
    const shops = stores.filter(store => store.currency === currency);
    const storeIds = shops.map(store => store.id);
    const [stock, stockDays, sold] = await Promise.all([
      stockByProduct(reader, storeIds),
      stockByDay(reader, storeIds, window.from, window.to, currency),
      readSums(reader, PRODUCTS, coverage, currency, ['product_id']),
    ]);
    const today = localDay(now, zoneOf(shops));
    const snapshots = stockDays.filter(({ day }) => day < today);
    const unitsSold = new Map(sold.map(row => [Number(row.product_id), row.units]));
    const rows = stock.map(product => rowOf(product, unitsSold.get(product.product_id) ?? 0));
    const dead = rows.filter(row => row.unitsSold === 0 && row.product.units > 0);
    const yearlyCost = (total(sold, 'cost') * YEAR_DAYS) / window.days;
    const averageValue = average(
      total(snapshots, 'stock_value') + total(stock, 'stock_value'),
      snapshots.length + 1,
    );
    return {
      totals: {
        products: stock.length,
        reserved: total(stock, 'reserved'),
        ...stockFigures(stock),
        units_sold: total(sold, 'units'),
        cost_of_goods_sold: amount(total(sold, 'cost'), currency),
        turns_per_year: ratio(yearlyCost, averageValue),
        days_of_cover: ratio(total(stock, 'units') * window.days, total(sold, 'units')),
        dead_products: dead.length,
        dead_stock_value: amount(
          total(
            dead.map(row => row.product),
            'stock_value',
          ),
          currency,
        ),
      },
      series: [
        ...snapshots.map(snapshot => ({ day: snapshot.day, ...stockFigures([snapshot]) })),
        ...(window.to < today ? [] : [{ day: today, ...stockFigures(stock) }]),
      ],
      breakdown: rows
        .toSorted(byUrgency)
        .slice(0, MAX_PRODUCTS)
        .map(row => presentRow(row, window.days, stockFigures)),
    };
  },
});

type Row = { product: ProductStock; unitsSold: number; status: Status };

const rowOf = (product: ProductStock, unitsSold: number): Row => ({
  product,
  unitsSold,
  status: statusOf(product, unitsSold),
});

const byUrgency = (a: Row, b: Row): number =>
  STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) ||
  b.product.stock_value - a.product.stock_value ||
  a.product.product_id - b.product.product_id;

const presentRow = (
  { product, unitsSold, status }: Row,
  days: number,
  stockFigures: ReturnType<typeof stockFiguresIn>,
) => ({
  product_id: product.product_id,
  name: product.name,
  status,
  reserved: product.reserved,
  ...stockFigures([product]),
  units_sold: unitsSold,
  days_of_cover: ratio(product.units * days, unitsSold),
});
