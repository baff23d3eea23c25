import {
  Answer,
  Body,
  CalendarDate,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  PageQuery,
  QuantityInput,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { REFUND_DESTINATIONS } from '../payments/index.js';
import { CreateBody, GiftCards, PaymentBody } from '../pos/index.js';
import { ReturnAnswer, ReturnReason } from '../returns/index.js';
import { AgeCheckBody, SALE_STATUSES } from '../transactions/index.js';

const MAX_LINES = 250;
const MAX_QUANTITY = 9_999;

export const REFUND_TO = ['original', 'cash', 'store_credit', 'gift_card'] as const;

const { line_items, customer_id, promo_codes, discounts, discount_amount, quote_id } =
  CreateBody.properties;
const { unit_price, subtotal } = line_items.items.properties;

const GoodsBody = Body({
  ...Type.Omit(line_items.items, ['unit_price', 'subtotal']).properties,
  unit_price: Type.Optional(unit_price),
  subtotal: Type.Optional(subtotal),
});

const Sum = Type.Optional(
  Type.Unsafe<string | number>({
    ...MoneyInput,
    description:
      'Sum of the new goods. Send all sums and the prices of all lines, or none of them.',
  }),
);

export const ExchangeBody = Body({
  transaction: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'TXN number or saleTransaction_ id of the sale that the goods come back from',
  }),
  returns: Type.Array(
    Body({
      original_line_item: Text(100, 1),
      quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
      reason: Type.Optional(ReturnReason),
    }),
    { minItems: 1, maxItems: MAX_LINES },
  ),
  return_reason: Type.Optional(ReturnReason),
  restock: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the goods can be sold again' }),
  ),
  notes: Type.Optional(Text(10_000)),
  line_items: Type.Array(GoodsBody, { minItems: 1, maxItems: MAX_LINES }),
  subtotal: Sum,
  tax_amount: Sum,
  total_amount: Sum,
  customer_id,
  promo_codes,
  discounts,
  discount_amount,
  quote_id,
  tender: Type.Optional(
    Body(PaymentBody.properties, {
      description: 'Pays what the new goods cost more. A card on the reader is paid afterwards.',
    }),
  ),
  refund_to: Type.Optional(
    OneOf(REFUND_TO, { description: 'Where the rest goes if the new goods cost less' }),
  ),
  age_check: Type.Optional(AgeCheckBody),
  approval_request_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'For the refund of a difference' }),
  ),
  price_approval_request_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'For prices and discounts' }),
  ),
});

export type ExchangeRequest = Static<typeof ExchangeBody>;

const sums = {
  exchanged_amount: Type.Unsafe<string>({
    ...Money,
    description: 'What the returned goods paid of the new ones',
  }),
  difference: Type.String({
    pattern: '^-?\\d{1,10}\\.\\d{2,3}$',
    examples: ['-5.00'],
    description: 'Paid by the customer if positive, refunded if negative',
  }),
};

export const ExchangeAnswer = Answer({
  return: ReturnAnswer,
  transaction: Answer({
    transaction_id: Type.String({ description: 'TXN number of the new sale' }),
    status: OneOf(SALE_STATUSES),
    total_amount: Money,
    total_paid: Money,
    amount_due: Money,
    change_due: Money,
    rounding_amount: Type.Optional(Type.String()),
    cash_due: Type.Optional(Type.String()),
    completed_at: Nullable(Timestamp),
  }),
  ...sums,
  gift_cards: Type.Optional(GiftCards),
});

export const ExchangeQuery = Query({
  store: Type.Optional(Text(255, 1)),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  employee: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Employee number or id' }),
  ),
  ...PageQuery,
});

export const ListedExchangeAnswer = Answer({
  id: Type.Unsafe<string>({ ...Uuid, description: 'Id of the return' }),
  return_number: Type.String({ examples: ['RET-2026-000042'] }),
  transaction: Type.String({ description: 'TXN number of the sale that the goods come back from' }),
  exchange_transaction: Type.String({ description: 'TXN number of the new sale' }),
  exchange_status: OneOf(SALE_STATUSES),
  store: Uuid,
  terminal_id: Nullable(Type.String()),
  employee: Nullable(Uuid),
  employee_name: Nullable(Type.String()),
  currency: Type.String(),
  returned_amount: Money,
  total_amount: Type.Unsafe<string>({ ...Money, description: 'Total of the new sale' }),
  ...sums,
  refund_to: Nullable(
    OneOf(REFUND_DESTINATIONS, { description: 'Where a refunded difference went' }),
  ),
  created_at: Timestamp,
});
