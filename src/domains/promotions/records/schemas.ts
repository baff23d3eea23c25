import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  type Static,
  Text,
  Timestamp,
  TwoDecimals,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { PROMOTION_KINDS, type PromotionKind, SCOPE_KINDS } from '../../pricing/index.js';
import {
  ContentId,
  DESCRIPTION_MAX,
  Stamps,
  StoreIds,
  Whole,
  Window,
  WindowAnswer,
} from '../fields.js';

const MAX_SCOPE_IDS = 500;

const Value = Type.Unsafe<string | number>({
  ...TwoDecimals,
  description: 'Per cent off for a percentage, an amount for a fixed promotion.',
  examples: ['10.00'],
});

export const PromotionBody = Body({
  name: Text(255, 1),
  description: Type.Optional(Text(DESCRIPTION_MAX)),
  kind: OneOf(PROMOTION_KINDS),
  value: Type.Optional(Value),
  buy_quantity: Type.Optional(Nullable(Whole(1_000))),
  get_quantity: Type.Optional(Nullable(Whole(1_000))),
  get_discount_percent: Type.Optional(TwoDecimals),
  scope: Type.Optional(
    Body({
      kind: OneOf(SCOPE_KINDS),
      ids: Type.Optional(Type.Array(Text(36, 1), { maxItems: MAX_SCOPE_IDS, uniqueItems: true })),
    }),
  ),
  store_ids: StoreIds,
  priority: Type.Optional(Whole(1_000_000, -1_000_000)),
  stackable: Type.Optional(Type.Boolean()),
  requires_code: Type.Optional(Type.Boolean()),
  minimum_subtotal: Type.Optional(Nullable(TwoDecimals)),
  maximum_discount: Type.Optional(Nullable(TwoDecimals)),
  campaign_id: Type.Optional(Nullable(Uuid)),
  is_active: Type.Optional(Type.Boolean()),
  ...Window,
  sanity_id: ContentId,
});
export type PromotionInput = Static<typeof PromotionBody>;

const Shown = {
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  kind: OneOf(PROMOTION_KINDS),
  value: Money,
  buy_quantity: Nullable(Type.Integer()),
  get_quantity: Nullable(Type.Integer()),
  get_discount_percent: Money,
  scope: Answer({ kind: OneOf(SCOPE_KINDS), ids: Type.Array(Type.String()) }),
  store_ids: Nullable(Type.Array(Uuid)),
  priority: Type.Integer(),
  stackable: Type.Boolean(),
  minimum_subtotal: Nullable(Money),
  maximum_discount: Nullable(Money),
};

export const PromotionAnswer = Answer({
  ...Shown,
  requires_code: Type.Boolean(),
  campaign_id: Nullable(Uuid),
  is_active: Type.Boolean(),
  ...WindowAnswer,
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

/** The public view: no budgets, no content ids, no promotions that need a code. */
export const ActivePromotionAnswer = Answer({
  ...Shown,
  ends_at: Nullable(Timestamp),
  is_limited: Type.Optional(
    Type.Boolean({ description: 'True if a budget may run out: tills need a quote for it' }),
  ),
});

export const StorePromotion = Answer({
  ...ActivePromotionAnswer.properties,
  starts_at: Nullable(Timestamp),
});

export const PromotionFilters = {
  is_active: Type.Optional(Type.Boolean()),
  kind: Type.Optional(OneOf(PROMOTION_KINDS)),
  campaign_id: Type.Optional(Uuid),
};
export type PromotionFilter = {
  is_active?: boolean;
  kind?: PromotionKind;
  campaign_id?: string;
};
