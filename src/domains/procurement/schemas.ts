import {
  Answer,
  Body,
  CalendarDate,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
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
import { UNITS } from '../../platform/quantity.js';
import { CostOf } from '../access/index.js';
import { GoodsFields } from '../catalog/index.js';
import { ORDER_STATUSES } from './rules.js';

const MAX_LINES = 250;
/** Thousandths of the largest quantity fit the integer column. */
const Units = QuantityInput({ minimum: 1, maximum: 1_000_000 });
/** A store by UUID, code or content id. */
const StoreRef = Text(255, 1);

/** One of the two is required; if both are set, they must match. */
const Goods = { variant_id: Type.Optional(Uuid), sku: Type.Optional(Text(100, 1)) };

export const OrderParams = Params({
  id: Type.String({ description: 'UUID or PO number', maxLength: 300 }),
});

export const OrderBody = Body({
  store: StoreRef,
  supplier: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'A supplier; its name is the default' })),
  ),
  vendor_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Required without a supplier; finds the supplier of the same name',
    }),
  ),
  vendor_reference: Type.Optional(Text(100)),
  expected_date: Type.Optional(Nullable(CalendarDate)),
  notes: Type.Optional(Text(10_000)),
  delivery: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100, description: 'A delivery_id' })),
  ),
  lines: Type.Array(
    Body({
      ...Goods,
      ordered_quantity: Units,
      unit_cost: MoneyInput,
      over_receipt_percent: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 0,
          description: 'Accepted above ordered_quantity',
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
});
export type OrderInput = Static<typeof OrderBody>;

const ReceiveFields = Body({
  receipt_number: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: "Number of the vendor's delivery note; a repeated number changes nothing.",
    }),
  ),
  notes: Type.Optional(Text(1_000)),
  lines: Type.Optional(
    Type.Array(
      Body({
        ...Goods,
        quantity: Units,
        unit_cost: Type.Optional(MoneyInput),
      }),
      { minItems: 1, maxItems: MAX_LINES, description: 'Default: everything outstanding.' },
    ),
  ),
});
export type ReceiptInput = Static<typeof ReceiveFields>;
/** Optional; without a body, everything outstanding is received. */
export const ReceiveBody = Type.Unsafe<ReceiptInput | null>({
  ...ReceiveFields,
  type: ['object', 'null'],
});

export const OrderQuery = Query({
  store: Type.Optional(StoreRef),
  status: Type.Optional(OneOf(ORDER_STATUSES)),
  vendor: Type.Optional(Text(255, 1)),
  supplier: Type.Optional(Uuid),
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Part of the number, the vendor, its reference or the SKU of a line',
    }),
  ),
  delivery: Type.Optional(Text(100, 1)),
  expected_from: Type.Optional(CalendarDate),
  expected_to: Type.Optional(CalendarDate),
  ...PageQuery,
});

export const OrderAnswer = Answer({
  id: Uuid,
  po_number: Type.String({ examples: ['PO-2026-000042'] }),
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  supplier: Nullable(Uuid),
  vendor_name: Type.String(),
  vendor_reference: Type.String(),
  status: OneOf(ORDER_STATUSES),
  currency: Type.String(),
  expected_date: Nullable(CalendarDate),
  notes: Type.String(),
  delivery: Nullable(Type.String({ description: 'The delivery_id of its delivery schedule' })),
  total_cost: CostOf(Money),
  lines: Type.Array(
    Answer({
      id: Uuid,
      variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      ...GoodsFields,
      unit: OneOf(UNITS),
      ordered_quantity: Quantity,
      received_quantity: Quantity,
      outstanding_quantity: Quantity,
      unit_cost: CostOf(Money),
      line_total: CostOf(Money),
      over_receipt_percent: Type.Integer(),
    }),
  ),
  receipts: Type.Array(
    Answer({
      id: Uuid,
      receipt_number: Type.String(),
      notes: Type.String(),
      received_by: Nullable(Uuid),
      received_at: Timestamp,
      lines: Type.Array(
        Answer({
          line_id: Uuid,
          sku: Type.String(),
          ...GoodsFields,
          quantity: Quantity,
          unit_cost: CostOf(Money),
        }),
      ),
    }),
  ),
  created_by: Nullable(Uuid),
  submitted_at: Nullable(Timestamp),
  received_at: Nullable(Timestamp),
  closed_at: Nullable(Timestamp),
  cancelled_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
