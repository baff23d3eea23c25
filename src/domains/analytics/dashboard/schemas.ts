import {
  Answer,
  Money,
  OneOf,
  Params,
  Quantity,
  Text,
  Timestamp,
  Type,
} from '../../../platform/http/schemas.js';
import { GoodsFields } from '../../catalog/index.js';
import { SALE_STATUSES } from '../../transactions/index.js';

export const DashboardParams = Params({ store_code: Text(255, 1) });

export const Dashboard = Answer({
  kpis: Answer({
    revenue_today: Money,
    transactions_today: Type.Integer(),
    avg_transaction_value: Money,
    active_promotions: Type.Integer(),
  }),
  top_products_today: Type.Array(
    Answer({
      product_id: Type.Integer(),
      name: Type.String(),
      revenue: Money,
      units_sold: Type.Integer(),
    }),
    { maxItems: 5 },
  ),
  low_stock_alerts: Type.Array(
    Answer({
      variant_sku: Type.String(),
      name: Type.String({ description: "The variant's name, or the product's" }),
      ...GoodsFields,
      stock_on_hand: Quantity,
      reorder_point: Quantity,
    }),
    { maxItems: 10 },
  ),
  recent_transactions: Type.Array(
    Answer({
      transaction_id: Type.String(),
      total: Money,
      status: OneOf(SALE_STATUSES),
      timestamp: Timestamp,
    }),
    { maxItems: 10 },
  ),
});
