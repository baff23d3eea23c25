import type { ComponentType } from 'react';
import type { PageLink } from '../../parts/page-link.js';
import type { ReportScope, SalesFilter } from '../../parts/sales-filter.js';
import type { Key } from '../../texts/index.js';
import { DiscountFilters, type FilterProps } from './discount-filters.js';
import {
  type Figure,
  returnsOf,
  salesOfCustomers,
  salesOfDiscounts,
  salesOfHour,
  salesOfMethod,
  salesOfOverview,
  salesOfProduct,
  salesOfPromotions,
  stockOf,
} from './figure-links.js';

/** Format of a figure. */
export type Kind =
  | 'money'
  | 'count'
  | 'percent'
  | 'number'
  | 'text'
  | 'status'
  | 'segment'
  | 'hour'
  | 'origin'
  | 'method'
  | 'day';
export type Field = { key: string; kind: Kind };

export type ReportPage = {
  id: string;
  text: Key;
  path: ReportPath;
  kpis: Field[];
  chart: { shape: 'area' | 'bar' | 'stack'; by: 'day' | 'hour' | 'store'; fields: Field[] };
  table: { part: 'series' | 'breakdown'; fields: Field[] };
  /** The filters of the sales behind a figure, besides the days; undefined: it has none. */
  salesOf?: (figure: Figure) => SalesFilter | undefined;
  /** Another page that a figure leads to. */
  pageOf?: (figure: Figure, scope: ReportScope) => PageLink | undefined;
  /** Filters above the figures. */
  filters?: ComponentType<FilterProps>;
};

export type ReportPath =
  | '/analytics/commerce/overview/'
  | '/analytics/commerce/sales/'
  | '/analytics/commerce/products/'
  | '/analytics/commerce/hourly-traffic/'
  | '/analytics/operations/inventory/'
  | '/analytics/people/customers/'
  | '/analytics/growth/promotions/'
  | '/analytics/growth/discounts/'
  | '/reports/sell-through/'
  | '/reports/dead-stock/';

const money = (key: string): Field => ({ key, kind: 'money' });
const count = (key: string): Field => ({ key, kind: 'count' });
const percent = (key: string): Field => ({ key, kind: 'percent' });
const text = (key: string): Field => ({ key, kind: 'text' });

/** Figures about what is in stock now, which no sale explains. */
const STOCK_FIGURES = new Set(['units_on_hand', 'stock_value']);

