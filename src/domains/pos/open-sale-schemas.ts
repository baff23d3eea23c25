import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  Quantity,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { UNITS } from '../../platform/quantity.js';
import { GoodsFields } from '../catalog/index.js';
import { RefundRecord } from '../payments/index.js';
import { SALE_STATUSES } from '../transactions/index.js';
import { SaleLabels } from './schemas.js';

export const LineOfSale = Answer({
  id: Uuid,
  product_variant_id: Uuid,
  sku: Type.String(),
  ...GoodsFields,
  quantity: Quantity,
  unit: OneOf(UNITS),
  unit_price: Money,
  subtotal: Money,
  discount: Money,
  tax: Money,
});

export const OpenSaleAnswer = Answer({
  transaction_id: Type.String(),
  status: OneOf(SALE_STATUSES),
  currency: Type.String(),
  subtotal: Money,
  tax_amount: Money,
  prices_include_tax: Type.Boolean({ description: 'Whether the prices contain the tax' }),
  total_amount: Money,
  total_paid: Money,
  amount_due: Money,
  terminal_id: Nullable(Type.String()),
  employee: Nullable(
    Answer({ id: Uuid, employee_id: Nullable(Type.String()), name: Type.String() }),
  ),
  created_at: Timestamp,
  lines: Type.Array(LineOfSale),
  payments: Type.Array(
    Answer({
      id: Uuid,
      payment_method: Type.String({ description: 'Code of the payment method' }),
      payment_method_name: Type.String(),
      method_type: Type.String(),
      amount: Money,
      tip: Money,
      register_id: Nullable(Type.String()),
      processed_at: Timestamp,
    }),
  ),
});

export const AttachBody = Body(
  {
    customer_id: Type.Optional(
      Nullable(
        Type.String({ format: 'uuid', description: 'Null detaches the customer of the sale.' }),
      ),
    ),
    ...SaleLabels,
  },
  { minProperties: 1 },
);

export const AttachAnswer = Answer({
  success: Type.Literal(true),
  transaction: Answer({
    transaction_id: Type.String(),
    status: OneOf(SALE_STATUSES),
    total_amount: Money,
    customer_id: Nullable(Uuid),
    pickup_name: Type.Optional(Type.String({ description: 'If the request wrote a label' })),
    note: Type.Optional(Type.String()),
  }),
});

export const CancelBody = Body({
  reason: Text(500, 1),
  approval_request_id: Type.Optional(Text(100, 1)),
});

export const CancelAnswer = Answer({
  success: Type.Literal(true),
  transaction: Answer({
    transaction_id: Type.String(),
    status: OneOf(SALE_STATUSES),
    total_amount: Money,
    total_paid: Money,
    currency: Type.String(),
    voided_at: Nullable(Timestamp),
    void_reason: Nullable(Type.String()),
  }),
  refunds: Type.Array(RefundRecord),
});
