import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  Params,
  QuantityInput,
  Text,
  Timestamp,
  TwoDecimals,
  Type,
} from '../../platform/http/schemas.js';
import {
  AdjustmentAnswer,
  AgeCheckBody,
  CARD_STATUSES,
  SALE_STATUSES,
} from '../transactions/index.js';

export const MAX_LINES = 250;
const MAX_QUANTITY = 9_999;

/** Far more than a customer carries. */
const MAX_CODES = 20;

export const GOODS = {
  product_variant_id: Type.Optional(Text(100, 1)),
  sku: Type.Optional(Text(100, 1)),
  quantity: QuantityInput({ minimum: 1, maximum: MAX_QUANTITY }),
};

const GiftCardPrice = Type.Optional(
  Type.Unsafe<string | number>({ ...MoneyInput, description: 'For a gift card, its value' }),
);

export const CustomerId = Type.Optional(
  Type.String({ format: 'uuid', description: 'The customer, if known' }),
);

export const SaleLabels = {
  pickup_name: Type.Optional(
    Type.String({ maxLength: 100, description: 'Who collects the goods; on the receipt' }),
  ),
  note: Type.Optional(
    Type.String({ maxLength: 500, description: 'For the customer; on the receipt' }),
  ),
};

export const PromoCodes = (description: string) =>
  Type.Optional(Type.Array(Text(50, 1), { maxItems: MAX_CODES, description }));

export const QuoteBody = Body({
  line_items: Type.Array(Body({ ...GOODS, unit_price: GiftCardPrice }), {
    minItems: 1,
    maxItems: MAX_LINES,
  }),
  customer_id: CustomerId,
  promo_codes: PromoCodes('Promotions without a code apply in any case'),
});

export const DiscountBody = Body({
  line: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Position of the line, from 0; or `sale`' }),
  ),
  sale: Type.Optional(
    Type.Boolean({ description: 'True: off the whole sale, split over its lines' }),
  ),
  amount: Type.Optional(MoneyInput),
  percent: Type.Optional(TwoDecimals),
  reason: Text(200, 1),
  approval_request_id: Type.Optional(Text(100, 1)),
});

const LineBody = Body({
  ...GOODS,
  unit_price: MoneyInput,
  subtotal: MoneyInput,
  price_reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Why `unit_price` is not that of the catalogue; kept with the discount',
    }),
  ),
  gift_card_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'For SKU GIFT-CARD: the card to top up, instead of a new one',
    }),
  ),
});

export const PaymentBody = Body({
  payment_method_id: Text(100, 1),
  tendered_amount: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'Required unless `points` are sent',
    }),
  ),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'For method `points`: how many, instead of an amount',
    }),
  ),
  tip: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'For the staff, with cash or a card; `tendered_amount` contains it',
    }),
  ),
  age_check: Type.Optional(AgeCheckBody),
  store_credit_code: Type.Optional(Text(50, 1)),
  gift_card_code: Type.Optional(Text(50, 1)),
  processor_transaction_id: Type.Optional(Text(255, 1)),
  reference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Slip number; required by methods with requires_reference',
    }),
  ),
});

export const CreateBody = Body({
  store_id: Text(255, 1),
  employee_id: Text(100, 1),
  line_items: Type.Array(LineBody, { minItems: 1, maxItems: MAX_LINES }),
  subtotal: MoneyInput,
  tax_amount: MoneyInput,
  total_amount: MoneyInput,
  customer_id: CustomerId,
  approval_request_id: Type.Optional(Text(100, 1)),
  promo_codes: PromoCodes(
    'Applies promotions: those without a code, and those of these codes. ' +
      'total_amount is subtotal less discounts with tax.',
  ),
  discounts: Type.Optional(
    Type.Array(DiscountBody, {
      maxItems: MAX_LINES,
      description: 'Discounts of the staff, each off a line or the sale, an amount or a percentage',
    }),
  ),
  discount_amount: Type.Optional(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'Sum of promotions and discounts, to confirm it',
    }),
  ),
  ...SaleLabels,
  quote_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Sells as quoted; a quote counts once' }),
  ),
  payment: Type.Optional(
    Body(PaymentBody.properties, {
      description:
        'The first payment, taken together with the sale: both are stored, or neither. Not for a ' +
        'card on the reader.',
    }),
  ),
});

const Status = OneOf(SALE_STATUSES);

/** Present if the sale was sent with a payment. */
const WithPayment = Type.Optional;

