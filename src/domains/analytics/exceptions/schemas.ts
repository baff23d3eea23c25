import {
  Answer,
  CalendarDate,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Amount, Count, Figure } from '../reports/schemas.js';
import { EXCEPTION_KINDS } from './rules.js';

const WINDOW = {
  store: Type.Optional(Text(255, 1)),
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
};

export const ExceptionsQuery = Query(WINDOW);

export const ItemsQuery = Query({
  ...WINDOW,
  store: Text(255, 1),
  employee: Text(100, 1),
  kind: OneOf(EXCEPTION_KINDS),
  ...PageQuery,
});

const Exception = Answer({
  count: Count,
  amount: Nullable(Amount),
  per_100_sales: Figure,
  ratio: Nullable(Type.Number({ description: 'Times the median of the store' })),
  is_unusual: Type.Boolean({ description: 'At least three, and twice the median or more' }),
});

export const ExceptionsAnswer = Answer({
  from: CalendarDate,
  to: CalendarDate,
  stores: Type.Array(
    Answer({
      store: Uuid,
      store_code: Type.String(),
      currency: Type.String(),
      median_per_100_sales: Answer({
        voids: Type.Number(),
        discounts: Type.Number(),
        drawer_openings: Type.Number(),
        refunds: Type.Number(),
      }),
      cashiers: Type.Array(
        Answer({
          employee: Nullable(Type.String()),
          employee_id: Uuid,
          employee_name: Nullable(Type.String()),
          sales: Type.Integer({ description: 'Completed at tills, also those voided later' }),
          voids: Exception,
          discounts: Exception,
          drawer_openings: Exception,
          refunds: Exception,
        }),
      ),
    }),
  ),
});

export const ItemAnswer = Answer({
  id: Uuid,
  at: Timestamp,
  transaction_id: Nullable(Type.String({ description: 'The number of the sale' })),
  terminal_id: Nullable(Type.String()),
  currency: Type.String(),
  amount: Nullable(Amount),
  reason: Nullable(Type.String()),
});
