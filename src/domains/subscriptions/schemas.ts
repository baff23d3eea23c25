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
  type TSchema,
  Type,
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';
import { DELIVERY_STATUSES } from './delivery-repository.js';

const Pattern = Type.String({
  pattern: '^(\\*|[a-z_]{1,50}\\.(\\*|[a-z_]{1,50}))$',
  examples: ['transaction.completed', 'transaction.*', '*'],
});

export const EndpointBody = Body({
  url: Text(2000, 1),
  events: Type.Array(Pattern, { minItems: 1, maxItems: 50 }),
  description: Type.Optional(Text(500)),
  store_ids: Type.Optional(
    Nullable(Type.Array(Text(255, 1), { minItems: 1, maxItems: 500, uniqueItems: true })),
  ),
  is_active: Type.Optional(Type.Boolean()),
});

const shown = {
  id: Uuid,
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: Type.String(),
  store_ids: Nullable(Type.Array(Uuid)),
  is_active: Type.Boolean(),
  failures_in_row: Type.Integer(UNTAGGED),
  failing_since: Nullable(Timestamp, UNTAGGED),
  paused_until: Nullable(Timestamp, UNTAGGED),
  disabled_at: Nullable(Timestamp),
  disabled_reason: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const EndpointAnswer = Answer(shown);
export const EndpointWithSecret = Answer({
  ...shown,
  secret: Type.String({ description: 'Signs every delivery. Shown only once.' }),
});

export const EndpointParams = Params({ id: Uuid });
export const EndpointQuery = Query(PageQuery);

export const DeliveryAnswer = Answer({
  id: Uuid,
  event_id: Uuid,
  event: Type.String(),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Integer(),
  response_status: Nullable(Type.Integer()),
  response_body: Nullable(Type.String()),
  error: Nullable(Type.String()),
  duration_ms: Nullable(Type.Integer()),
  created_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});

export const DeliveryDetail = Answer({
  ...DeliveryAnswer.properties,
  payload: Type.Object({}, { additionalProperties: true }),
});

export const DeliveryParams = Params({ id: Uuid, delivery_id: Uuid });
export const DeliveryQuery = Query({
  status: Type.Optional(OneOf(DELIVERY_STATUSES)),
  ...PageQuery,
});

/** The body of a delivery; `id` is the id of the event and the same for all endpoints. */
export const webhookBody = <Data extends TSchema>(event: string, data: Data) =>
  Type.Object({
    id: Uuid,
    event: Type.Literal(event),
    occurred_at: Timestamp,
    store_id: Nullable(Uuid),
    subject_id: Nullable(Type.String()),
    data,
  });

export type WebhookBody = Omit<Static<ReturnType<typeof webhookBody>>, 'event'> & {
  event: string;
};

export const TestData = Type.Object({ message: Type.String() });

export const WebhookHeaders = Type.Object({
  'Tillhouse-Event': Type.String({ description: 'The name of the event.' }),
  'Tillhouse-Delivery': Type.String({
    format: 'uuid',
    description: 'The id of the delivery, the same for every attempt.',
  }),
  'Tillhouse-Signature': Type.String({
    description:
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.` and the body, keyed with the secret.',
  }),
});
