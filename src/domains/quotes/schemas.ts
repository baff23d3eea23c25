import {
  Answer,
  Body,
  Moment,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { STATES } from './rules.js';

const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 });
const StoreRef = Type.String({ minLength: 1, maxLength: 255, description: 'Id or code' });

export const QuoteParams = Params({ id: Uuid });

const Line = Body({
  product_variant_id: Type.Optional(Uuid),
  sku: Type.Optional(Text(100, 1)),
  quantity: Type.Union([
    Type.Number({ exclusiveMinimum: 0, maximum: 9_999 }),
    Type.String({ pattern: '^\\d{1,4}(\\.\\d{1,3})?$' }),
  ]),
});

export const CreateBody = Body({
  store: StoreRef,
  line_items: Type.Array(Line, { minItems: 1, maxItems: 200 }),
  customer_id: Type.Optional(Nullable(Uuid)),
  name: Type.Optional(Text(201)),
  email: Type.Optional(Nullable(Email)),
  valid_until: Type.Optional(Moment),
  note: Type.Optional(Text(2_000)),
});

export const ListQuery = Query({
  store: Type.Optional(StoreRef),
  status: Type.Optional(OneOf(STATES)),
  ...PageQuery,
});

export const FormatQuery = Query({
  format: Type.Optional(OneOf(['json', 'pdf'] as const, { default: 'json' })),
});

export const SendBody = Body({ email: Type.Optional(Email) });

const listed = {
  id: Uuid,
  number: Type.String({ examples: ['Q-000001'] }),
  store: Uuid,
  status: OneOf(STATES),
  customer_id: Nullable(Uuid),
  name: Type.String(),
  email: Nullable(Type.String()),
  currency: Type.String(),
  total_amount: Money,
  valid_until: Timestamp,
  sent_at: Nullable(Timestamp),
  accepted_at: Nullable(Timestamp),
  transaction_id: Nullable(Type.String({ description: 'Number of the sale that it became' })),
  created_at: Timestamp,
};

export const ListedAnswer = Answer(listed);

export const QuoteAnswer = Answer({
  ...listed,
  note: Type.String(),
  prices_include_tax: Type.Boolean(),
  lines: Type.Array(
    Answer({
      sku: Type.String(),
      description: Type.String(),
      quantity: Type.Number(),
      unit: Type.String(),
      unit_price: Money,
      subtotal: Money,
      discount: Money,
      total: Money,
    }),
  ),
  subtotal: Money,
  discount_amount: Money,
  tax_amount: Money,
});

export const AcceptAnswer = Answer({
  quote: QuoteAnswer,
  transaction_id: Type.String({ description: 'Number of the sale, to be paid at a till' }),
});

export const SentAnswer = Answer({
  id: Uuid,
  email: Type.String(),
  status: OneOf(['queued'] as const),
});
