import {
  Answer,
  CalendarDate,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Amount, Count } from '../reports/schemas.js';

export const StoreDayQuery = Query({
  store: Text(255, 1),
  date: Type.Optional(
    Type.String({ ...CalendarDate, description: "A day of the store; default: the store's today" }),
  ),
});

const Figures = {
  sales: Count,
  gross: Type.String({ ...Amount, description: 'What customers paid, with tax and shipping' }),
  refunds: Count,
  refunded: Type.String({ ...Amount, description: 'Money that went back on this day' }),
  net: Type.String({ ...Amount, description: 'gross − refunded' }),
};

export const ChainDayAnswer = Answer({
  generated_at: Timestamp,
  stores: Type.Array(
    Answer({
      store: Uuid,
      store_code: Type.String(),
      date: Type.String({ ...CalendarDate, description: "The store's today" }),
      time_zone: Type.String(),
      currency: Type.String({
        description: 'Currency of the store; sales in other currencies do not count here',
      }),
      ...Figures,
      net_week_before: Type.String({
        ...Amount,
        description: '`net` of the whole day a week before',
      }),
      low_stock: Type.Integer({ minimum: 0, description: 'Goods at or below their reorder point' }),
    }),
    { description: 'By code' },
  ),
});

export const StoreDayAnswer = Answer({
  generated_at: Timestamp,
  store: Uuid,
  store_code: Type.String(),
  date: CalendarDate,
  is_today: Type.Boolean(),
  time_zone: Type.String(),
  currency: Type.String({
    description: 'Currency of the store; amounts in other currencies are in `by_currency`',
  }),
  ...Figures,
  average_basket: Amount,
  voided_sales: Count,
  voided_amount: Amount,
  hours: Type.Array(Answer({ hour: Type.Integer(), sales: Count, gross: Amount })),
  top_products: Type.Array(
    Answer({ product_id: Type.Integer(), name: Type.String(), units: Count, revenue: Amount }),
    { maxItems: 5 },
  ),
  by_currency: Type.Array(Answer({ currency: Type.String(), ...Figures })),
});
