import { amount, average, total } from '../../figures.js';
import { Amount, Count } from '../schemas.js';

/** Totals of sales; amounts in minor units. */
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
export const salesFiguresIn = (currency: string) => (rows: readonly SalesSums[]) => {
  const sum = (key: keyof SalesSums) => total(rows, key);
  const revenue = sum('revenue');
  const refunded = sum('refunded');
  return {
    sales: sum('sales'),
    units: sum('units'),
    gross_sales: amount(sum('subtotal'), currency),
    discounts: amount(sum('discount'), currency),
    tax: amount(sum('tax'), currency),
    shipping: amount(sum('shipping'), currency),
    revenue: amount(revenue, currency),
    refunds: sum('refunds'),
    refunded: amount(refunded, currency),
    net_revenue: amount(revenue - refunded, currency),
    average_basket: amount(average(revenue, sum('sales')), currency),
    discounted_sales: sum('discounted_sales'),
    voided_sales: sum('voided_sales'),
    voided_amount: amount(sum('voided_amount'), currency),
  };
};
