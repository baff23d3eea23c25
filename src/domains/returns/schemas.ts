import {
  Answer,
  Body,
  Money,
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
import { GoodsFields } from '../catalog/index.js';
import { REFUND_DESTINATIONS, RefundRecord } from '../payments/index.js';
import { BundleOfLine, SALE_STATUSES } from '../transactions/index.js';
import { RETURN_STATUSES, USUAL_REASONS } from './rules.js';

const MAX_LINES = 250;
const MAX_QUANTITY = 9_999;

export const Reason = Type.String({
  maxLength: 100,
  pattern: '\\S',
  description: `Usually one of ${USUAL_REASONS.join(', ')}; any other text is allowed.`,
  examples: ['defective'],
});

const Status = OneOf(RETURN_STATUSES);

export const ReturnParams = Params({
  id: Type.String({ description: 'UUID or RET number', maxLength: 300 }),
});

export const ReturnQuery = Query({
  transaction: Type.Optional(Text(300, 1)),
  status: Type.Optional(Status),
  store: Type.Optional(Text(255, 1)),
  requested_online: Type.Optional(
    Type.Boolean({
      description: 'Only returns that customers asked for in the shop, or only others',
    }),
  ),
  completed_from: Type.Optional(
    Type.String({ format: 'date', description: "First day of completion, by the store's clock" }),
  ),
  completed_to: Type.Optional(
    Type.String({ format: 'date', description: "Last day of completion, by the store's clock" }),
  ),
  product: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Returns of goods of this product',
    }),
  ),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'Of sales in this currency' }),
  ),
  counted: Type.Optional(
    Type.Boolean({
      description:
        'True: the returns that reports count: completed, of sales that are not voided. Each has `counted_units`.',
    }),
  ),
  ...PageQuery,
});

export const SaleParams = Params({
  transaction: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'TXN number; of a sale of this store also its saleTransaction_ id',
  }),
});

export const ReturnableSaleAnswer = Answer({
  transaction: Type.String({ description: 'TXN number' }),
  status: OneOf(SALE_STATUSES),
  store: Answer({ id: Uuid, name: Type.String() }),
  currency: Type.String(),
  total_amount: Money,
  completed_at: Nullable(Timestamp),
  line_items: Type.Array(
    Answer({
      id: Uuid,
      product_variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      ...GoodsFields,
      unit: OneOf(UNITS),
      quantity: Quantity,
      returned_quantity: Quantity,
      unit_price: Money,
      subtotal: Money,
      discount: Money,
      tax: Money,
      bundle: Nullable(BundleOfLine),
    }),
  ),
});

const SaleRef = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'TXN number or saleTransaction_ id',
});

export const PreviewBody = Body({
  transaction: SaleRef,
  announced: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Id or number of an open return of the sale: the goods are those that arrived of it',
    }),
  ),
  line_items: Type.Array(
    Body({
      original_line_item: Text(100, 1),
      quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
});

export const PreviewAnswer = Answer({
  transaction: Type.String({ description: 'TXN number' }),
  currency: Type.String(),
  refund_amount: Money,
  payments: Type.Array(
    Answer({
      name: Type.String({ description: 'Name of the payment method' }),
      method_type: Type.String(),
      card_last_four: Nullable(Type.String()),
      amount: Money,
    }),
    { description: 'Where the money goes if it goes back as it was paid' },
  ),
});

export const CreateBody = Body({
  transaction: SaleRef,
  return_reason: Reason,
  notes: Type.Optional(Text(10_000)),
  line_items: Type.Array(
    Body({
      original_line_item: Text(100, 1),
      quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
      reason: Type.Optional(Reason),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
});

const CompleteFields = Body({
  refund_to: Type.Optional(
    OneOf(REFUND_DESTINATIONS, {
      default: 'original',
      description: 'The original payment, cash from the drawer, or a store credit',
    }),
  ),
  restock: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the goods can be sold again' }),
  ),
  approval_request_id: Type.Optional(Text(100, 1)),
  shift_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'The open shift whose drawer pays cash back.' }),
  ),
});
const ReceiveFields = Body({
  line_items: Type.Optional(
    Type.Array(
      Body({
        original_line_item: Text(100, 1),
        quantity: QuantityInput({ minimum: 0, maximum: MAX_QUANTITY }),
      }),
      { minItems: 1, maxItems: MAX_LINES, description: 'What arrived; other lines did not' },
    ),
  ),
  rest: Type.Optional(
    OneOf(['announced', 'closed'], {
      default: 'announced',
      description: 'Another return waits for the rest, or the customer keeps it',
    }),
  ),
});
/** Optional; the default receives everything that was announced. */
export const ReceiveBody = Type.Unsafe<Static<typeof ReceiveFields> | null>({
  ...ReceiveFields,
  type: ['object', 'null'],
});
const DecisionNote = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description: 'For a customer who asked for the return in the shop; part of the mail.',
  }),
);
const ApproveFields = Body({
  approval_request_id: Type.Optional(Text(100, 1)),
  decision_note: DecisionNote,
});
const RejectFields = Body({ decision_note: DecisionNote });
export const RejectBody = Type.Unsafe<Static<typeof RejectFields> | null>({
  ...RejectFields,
  type: ['object', 'null'],
});
/** Cashiers need an approval request to approve a return. */
export const ApproveBody = Type.Unsafe<Static<typeof ApproveFields> | null>({
  ...ApproveFields,
  type: ['object', 'null'],
});

