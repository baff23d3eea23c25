import { amount, average, total } from '../../figures.js';
import { Amount, Count } from '../schemas.js';

/** Totals of sales; amounts in cents. */
export type SalesSums = Record<
  | 'sales'
  | 'units'
  | 'discounted_sales'
  | 'voided_sales'
  | 'refunds'
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'shipping'
  | 'revenue'
  | 'voided_amount'
  | 'refunded',
  number
>;

export const SalesFigures = {
  sales: Count,
  units: Count,
  gross_sales: Amount,
  discounts: Amount,
  tax: Amount,
  shipping: Amount,
  revenue: Amount,
  refunds: Count,
  refunded: Amount,
  net_revenue: Amount,
  average_basket: Amount,
  discounted_sales: Count,
  voided_sales: Count,
  voided_amount: Amount,
};

/** Adds up rows, for example of a day or a channel; an empty list yields zeros. */
export function salesFigures(rows: readonly SalesSums[]) {
  const sum = (key: keyof SalesSums) => total(rows, key);
  const revenue = sum('revenue');
  const refunded = sum('refunded');
  return {
    sales: sum('sales'),
    units: sum('units'),
    gross_sales: amount(sum('subtotal')),
    discounts: amount(sum('discount')),
    tax: amount(sum('tax')),
    shipping: amount(sum('shipping')),
    revenue: amount(revenue),
    refunds: sum('refunds'),
    refunded: amount(refunded),
    net_revenue: amount(revenue - refunded),
    average_basket: amount(average(revenue, sum('sales'))),
    discounted_sales: sum('discounted_sales'),
    voided_sales: sum('voided_sales'),
    voided_amount: amount(sum('voided_amount')),
  };
}
