import { invalidField } from '../../../../platform/http/failure.js';
import { CalendarDate, Nullable, Type, Uuid } from '../../../../platform/http/schemas.js';
import { localDay } from '../../../../platform/local-day.js';
import { shownQuantity, type Unit } from '../../../../platform/quantity.js';
import { amount, total } from '../../figures.js';
import { Data, report } from '../report.js';
import { CostAmount, Count } from '../schemas.js';
import { zoneOf } from '../scope.js';
import { type DeadSums, deadLevels } from './repository.js';

const MAX_ROWS = 1_000;

const Sums = { items: Count, stock_value: CostAmount, uncosted_items: Count };

/** Stock value at cost; items whose cost is not known in the store's currency are counted apart. */
const sumsIn = (currency: string) => (sums: readonly DeadSums[]) => ({
  items: total(sums, 'items'),
  stock_value: amount(total(sums, 'stock_value'), currency),
  uncosted_items: total(sums, 'uncosted_items'),
});

export const deadStock = report({
  root: 'reports',
  path: 'dead-stock',
  summary: 'Goods in stock without a sale for a number of days, with their value',
  table: 'breakdown',
  limits: { minDays: 1, maxDays: 366, defaultDays: 90 },
  data: Data({
    totals: Sums,
    series: { store: Type.String(), name: Type.String(), ...Sums },
    breakdown: {
      store: Type.String({ description: 'Code of the store' }),
      variant: Uuid,
      product_id: Type.Integer(),
      sku: Type.String(),
      name: Type.String(),
      category: Nullable(Type.String()),
      on_hand: Type.Number(),
      unit: Type.String(),
      stock_value: CostAmount,
      last_sold: Nullable(CalendarDate),
      last_received: Nullable(CalendarDate),
    },
  }),
  async read({ reader, currency, window, stores, now }) {
    const shops = stores.filter(store => store.currency === currency);
    if (window.to < localDay(now, zoneOf(stores))) {
      throw invalidField('to', 'Dead stock is counted up to today.');
    }
    const { sums, levels } = await deadLevels(reader, shops, window.from, MAX_ROWS);
    const figures = sumsIn(currency);
    const codes = new Map(shops.map(({ id, code }) => [id, code]));
    return {
      totals: figures(sums),
      series: shops.map(({ id, code, name }) => ({
        store: code,
        name,
        ...figures(sums.filter(({ store_id }) => store_id === id)),
      })),
      breakdown: levels.map(level => ({
        store: codes.get(level.store_id) ?? '',
        variant: level.variant_id,
        product_id: level.product_id,
        sku: level.sku,
        name: level.name,
        category: level.category,
        on_hand: shownQuantity(level.on_hand, level.unit as Unit),
        unit: level.unit,
        stock_value: level.stock_value === null ? null : amount(level.stock_value, currency),
        last_sold: level.last_sold,
        last_received: level.last_received,
      })),
    };
  },
});
