import {
  Answer,
  Body,
  CalendarDate,
  Money,
  Nullable,
  OneOf,
  OptionalUnit,
  PageQuery,
  Params,
  Quantity,
  QuantityInput,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { GoodsFields } from '../catalog/index.js';
import { RefundRecord } from '../payments/index.js';
import { SALE_STATUSES } from '../transactions/index.js';
import { FULFILLMENT_STATUSES, FULFILLMENT_TYPES, SHIPMENT_STATUSES } from './rules.js';

const MAX_ITEMS = 250;
const MAX_QUANTITY = 9_999;

const AddressLine = Type.Optional(Text(255));
export const addressFields = {
  firstName: AddressLine,
  lastName: AddressLine,
  company: AddressLine,
  address: AddressLine,
  apartment: AddressLine,
  city: AddressLine,
  region: AddressLine,
  postalCode: AddressLine,
  country: AddressLine,
  phone: AddressLine,
};

export const FulfillmentParams = Params({ id: Text(300, 1) });

export const FulfillmentQuery = Query({
  transaction: Type.Optional(Text(300, 1)),
  status: Type.Optional(OneOf(FULFILLMENT_STATUSES)),
  fulfillment_type: Type.Optional(OneOf(FULFILLMENT_TYPES)),
  store: Type.Optional(Text(255, 1)),
  ordering: Type.Optional(
    OneOf(['created_at', '-created_at'], {
      default: '-created_at',
      description: '`created_at`: oldest first',
    }),
  ),
  ...PageQuery,
});

export const CountQuery = Query({ store: Type.Optional(Text(255, 1)) });
export const CountAnswer = Answer({
  pending: Type.Integer(),
  processing: Type.Integer(),
  ready_for_pickup: Type.Integer(),
  shipped: Type.Integer(),
});

export const OpenBody = Body({
  transaction: Text(300, 1),
  fulfillment_type: OneOf(FULFILLMENT_TYPES),
  scheduled_date: Type.Optional(Nullable(CalendarDate)),
  notes: Type.Optional(Text(10_000)),
  customer_email: Type.Optional(Nullable(Type.String({ format: 'email', maxLength: 254 }))),
  customer_name: Type.Optional(Text(255)),
  customer_phone: Type.Optional(Text(50)),
  shipping_address: Type.Optional(Nullable(Body(addressFields))),
});

export const ChangeBody = Body(
  {
    scheduled_date: Type.Optional(Nullable(CalendarDate)),
    notes: Type.Optional(Text(10_000)),
  },
  { minProperties: 1 },
);

const WantedItem = Body({
  sku: Text(100, 1),
  quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
});

const ShipFields = Body({
  carrier_name: Type.Optional(Text(100)),
  tracking_number: Type.Optional(Text(100)),
  items: Type.Optional(
    Type.Array(WantedItem, {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: 'Default: all items still to be shipped',
    }),
  ),
});
export const ShipBody = Type.Unsafe<Static<typeof ShipFields> | null>({
  ...ShipFields,
  type: ['object', 'null'],
});

export const ShipmentParams = Params({ id: Text(300, 1), shipment_id: Text(300, 1) });

export const TrackingBody = Body(
  {
    carrier_name: Type.Optional(Text(100)),
    tracking_number: Type.Optional(Text(100)),
  },
  { minProperties: 1 },
);

const goods = { sku: Type.String(), quantity: Quantity, unit: OptionalUnit };
const ItemAnswer = Answer({ ...goods, ...GoodsFields });

const CancelFields = Body({
  reason: Type.Optional(
    Type.String({ ...Text(500, 1), description: 'The customer reads it in the mail.' }),
  ),
  refund: Type.Optional(
    Type.Boolean({ default: true, description: 'Refund the share of the cancelled items' }),
  ),
  restock: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the goods can be sold again' }),
  ),
  items: Type.Optional(
    Type.Array(WantedItem, {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: 'Default: all items that have not left',
    }),
  ),
  approval_request_id: Type.Optional(Text(100, 1)),
  shift_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'The open shift whose drawer pays cash back.' }),
  ),
});
export const CancelBody = Type.Unsafe<Static<typeof CancelFields> | null>({
  ...CancelFields,
  type: ['object', 'null'],
});

export const PreviewAnswer = Answer({
  items: Type.Array(Answer(goods)),
  refund_amount: Money,
  shipping_refund: Type.String({ ...Money, description: 'Part of refund_amount' }),
  currency: Type.String(),
  ends_sale: Type.Boolean({ description: 'An unpaid or partly paid order ends as a whole.' }),
});

export const TrackingUrl = Nullable(
  Type.String({ description: 'The page of the carrier about the parcel; null if it is unknown' }),
);

export const ShipmentAnswer = Answer({
  id: Uuid,
  carrier_name: Type.String(),
  tracking_number: Type.String(),
  tracking_url: TrackingUrl,
  status: OneOf(SHIPMENT_STATUSES),
  items: Type.Array(ItemAnswer),
  shipped_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
});

const fulfillmentFields = {
  id: Uuid,
  transaction: Type.String({ description: 'TXN number' }),
  store: Uuid,
  fulfillment_type: OneOf(FULFILLMENT_TYPES),
  status: OneOf(FULFILLMENT_STATUSES),
  scheduled_date: Nullable(CalendarDate),
  scheduled_at: Nullable(Timestamp),
  notes: Type.String(),
  create_account: Type.Boolean(),
  customer_email: Nullable(Type.String()),
  customer_name: Type.String(),
  customer_phone: Type.String(),
  amount_due: Type.String({ ...Money, description: 'To be paid before the goods leave' }),
  currency: Type.String(),
  shipping_address: Nullable(Answer(addressFields)),
  billing_address: Nullable(
    Answer(addressFields, {
      description: 'Null: the same as the shipping address, or not asked for',
    }),
  ),
  shipping_city: Nullable(Type.String()),
  shipping_region: Nullable(Type.String()),
  items: Type.Array(ItemAnswer, { description: 'The goods of the sale, less those returned' }),
  shipments: Type.Array(ShipmentAnswer),
  ready_notified_at: Nullable(Timestamp),
  handed_over_at: Nullable(Timestamp),
  cancel_reason: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const FulfillmentAnswer = Answer(fulfillmentFields);

export const CancelAnswer = Answer({
  ...fulfillmentFields,
  cancelled_items: Type.Array(Answer(goods)),
  refund_amount: Money,
  refunds: Type.Array(RefundRecord),
  return_id: Nullable(Uuid),
  transaction_status: OneOf(SALE_STATUSES),
});