/** Optional; the default refunds to the original payment and restocks the goods. */
export const CompleteBody = Type.Unsafe<Static<typeof CompleteFields> | null>({
  ...CompleteFields,
  type: ['object', 'null'],
});

export const WithoutReceiptBody = Body({
  return_reason: Reason,
  notes: Type.Optional(Text(10_000)),
  line_items: Type.Array(
    Body({
      product_variant_id: Type.Optional(Text(100, 1)),
      sku: Type.Optional(Text(100, 1)),
      quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
      reason: Type.Optional(Reason),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
  customer_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Who gets the store credit, if known' }),
  ),
  restock: Type.Optional(Type.Boolean({ default: true })),
  approval_request_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Required, also for managers' }),
  ),
});

const StoreCreditAnswer = Answer({
  id: Uuid,
  code: Type.String({ examples: ['7KQ2M9XAH4TR8WBN'] }),
  amount: Money,
  balance: Money,
  currency: Type.String(),
  created_at: Timestamp,
});

export const WithoutReceiptAnswer = Answer({
  id: Uuid,
  return_number: Type.String({ examples: ['RET-2026-000042'] }),
  store: Uuid,
  status: OneOf(['completed']),
  return_reason: Type.String(),
  notes: Type.String(),
  restock: Type.Boolean(),
  refund_amount: Money,
  line_items: Type.Array(
    Answer({
      product_variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      quantity: Quantity,
      unit: OneOf(UNITS),
      reason: Type.String(),
      refund_amount: Money,
    }),
  ),
  store_credit: StoreCreditAnswer,
  approval_request_id: Uuid,
  requested_by: Nullable(Uuid),
  decided_by: Nullable(Uuid),
  terminal_id: Type.String(),
  created_at: Timestamp,
});

const returnFields = {
  id: Uuid,
  return_number: Type.String({ examples: ['RET-2026-000042'] }),
  transaction: Type.String({ description: 'TXN number' }),
  exchange_transaction: Nullable(
    Type.String({ description: 'TXN number of the sale that the goods were exchanged for' }),
  ),
  rest_return: Nullable(
    Type.String({ description: 'RET number of the return that waits for the rest' }),
  ),
  announced_items: Nullable(
    Type.Array(Answer({ original_line_item: Uuid, quantity: Quantity }), {
      description: 'What was announced, if less arrived',
    }),
  ),
  store: Uuid,
  status: Status,
  return_reason: Type.String(),
  requested_online: Type.Boolean({ description: 'Whether the customer asked for it in the shop' }),
  notes: Type.String(),
  decision_note: Type.String(),
  refund_amount: Money,
  shipping_refund: Money,
  total_return_value: Money,
  refund_to: Nullable(OneOf(REFUND_DESTINATIONS)),
  restock: Nullable(Type.Boolean()),
  line_items: Type.Array(
    Answer({
      original_line_item: Uuid,
      product_variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      ...GoodsFields,
      quantity: Quantity,
      unit: OneOf(UNITS),
      reason: Type.String(),
      refund_amount: Money,
    }),
  ),
  refunds: Type.Array(RefundRecord),
  store_credit: Nullable(StoreCreditAnswer),
  requested_by: Nullable(Uuid),
  decided_by: Nullable(Uuid),
  terminal_id: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  received_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const ReturnAnswer = Answer(returnFields);
export const ReturnListed = Answer({
  ...returnFields,
  counted_units: Type.Optional(
    Type.Integer({
      description:
        'Units that reports count, of the product asked for if there is one; only with `counted`. Goods by measure count once, when they come back whole.',
    }),
  ),
});
