import {
  Answer,
  Body,
  Moment,
  Nullable,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] });

export const ListBody = Body({
  code: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$', examples: ['EUR'] }),
  name: Text(255, 1),
  currency: Currency,
  store_ids: Type.Optional(
    Type.Array(Text(255, 1), {
      maxItems: 500,
      description: 'Ids or codes. Empty: every store of the currency',
    }),
  ),
  customer_group: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 50, description: 'Null: every customer' })),
  ),
  valid_from: Type.Optional(Nullable(Moment)),
  valid_to: Type.Optional(Nullable(Moment)),
  priority: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, default: 0 })),
});
export type ListFields = Static<typeof ListBody>;

export const ListAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  store_ids: Type.Array(Uuid),
  customer_group: Nullable(Type.String()),
  valid_from: Nullable(Timestamp),
  valid_to: Nullable(Timestamp),
  priority: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ListParams = Params({ id: Uuid });
export const ListQuery = Query({
  currency: Type.Optional(Currency),
  store: Type.Optional(Text(255, 1)),
  ...PageQuery,
});
