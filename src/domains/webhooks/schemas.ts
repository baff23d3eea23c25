import { officeEnvelope } from '../../platform/http/envelope.js';
import {
  Answer,
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
import { PROCESSOR_TYPES } from '../payments/index.js';
import { EVENT_STATUSES } from './rules.js';

const Anything = Type.Object({}, { additionalProperties: true });

export const Accessible = Answer({
  status: Type.Literal('ok'),
  message: Type.String(),
  endpoint: Type.String(),
  methods: Type.Array(Type.String()),
});

/** The bodies that processors expect, without the usual envelope. */
const Refused = Answer({ error: Type.String() });

export const receipts = {
  200: Answer({
    status: OneOf(['success', 'duplicate', 'processing']),
    message: Type.String(),
    event_id: Type.String(),
    event_type: Type.Optional(Type.String()),
    result: Type.Optional(Anything),
  }),
  400: Refused,
  401: Refused,
  404: Refused,
  500: Answer({
    status: Type.Literal('error'),
    message: Type.String(),
    event_id: Type.String(),
    error: Type.String(),
  }),
  '4xx': officeEnvelope.schema,
  '5xx': officeEnvelope.schema,
};

export const EventAnswer = Answer({
  id: Uuid,
  event_id: Type.String(),
  event_type: Type.String(),
  processor: OneOf(PROCESSOR_TYPES),
  status: OneOf(EVENT_STATUSES),
  payment: Nullable(Uuid),
  result: Nullable(Anything),
  error_message: Nullable(Type.String()),
  attempts: Type.Integer(),
  raw_payload: Type.Unsafe<unknown>({
    description: 'The received event with masked card numbers.',
  }),
  received_at: Timestamp,
  processed_at: Nullable(Timestamp),
});

const Processor = Type.Optional(Text(50, 1));

export const EventQuery = Query({
  status: Type.Optional(OneOf(EVENT_STATUSES)),
  processor: Processor,
  ...PageQuery,
});

export const EventParams = Params({ event_id: Text(300, 1) });
export const RetryQuery = Query({ processor: Processor });
