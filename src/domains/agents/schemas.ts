import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';

export const AgentParams = Params({ id: Uuid });
export const AgentQuery = Query(PageQuery);

const ProfileUrl = Type.Optional(
  Nullable(
    Type.String({
      maxLength: 500,
      pattern: '^https://',
      description: 'The profile that the program names in UCP-Agent; without it UCP is refused',
    }),
  ),
);

const OrderLimit = Type.Optional(
  Nullable(
    Type.Unsafe<string | number>({
      ...MoneyInput,
      description: 'The highest total of one order, in the currency of the store; null: no limit',
    }),
  ),
);

export const AgentBody = Body({
  name: Text(255, 1),
  store_id: Type.String({ minLength: 1, maxLength: 255, description: 'Id or code of the store' }),
  profile_url: ProfileUrl,
  order_limit: OrderLimit,
});
export const AgentChangeBody = Body({
  name: Type.Optional(Text(255, 1)),
  profile_url: ProfileUrl,
  order_limit: OrderLimit,
  is_active: Type.Optional(Type.Boolean({ description: 'False: its key is refused' })),
});

const Fields = {
  id: Uuid,
  name: Type.String(),
  store_id: Uuid,
  profile_url: Nullable(Type.String()),
  order_limit: Nullable(Money),
  key_hint: Type.String({ description: 'The last characters of the key' }),
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const AgentAnswer = Answer(Fields);
export const AgentWithKey = Answer({
  ...Fields,
  key: Type.String({ format: 'password', description: 'Shown only once' }),
});
