import type { PageLink } from '../../parts/page-link.js';
import type { ReportScope, SalesFilter } from '../../parts/sales-filter.js';

export type Row = Record<string, string | number | null>;

/** A figure of a row, or of the totals. */
export type Figure = {
  key: string;
  row: Row | undefined;
  value: Row[string] | undefined;
  /** The filters above the report. */
  filters: { origin?: string; employee?: string };
};

const NONE = 'none';
const ALL_SALES: SalesFilter = {};
/** Without tax and shipping. */
export const GOODS: SalesFilter = { part: 'goods' };

/** What was paid less what was refunded. */
export const NET: SalesFilter = { part: 'net' };

/** Refunds are found by their own days, sales less refunds by both. */
function refundsOr(key: string, filter: SalesFilter): SalesFilter {
  if (key === 'refunded') return { ...filter, refunded: 'true' };
  return key === 'net_revenue' || key === 'net_amount' ? { ...filter, ...NET } : filter;
}

export function salesOfOverview({ key, row }: Figure): SalesFilter {
  if (row === undefined) return refundsOr(key, ALL_SALES);
  const name = row.dimension === 'channel' ? 'channel' : 'store';
  return refundsOr(key, { [name]: String(row.key) });
}

export function salesOfMethod({ key, row }: Figure): SalesFilter {
  if (row !== undefined) return refundsOr(key, { payment_method: String(row.key) });
  return TOTALS[key] ?? refundsOr(key, ALL_SALES);
}

const TOTALS: Record<string, SalesFilter> = {
  gross_sales: { part: 'gross_goods' },
  discounts: { flag: 'discounted' },
  tax: { part: 'tax' },
};

/** Returned goods are counted on the day of their return, and lead to it. */
export function salesOfProduct({ key, row }: Figure): SalesFilter | undefined {
  if (key === 'returned_units') return undefined;
  return row === undefined ? GOODS : { product: String(row.product_id) };
}

export function salesOfHour({ key, row, value }: Figure): SalesFilter {
  if (row !== undefined) return { hour: String(row.hour) };
  return key === 'busiest_hour' ? { hour: String(value) } : ALL_SALES;
}

const SEGMENTS: Record<string, string> = {
  customers: 'known',
  new_customers: 'new',
  returning_percent: 'returning',
  revenue_per_customer: 'known',
};

export const salesOfCustomers = ({ key, row }: Figure): SalesFilter => ({
  segment: row === undefined ? SEGMENTS[key] : String(row.segment),
});

/** Campaigns and codes count on the day of their use, whatever becomes of the sale. */
export function salesOfPromotions({ key, row }: Figure): SalesFilter {
  if (row !== undefined) {
    const name = row.kind === 'campaign' ? 'campaign' : 'code';
    return { counted: undefined, [name]: String(row.key) };
  }
  return key === 'code_uses' ? { counted: undefined, code: '*' } : { flag: 'discounted' };
}

const textOf = (value: Row[string] | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

export function salesOfDiscounts({ key, row, filters }: Figure): SalesFilter | undefined {
  const { origin, employee } = filters;
  if (row === undefined) {
    const asked = key === 'discounts' ? (origin ?? 'any') : key;
    // The report has left out the other origins.
    if (origin !== undefined && asked !== origin) return undefined;
    return { discount_origin: asked, discount_employee: employee };
  }
  const isNobody = row.employee === null && row.employee_name === null;
  return {
    date_from: String(row.day),
    date_to: String(row.day),
    store: String(row.store_code),
    discount_origin: String(row.origin),
    discount_reason: textOf(row.reason) ?? NONE,
    discount_employee: textOf(row.employee) ?? (isNobody ? NONE : undefined),
    discount_approval: textOf(row.approval_request_id) ?? NONE,
    promotion: textOf(row.promotion_id),
    code: textOf(row.code),
  };
}

/** The returns of a product on the days of the report. */
export function returnsOf({ key, row }: Figure, scope: ReportScope): PageLink | undefined {
  if (key !== 'returned_units' || row === undefined) return undefined;
  const query = new URLSearchParams({
    status: 'completed',
    counted: 'true',
    completed_from: scope.from,
    completed_to: scope.to,
    product: String(row.product_id),
  });
  if (scope.currency) query.set('currency', scope.currency);
  if (scope.store_code) query.set('store', scope.store_code);
  return { href: `/returns?${query}`, permission: 'return.decide', label: 'reports.returnsOf' };
}

/** The stock of a product or, with its SKU, of one variant; for totals that of all goods. */
export function stockOf({ key, row }: Figure, scope: ReportScope): PageLink {
  if (row === undefined) {
    return stockPage({ low: key === 'low_stock' ? '1' : undefined, store: scope.store_code });
  }
  const isOfStore = typeof row.store === 'string' && row.sku !== undefined;
  return stockPage({
    search: String(row.sku ?? row.name),
    store: isOfStore ? String(row.store) : undefined,
  });
}

/** The stock of a store, or what of it is low. */
export function stockPage(filter: Record<string, string | null | undefined>): PageLink {
  const given = Object.entries(filter).filter(([, value]) => typeof value === 'string');
  const query = new URLSearchParams(given as [string, string][]);
  return {
    href: query.size === 0 ? '/inventory' : `/inventory?${query}`,
    permission: 'stock.read',
    label: 'reports.stockOf',
  };
}
