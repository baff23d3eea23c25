import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  OpenQuery,
  OptionalUnit,
  PageQuery,
  Params,
  Quantity,
  QuantityInput,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { UNITS } from '../../../platform/quantity.js';
import { GoodsFields } from '../../catalog/index.js';
import {
  addressFields,
  FULFILLMENT_STATUSES,
  FULFILLMENT_TYPES,
  TrackingUrl,
} from '../../fulfillments/index.js';
import { METHOD_TYPES, REFUND_STATUSES, REFUND_WAYS } from '../../payments/index.js';
import { RETURN_STATUSES, ReturnReason } from '../../returns/index.js';
import { BundleOfLine, SALE_STATUSES } from '../../transactions/index.js';
import { CHANNELS } from './rules.js';

export const OrdersQuery = OpenQuery(PageQuery);

export const OrderParams = Params({
  transaction_id: Type.String({ maxLength: 100, description: 'TXN number' }),
});
export const RequestParams = Params({
  transaction_id: Type.String({ maxLength: 100, description: 'TXN number' }),
  return_number: Type.String({ maxLength: 100, description: 'RET number' }),
});

const CancelFields = Body({ reason: Type.Optional(Text(500)) });
/** Optional. */
export const CancelBody = Type.Unsafe<{ reason?: string } | null>({
  ...CancelFields,
  type: ['object', 'null'],
});

export const returnRequestFields = {
  return_reason: ReturnReason,
  notes: Type.Optional(Text(2_000)),
  line_items: Type.Array(
    Body({
      line_id: Text(100, 1),
      quantity: QuantityInput({ minimum: 1, maximum: 9_999 }),
      reason: Type.Optional(ReturnReason),
    }),
    { minItems: 1, maxItems: 250 },
  ),
};
export const ReturnRequestBody = Body(returnRequestFields);

const Tracking = {
  carrier_name: Type.String(),
  tracking_number: Type.String(),
  tracking_url: TrackingUrl,
  status: Type.String(),
};

const summaryFields = {
  id: Uuid,
  transaction_id: Type.String({ description: 'TXN number' }),
  channel: OneOf(CHANNELS, { description: 'Ordered in the shop, or bought at a till' }),
  status: OneOf(SALE_STATUSES),
  store: Answer({ id: Uuid, name: Type.String(), time_zone: Type.String() }),
  currency: Type.String(),
  total_amount: Money,
  total_paid: Money,
  item_count: Type.Integer({ description: 'Pieces; goods sold by measure count as one' }),
  items: Type.Array(
    Answer({
      sku: Type.String(),
      description: Type.String(),
      quantity: Quantity,
      unit: OptionalUnit,
    }),
    { description: 'The first three' },
  ),
  fulfillments: Type.Array(
    Answer({
      id: Uuid,
      fulfillment_type: OneOf(FULFILLMENT_TYPES),
      status: OneOf(FULFILLMENT_STATUSES),
      scheduled_at: Nullable(Timestamp),
      tracking: Type.Array(Answer(Tracking), { description: 'Parcels that have left' }),
    }),
  ),
  receipt_url: Nullable(
    Type.String({ description: 'A page without a login, for 180 days; null if not paid' }),
  ),
  can_cancel: Type.Boolean({ description: 'Nobody has packed the order yet' }),
  can_return: Type.Boolean({ description: 'A return can be requested' }),
  created_at: Timestamp,
  completed_at: Nullable(Timestamp),
};

export const OrderSummaryAnswer = Answer(summaryFields);

export const ReturnRequestAnswer = Answer({
  return_number: Type.String({ examples: ['RET-2026-000042'] }),
  status: OneOf(RETURN_STATUSES),
  return_reason: Type.String(),
  decision_note: Type.String({ description: 'What the store says about its decision' }),
  can_withdraw: Type.Boolean({ description: 'You asked for it, and the store has not decided' }),
  refund_amount: Money,
  total_return_value: Money,
  line_items: Type.Array(
    Answer({
      line_id: Uuid,
      sku: Type.String(),
      description: Type.String(),
      quantity: Quantity,
      unit: OneOf(UNITS),
      reason: Type.String(),
    }),
  ),
  created_at: Timestamp,
  decided_at: Nullable(Timestamp),
});

export const RefundAnswer = Answer({
  refund_id: Type.String(),
  amount: Money,
  status: OneOf(REFUND_STATUSES),
  way: Nullable(OneOf(REFUND_WAYS)),
  created_at: Timestamp,
});

const items = Type.Array(
  Answer({ sku: Type.String(), quantity: Quantity, unit: OptionalUnit, ...GoodsFields }),
);

export const Shipments = Type.Array(Answer({ ...Tracking, items }));

/** What guests and customers see of a line. */
export const orderLineFields = {
  id: Uuid,
  sku: Type.String(),
  name: Type.String(),
  ...GoodsFields,
  product_slug: Nullable(Type.String({ description: 'Null if it is not on sale' })),
  quantity: Quantity,
  returnable_quantity: Quantity,
  unit: OptionalUnit,
  unit_price: Money,
  subtotal: Money,
  bundle: Nullable(BundleOfLine),
};

export const OrderAnswer = Answer({
  ...summaryFields,
  subtotal: Money,
  discount_amount: Money,
  shipping_amount: Money,
  tax_amount: Money,
  prices_include_tax: Type.Boolean(),
  expires_at: Nullable(Timestamp),
  line_items: Type.Array(
    Answer({
      ...orderLineFields,
      returned_quantity: Quantity,
      discount: Money,
      tax: Money,
    }),
  ),
  payments: Type.Array(
    Answer({
      method: Type.String({ description: 'As customers call it: Card' }),
      method_type: OneOf(METHOD_TYPES),
      amount: Money,
      card_last_four: Nullable(Type.String()),
      created_at: Timestamp,
    }),
  ),
  refunds: Type.Array(RefundAnswer),
  deliveries: Type.Array(
    Answer({
      id: Uuid,
      fulfillment_type: OneOf(FULFILLMENT_TYPES),
      status: OneOf(FULFILLMENT_STATUSES),
      scheduled_at: Nullable(Timestamp),
      qr_content: Nullable(Type.String({ description: 'For a QR code that a till scans' })),
      shipping_city: Nullable(Type.String()),
      shipping_region: Nullable(Type.String()),
      shipping_address: Nullable(Answer(addressFields)),
      cancel_reason: Nullable(Type.String()),
      shipments: Shipments,
    }),
  ),
  billing_address: Nullable(
    Answer(addressFields, { description: 'Null: the same as the delivery address' }),
  ),
  returns: Type.Array(ReturnRequestAnswer),
});
