import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  type Static,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../../platform/http/schemas.js';
import { ContentId, MAX_INTEGER, Stamps, Whole, Window, WindowAnswer } from '../fields.js';

const Code = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$', examples: ['WELCOME10'] });

export const CodeBody = Body({
  code: Code,
  promotion_id: Uuid,
  usage_limit: Type.Optional(Nullable(Whole(MAX_INTEGER))),
  per_customer_limit: Type.Optional(Nullable(Whole(MAX_INTEGER))),
  is_active: Type.Optional(Type.Boolean()),
  ...Window,
  sanity_id: ContentId,
});
export type CodeInput = Static<typeof CodeBody>;

export const CodeKey = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The code, in capitals or not',
});

export const CodeAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  promotion_id: Uuid,
  promotion_name: Type.String(),
  usage_limit: Nullable(Type.Integer()),
  per_customer_limit: Nullable(Type.Integer()),
  used_count: Type.Integer(UNTAGGED),
  remaining_uses: Nullable(Type.Integer(), UNTAGGED),
  is_active: Type.Boolean(),
  ...WindowAnswer,
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

export const CodeFilters = {
  is_active: Type.Optional(Type.Boolean()),
  promotion_id: Type.Optional(Uuid),
};
export type CodeFilter = { is_active?: boolean; promotion_id?: string };

export const ValidateBody = Body({
  code: Text(100, 1),
  store_id: Type.Optional(Text(255, 1)),
  subtotal: Type.Optional(MoneyInput),
  cart_id: Type.Optional(Uuid),
});
export type ValidateInput = Static<typeof ValidateBody>;

/**
 * Why a code gives no discount. Unknown, expired, used up and wrong store are all `not_valid`, so
 * that guessing reveals nothing. `depends_on_items` belongs to a valid code for certain products if
 * the request names only a subtotal.
 */
export const REASONS = [
  'not_valid',
  'minimum_not_reached',
  'nothing_eligible',
  'depends_on_items',
] as const;
export type Reason = (typeof REASONS)[number];

export const ValidateAnswer = Answer({
  valid: Type.Boolean(),
  code: Type.String(),
  discount_amount: Money,
  free_shipping: Type.Boolean(),
  reason: Nullable(OneOf(REASONS)),
});

export const PerformanceAnswer = Answer({
  generated_at: Timestamp,
  days: Nullable(Type.Integer()),
  totals: Answer({ codes: Type.Integer(), uses: Type.Integer(), released: Type.Integer() }),
  codes: Type.Array(
    Answer({
      code: Type.String(),
      promotion_id: Uuid,
      promotion_name: Type.String(),
      is_active: Type.Boolean(),
      usage_limit: Nullable(Type.Integer()),
      used_count: Type.Integer(),
      uses: Type.Integer({ description: 'In the requested days, without voided sales.' }),
      released: Type.Integer({ description: 'Uses released because the sale was voided.' }),
      customers: Type.Integer(),
      discount: Type.Array(Answer({ currency: Type.String(), amount: Money })),
      last_used_at: Nullable(Timestamp),
    }),
  ),
});
