import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { PERIODS } from './rules.js';

const ProductId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const scope = {
  variant_id: Nullable(Uuid),
  product_id: Nullable(ProductId),
  category_id: Nullable(Uuid),
};

export const LimitBody = Body({
  name: Text(255, 1),
  store: Type.Optional(Nullable(Text(255, 1))),
  variant_id: Type.Optional(scope.variant_id),
  product_id: Type.Optional(scope.product_id),
  category_id: Type.Optional(scope.category_id),
  everything: Type.Optional(
    Type.Boolean({ description: 'Required to limit all goods; otherwise name one target.' }),
  ),
  max_quantity: Type.Integer({ minimum: 0, maximum: 100_000 }),
  period: OneOf(PERIODS),
  is_active: Type.Optional(Type.Boolean()),
});
export type LimitInput = Static<typeof LimitBody>;

const limitFields = {
  id: Uuid,
  name: Type.String(),
  store: Nullable(Uuid),
  ...scope,
  everything: Type.Boolean(),
  max_quantity: Type.Integer(),
  period: OneOf(PERIODS),
};

export const LimitAnswer = Answer({
  ...limitFields,
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const LimitParams = Params({ id: Uuid });
export const LimitQuery = Query(PageQuery);

export const StatusQuery = Query({
  store_id: Text(255, 1),
  cart_id: Type.Optional(Uuid),
});

export const StatusAnswer = Answer({
  store_id: Uuid,
  cart_id: Nullable(Uuid),
  allowed: Type.Boolean({ description: 'False if the cart exceeds a limit.' }),
  limits: Type.Array(
    Answer({
      ...limitFields,
      purchased: Type.Integer(),
      in_cart: Type.Integer(),
      remaining: Type.Integer({
        description: 'Quantity that may still be bought on top of the cart.',
      }),
      exceeded: Type.Boolean(),
    }),
  ),
});
