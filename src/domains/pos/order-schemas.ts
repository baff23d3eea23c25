import {
  Answer,
  CalendarDate,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { FULFILLMENT_STATUSES, FULFILLMENT_TYPES } from '../fulfillments/index.js';
import { SALE_STATUSES, SOURCES } from '../transactions/index.js';
import { LineOfSale } from './open-sale-schemas.js';

export const OrderQuery = Query({
  q: Type.Optional(
    Type.String({
      ...Text(300),
      description: 'Number, name, phone, mail address, or the content of the QR code',
    }),
  ),
  ...PageQuery,
});

export const OrderAnswer = Answer({
  transaction_id: Type.String(),
  transaction_status: OneOf(SALE_STATUSES),
  source_system: OneOf(SOURCES),
  fulfillment_id: Uuid,
  fulfillment_type: OneOf(FULFILLMENT_TYPES),
  status: OneOf(FULFILLMENT_STATUSES),
  customer_name: Type.String(),
  customer_email: Nullable(Type.String()),
  customer_phone: Type.String(),
  currency: Type.String(),
  total_amount: Money,
  total_paid: Money,
  amount_due: Money,
  is_paid: Type.Boolean({ description: 'False: take the payment before the goods leave' }),
  minimum_age: Nullable(Type.Integer({ description: 'The payment needs an age check' })),
  scheduled_at: Nullable(Timestamp),
  scheduled_date: Nullable(CalendarDate),
  expires_at: Nullable(Timestamp),
  notes: Type.String(),
  created_at: Timestamp,
  lines: Type.Array(LineOfSale, { description: 'What is left after returns' }),
});

export const HandOverAnswer = Answer({
  success: Type.Literal(true),
  order: Answer({
    transaction_id: Type.String(),
    fulfillment_id: Uuid,
    fulfillment_type: OneOf(FULFILLMENT_TYPES),
    status: OneOf(FULFILLMENT_STATUSES),
    amount_due: Money,
    handed_over_at: Timestamp,
  }),
});
