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
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';

export const AgentParams = Params({ id: Uuid });
export const AgentQuery = Query(PageQuery);

const Https = (description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: 500, pattern: '^https://', description })));

const Secret = (minLength: number, maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength, maxLength, writeOnly: true, description })));

const Settings = {
  profile_url: Https('The profile that the program names in UCP-Agent; without it UCP is refused'),
  order_limit: Type.Optional(
    Nullable(
      Type.Unsafe<string | number>({
        ...MoneyInput,
        description: 'The highest total of one order, in the currency of the store; null: no limit',
      }),
    ),
  ),
  webhook_url: Https('Where order events of the Agentic Commerce Protocol go'),
  webhook_secret: Secret(
    16,
    200,
    'Signs the order events; without one, the service makes it and answers it once',
  ),
  feed_url: Https(
    "The program's API for product feeds (Agentic Commerce Protocol); the goods of the store are sent there",
  ),
  feed_id: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 200, description: 'Null: a feed is created' })),
  ),
  feed_token: Secret(
    1,
    1_000,
    'Sent to that API as Authorization: Bearer; removed when feed_url moves to another server',
  ),
};

export const AgentBody = Body({
  name: Text(255, 1),
  store_id: Type.String({ minLength: 1, maxLength: 255, description: 'Id or code of the store' }),
  ...Settings,
});
export const AgentChangeBody = Body({
  name: Type.Optional(Text(255, 1)),
  ...Settings,
  is_active: Type.Optional(Type.Boolean({ description: 'False: its key is refused' })),
});

const ShownOnce = (description: string) => Type.String({ format: 'password', description });

const Fields = {
  id: Uuid,
  name: Type.String(),
  store_id: Uuid,
  profile_url: Nullable(Type.String()),
  order_limit: Nullable(Money),
  webhook_url: Nullable(Type.String()),
  has_webhook_secret: Type.Boolean(),
  feed_url: Nullable(Type.String()),
  feed_id: Nullable(Type.String()),
  has_feed_token: Type.Boolean(),
  feed_pushed_at: Nullable(Timestamp, {
    ...UNTAGGED,
    description: 'When the feed last had all goods of the store',
  }),
  feed_error: Nullable(
    Type.String({ ...UNTAGGED, description: 'Why the goods could not be sent' }),
    UNTAGGED,
  ),
  key_hint: Type.String({ description: 'The last characters of the key' }),
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  webhook_secret: Type.Optional(ShownOnce('Shown only once, when the service made it')),
};
export const AgentAnswer = Answer(Fields);
export const AgentWithKey = Answer({ ...Fields, key: ShownOnce('Shown only once') });