/** Present if the sale was sent with promo codes, discounts or a quote. */
const WithDiscounts = Type.Optional;

/** Both present where the store rounds cash. */
const RoundingAmount = Type.Optional(
  Type.String({
    pattern: '^-?\\d{1,10}\\.\\d{2,3}$',
    examples: ['0.02'],
    description: 'Cash rounding of all payments of the sale. Positive: the customer pays more.',
  }),
);
const CashDue = Type.Optional(
  Type.String({
    pattern: '^\\d{1,10}\\.\\d{2,3}$',
    examples: ['13.95'],
    description: 'What this payment came to with its rounding and tip; cash above it is change.',
  }),
);

const Tip = Type.Optional(
  Type.String({
    pattern: '^\\d{1,10}\\.\\d{2,3}$',
    examples: ['2.50'],
    description: 'Tips of all payments of the sale, where the store takes tips.',
  }),
);

export const GiftCards = Type.Array(
  Answer({
    code: Type.String({ description: 'Shown once; of a card that was topped up only its end' }),
    amount: Money,
    balance: Money,
  }),
  { description: 'The gift cards of a sale that this payment completed' },
);

export const CreateAnswer = Answer({
  success: Type.Literal(true),
  gift_cards: Type.Optional(GiftCards),
  transaction: Answer({
    transaction_id: Type.String(),
    status: Status,
    total_amount: Money,
    created_at: Timestamp,
    price_overridden: Type.Boolean(),
    tax_variance: Money,
    discount_amount: WithDiscounts(Money),
    adjustments: WithDiscounts(Type.Array(AdjustmentAnswer)),
    price_difference: WithDiscounts(
      Type.String({ description: 'The quoted total less the total of this moment' }),
    ),
    prices_include_tax: Type.Boolean({ description: 'Whether the prices contain the tax' }),
    total_paid: WithPayment(Money),
    change_due: WithPayment(Money),
    rounding_amount: RoundingAmount,
    cash_due: CashDue,
    tip: Tip,
    completed_at: WithPayment(Nullable(Timestamp)),
    amount_due: WithPayment(Money),
    payment_id: WithPayment(Type.String()),
  }),
});

export const SaleParams = Params({ transaction_id: Text(300, 1) });

export const PaymentAnswer = Answer({
  success: Type.Literal(true),
  gift_cards: Type.Optional(GiftCards),
  transaction: Answer({
    transaction_id: Type.String(),
    status: Status,
    total_amount: Money,
    total_paid: Money,
    change_due: Money,
    rounding_amount: RoundingAmount,
    cash_due: CashDue,
    tip: Tip,
    completed_at: Nullable(Timestamp),
    amount_due: Money,
    payment_id: Type.String(),
  }),
});

export const GiftCardsAnswer = Answer({ success: Type.Literal(true), gift_cards: GiftCards });

export const CardBody = Body({
  amount: Type.Optional(MoneyInput),
  tip: Type.Optional(
    Type.Unsafe<string | number>({ ...MoneyInput, description: 'Charged on top of the amount' }),
  ),
  payment_method_id: Type.Optional(Text(100, 1)),
  age_check: Type.Optional(AgeCheckBody),
});

const IntentId = Nullable(Type.String({ description: "The processor's id of the payment" }));
const CardStatus = OneOf(CARD_STATUSES);

export const CardStartedAnswer = Answer({
  success: Type.Literal(true),
  payment_id: Type.String(),
  payment_intent_id: IntentId,
  status: CardStatus,
});

export const CardAnswer = Answer({
  success: Type.Literal(true),
  payment_id: Type.String(),
  payment_intent_id: IntentId,
  status: CardStatus,
  amount: Money,
  tip: Money,
  failure_code: Nullable(Type.String()),
  message: Nullable(Type.String()),
  card_last_four: Nullable(Type.String()),
  card_brand: Nullable(Type.String()),
  transaction: Answer({
    transaction_id: Type.String(),
    status: Status,
    total_amount: Money,
    total_paid: Money,
    amount_due: Money,
  }),
});

const TerminalName = Type.Optional(Text(100, 1));

const ReaderId = Type.Optional(Nullable(Text(255, 1)));
export const TerminalBody = Body({ id: Text(100, 1), name: TerminalName, reader_id: ReaderId });
export const TerminalChangeBody = Body(
  { name: TerminalName, is_active: Type.Optional(Type.Boolean()), reader_id: ReaderId },
  { minProperties: 1 },
);