/** The fields shown of each report; CSV files contain all fields. */
export const REPORTS: ReportPage[] = [
  {
    id: 'overview',
    text: 'reports.overview',
    path: '/analytics/commerce/overview/',
    salesOf: salesOfOverview,
    kpis: [money('revenue'), money('net_revenue'), count('sales'), money('average_basket')],
    chart: { shape: 'area', by: 'day', fields: [money('net_revenue')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        { key: 'dimension', kind: 'segment' },
        count('sales'),
        count('units'),
        money('refunded'),
        money('revenue'),
        percent('share_percent'),
      ],
    },
  },
  {
    id: 'payments',
    text: 'reports.payments',
    path: '/analytics/commerce/sales/',
    salesOf: salesOfMethod,
    kpis: [money('gross_sales'), money('discounts'), money('tax'), money('refunded')],
    chart: { shape: 'bar', by: 'day', fields: [money('revenue'), money('refunded')] },
    table: {
      part: 'breakdown',
      fields: [
        { key: 'name', kind: 'method' },
        count('payments'),
        money('amount'),
        money('refunded'),
        money('net_amount'),
        percent('share_percent'),
      ],
    },
  },
  {
    id: 'products',
    text: 'reports.products',
    path: '/analytics/commerce/products/',
    salesOf: salesOfProduct,
    pageOf: returnsOf,
    kpis: [count('units'), money('revenue'), money('margin'), percent('margin_percent')],
    chart: { shape: 'area', by: 'day', fields: [money('revenue'), money('margin')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        count('units'),
        count('returned_units'),
        money('revenue'),
        money('uncosted_revenue'),
        money('margin'),
        percent('margin_percent'),
        percent('share_percent'),
      ],
    },
  },
  {
    id: 'hours',
    text: 'reports.hours',
    path: '/analytics/commerce/hourly-traffic/',
    salesOf: salesOfHour,
    kpis: [
      count('sales'),
      money('revenue'),
      { key: 'average_sales_per_day', kind: 'number' },
      { key: 'busiest_hour', kind: 'hour' },
    ],
    chart: { shape: 'bar', by: 'hour', fields: [count('sales')] },
    table: {
      part: 'series',
      fields: [{ key: 'hour', kind: 'hour' }, count('sales'), count('units'), money('revenue')],
    },
  },
  {
    id: 'stock',
    text: 'reports.stock',
    path: '/analytics/operations/inventory/',
    salesOf: ({ key, row }) =>
      key === 'units_sold' ? salesOfProduct({ key, row, filters: {}, value: null }) : undefined,
    pageOf: stockOf,
    kpis: [count('units'), money('stock_value'), count('low_stock'), count('out_of_stock')],
    chart: { shape: 'area', by: 'day', fields: [money('stock_value')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        { key: 'status', kind: 'status' },
        count('units'),
        count('units_sold'),
        { key: 'days_of_cover', kind: 'number' },
        money('stock_value'),
      ],
    },
  },
  {
    id: 'sell-through',
    text: 'reports.sellThrough',
    path: '/reports/sell-through/',
    salesOf: figure => (STOCK_FIGURES.has(figure.key) ? undefined : salesOfProduct(figure)),
    pageOf: (figure, scope) => (STOCK_FIGURES.has(figure.key) ? stockOf(figure, scope) : undefined),
    kpis: [
      percent('sell_through_percent'),
      count('units_sold'),
      count('units_on_hand'),
      money('margin'),
    ],
    chart: { shape: 'bar', by: 'day', fields: [count('units_sold')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        text('category'),
        count('units_sold'),
        count('units_on_hand'),
        money('net_sales'),
        money('margin'),
        percent('sell_through_percent'),
      ],
    },
  },
  {
    id: 'dead-stock',
    text: 'reports.deadStock',
    path: '/reports/dead-stock/',
    pageOf: stockOf,
    kpis: [money('stock_value'), count('items'), count('uncosted_items')],
    chart: { shape: 'bar', by: 'store', fields: [money('stock_value')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        text('sku'),
        text('store'),
        { key: 'on_hand', kind: 'number' },
        { key: 'last_received', kind: 'day' },
        { key: 'last_sold', kind: 'day' },
        money('stock_value'),
      ],
    },
  },
  {
    id: 'customers',
    text: 'reports.customers',
    path: '/analytics/people/customers/',
    salesOf: salesOfCustomers,
    kpis: [
      count('customers'),
      count('new_customers'),
      percent('returning_percent'),
      money('revenue_per_customer'),
    ],
    chart: { shape: 'stack', by: 'day', fields: [count('customer_sales'), count('guest_sales')] },
    table: {
      part: 'breakdown',
      fields: [
        { key: 'segment', kind: 'segment' },
        count('customers'),
        count('sales'),
        money('revenue'),
        money('average_basket'),
        percent('share_percent'),
      ],
    },
  },
  {
    id: 'promotions',
    text: 'reports.promotions',
    path: '/analytics/growth/promotions/',
    salesOf: salesOfPromotions,
    kpis: [
      count('discounted_sales'),
      money('discounts'),
      percent('discount_percent'),
      count('code_uses'),
    ],
    chart: { shape: 'bar', by: 'day', fields: [money('discounts')] },
    table: {
      part: 'breakdown',
      fields: [
        text('name'),
        { key: 'status', kind: 'status' },
        count('uses'),
        money('revenue'),
        money('discounts'),
        percent('sales_lift_percent'),
      ],
    },
  },
  {
    id: 'discounts',
    text: 'reports.discounts',
    path: '/analytics/growth/discounts/',
    salesOf: salesOfDiscounts,
    filters: DiscountFilters,
    kpis: [money('discounts'), money('manual'), money('code'), money('promotion')],
    chart: {
      shape: 'stack',
      by: 'day',
      fields: [money('manual'), money('code'), money('promotion')],
    },
    table: {
      part: 'breakdown',
      fields: [
        { key: 'day', kind: 'day' },
        text('store_code'),
        { key: 'origin', kind: 'origin' },
        text('reason'),
        text('employee_name'),
        text('approved_by'),
        count('sales'),
        money('amount'),
      ],
    },
  },
];
