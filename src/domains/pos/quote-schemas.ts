import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { PROMOTION_KINDS, SCOPE_KINDS } from '../pricing/index.js';

const Split = Answer({
  method: OneOf(['largest_remainder', 'units'] as const),
  total: Type.String({ description: 'The amount that the lines share' }),
  weight: Type.String({ description: 'The price of this line before it' }),
  weights: Type.String({ description: 'The sum of these prices' }),
  extra: Type.String({ description: 'Cents beyond the part rounded down' }),
});

const Applied = Answer({
  promotion_id: Uuid,
  name: Type.String(),
  code: Nullable(Type.String()),
  amount: Money,
});

const Explanation = Answer({
  line: Type.Integer(),
  price_list: Nullable(Type.String({ description: 'Null: the price of the variant itself' })),
  unit_price: Money,
  quantity: Type.Number(),
  subtotal: Money,
  promotions: Type.Array(
    Answer({
      promotion_id: Uuid,
      name: Type.String(),
      code: Nullable(Type.String()),
      amount: Money,
      split: Split,
    }),
  ),
  taxes: Type.Array(
    Answer({
      jurisdiction: Type.String(),
      name: Type.String(),
      rate: Type.String(),
      amount: Money,
      split: Split,
    }),
  ),
  net: Money,
  tax: Money,
});

export const QuoteAnswer = Answer({
  success: Type.Literal(true),
  quote_id: Uuid,
  expires_at: Timestamp,
  currency: Type.String(),
  lines: Type.Array(
    Answer({
      product_variant_id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      quantity: Type.Number(),
      unit_price: Money,
      subtotal: Money,
      discount: Money,
      tax_amount: Money,
      total: Money,
      applied_promotions: Type.Array(Applied),
    }),
  ),
  discounts: Type.Array(Applied),
  promo_codes: Type.Array(Answer({ code: Type.String(), applied: Type.Boolean() })),
  promotions: Type.Array(
    Answer({
      id: Uuid,
      name: Type.String(),
      kind: OneOf(PROMOTION_KINDS),
      value: Money,
      buy_quantity: Nullable(Type.Integer()),
      get_quantity: Nullable(Type.Integer()),
      get_discount_percent: Money,
      scope: Answer({ kind: OneOf(SCOPE_KINDS), ids: Type.Array(Type.String()) }),
      priority: Type.Integer(),
      stackable: Type.Boolean(),
      minimum_subtotal: Nullable(Money),
      maximum_discount: Nullable(Money),
      code: Nullable(Type.String()),
      is_limited: Type.Optional(
        Type.Boolean({
          description: 'With a code: a budget or a limit of uses, which only the service knows',
        }),
      ),
      ends_at: Type.Optional(Timestamp),
    }),
    { description: 'The terms of the promotions that the prices were computed with' },
  ),
  subtotal: Money,
  discount_amount: Money,
  tax_amount: Money,
  prices_include_tax: Type.Boolean({ description: 'Whether the prices contain the tax' }),
  total_amount: Money,
  tax_breakdown: Type.Array(
    Answer({
      jurisdiction: Type.String(),
      tax_class: Type.String(),
      taxable_amount: Money,
      rate: Type.String(),
      tax_collected: Money,
      net: Money,
      tax: Money,
      gross: Money,
    }),
  ),
  explain: Type.Array(Explanation),
});
