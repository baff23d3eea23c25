import type { Reader } from '../../../../platform/database/tx.js';
import { peopleNamed } from '../../exceptions/repository.js';
import {
  type Coverage,
  HOURS,
  NOBODY,
  PRODUCTS,
  readSums,
  SALES,
  STAFF,
} from '../../rollup/facts-repository.js';
import type { ReportInput } from '../report.js';
import { type GroupSums, NOTHING } from './figures.js';
import { categoriesOfProducts, categoryNames } from './repository.js';

export const GROUPINGS = ['store', 'hour', 'category', 'staff'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The key of sales without a person and of goods without a category. */
export const NONE = 'none';

/** Sums by key: the code of a store, an hour, the id of a category or a person. */
export type Groups = Map<string, GroupSums>;

/** What a grouping reads, and how its keys are named. */
type Source = {
  /** True if it reads sums that rollups of earlier releases lack. */
  needsStaff?: boolean;
  read(reader: Reader, coverage: Coverage, input: ReportInput): Promise<Groups>;
  name(input: ReportInput, keys: readonly string[]): Promise<Map<string, string>>;
};

function add(groups: Groups, key: string, sums: GroupSums): void {
  const before = groups.get(key);
  groups.set(key, {
    sales: sums.sales === null ? null : (before?.sales ?? 0) + sums.sales,
    units: (before?.units ?? 0) + sums.units,
    revenue: sums.revenue === null ? null : (before?.revenue ?? 0) + sums.revenue,
    netSales: (before?.netSales ?? 0) + sums.netSales,
    cost: (before?.cost ?? 0) + sums.cost,
    costedRevenue: (before?.costedRevenue ?? 0) + sums.costedRevenue,
  });
}

type RolledSums = Record<
  'sales' | 'units' | 'revenue' | 'net_sales' | 'cost' | 'costed_revenue',
  number
>;

const rolled = (row: RolledSums): GroupSums => ({
  sales: row.sales,
  units: row.units,
  revenue: row.revenue,
  netSales: row.net_sales,
  cost: row.cost,
  costedRevenue: row.costed_revenue,
});

const store: Source = {
  async read(reader, coverage, { currency, stores }) {
    const [sales, goods] = await Promise.all([
      readSums(reader, SALES, coverage, currency, ['store_id']),
      readSums(reader, PRODUCTS, coverage, currency, ['store_id']),
    ]);
    const codes = new Map(stores.map(({ id, code }) => [id, code]));
    const groups: Groups = new Map();
    for (const row of sales) {
      const { sales: count, units, revenue } = row;
      const sums = {
        ...NOTHING,
        sales: count,
        units,
        revenue,
        netSales: row.subtotal - row.discount,
      };
      add(groups, codes.get(String(row.store_id)) ?? '', sums);
    }
    for (const { store_id, cost, costed_revenue: costedRevenue } of goods) {
      add(groups, codes.get(String(store_id)) ?? '', { ...NOTHING, cost, costedRevenue });
    }
    return groups;
  },
  name: async ({ stores }) => new Map(stores.map(({ code, name }) => [code, name])),
};

const hour: Source = {
  needsStaff: true,
  async read(reader, coverage, { currency }) {
    const rows = await readSums(reader, HOURS, coverage, currency, ['hour']);
    return new Map(rows.map(row => [String(row.hour), rolled(row)]));
  },
  name: async (_, keys) => new Map(keys.map(key => [key, `${key.padStart(2, '0')}:00`])),
};

const staff: Source = {
  needsStaff: true,
  async read(reader, coverage, { currency }) {
    const rows = await readSums(reader, STAFF, coverage, currency, ['employee_id']);
    return new Map(
      rows.map(row => [row.employee_id === NOBODY ? NONE : String(row.employee_id), rolled(row)]),
    );
  },
  async name({ reader }, keys) {
    const people = await peopleNamed(
      reader,
      keys.filter(key => key !== NONE),
    );
    return new Map(people.map(one => [one.id, one.name ?? one.employee_number ?? '']));
  },
};

const category: Source = {
  async read(reader, coverage, { currency }) {
    const rows = await readSums(reader, PRODUCTS, coverage, currency, ['product_id']);
    const sold = rows.filter(row => row.sales > 0);
    const ids = sold.map(row => Number(row.product_id));
    const found = await categoriesOfProducts(reader, ids);
    const keys = new Map(found.map(one => [one.product_id, one.category_id ?? NONE]));
    const groups: Groups = new Map();
    for (const row of sold) {
      const { units, cost, costed_revenue: costedRevenue } = row;
      const netSales = row.gross - row.discount;
      const sums = { sales: null, revenue: null, units, netSales, cost, costedRevenue };
      add(groups, keys.get(Number(row.product_id)) ?? NONE, sums);
    }
    return groups;
  },
  async name({ reader }, keys) {
    const found = await categoryNames(
      reader,
      keys.filter(key => key !== NONE),
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  },
};

export const SOURCES: Record<Grouping, Source> = { store, hour, category, staff };
