import { officeEnvelope } from '../../platform/http/envelope.js';
import {
  Answer,
  Body,
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
import { OPERATIONS } from './connectors/connector.js';
import { KIND_NAMES } from './documents/kind.js';
import { EVENT_STATUSES } from './inbound/repository.js';
import { DETECTION_METHODS } from './outbound/mutation.js';
import { HEALTH_STATUSES } from './rules.js';

const Counts = Type.Record(Type.String(), Type.Integer());

export const Accessible = Answer({
  status: Type.Literal('ok'),
  message: Type.String(),
  endpoint: Type.String(),
  methods: Type.Array(Type.String()),
});

/** The body the content system expects, without the usual envelope. */
const Refused = Answer({ error: Type.String() });

export const webhookAnswers = {
  200: Answer({
    status: OneOf(['skipped', 'duplicate']),
    message: Type.String(),
    document_type: Type.Optional(Type.String()),
    sanity_id: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    detection_method: Type.Optional(OneOf(DETECTION_METHODS)),
    webhook_signature: Type.Optional(Type.String()),
  }),
  202: Answer({
    status: Type.Literal('accepted'),
    message: Type.String(),
    task_id: Type.String(),
    webhook_signature: Type.String(),
    document_type: Type.String(),
    sanity_id: Type.String(),
    processing_path: Type.Literal('redis_buffered'),
  }),
  400: Refused,
  401: Refused,
  500: Answer({
    status: Type.Literal('error'),
    message: Type.String(),
    error: Type.String(),
  }),
  '4xx': officeEnvelope.schema,
  '5xx': officeEnvelope.schema,
};

export const ManualSync = Answer({
  status: Type.Literal('ok'),
  message: Type.String(),
  endpoint: Type.String(),
  method: Type.Literal('POST'),
  direction: Type.String(),
  required_fields: Type.Array(Type.String()),
  supported_types: Type.Array(Type.String()),
});

export const SyncBody = Body({
  sanity_id: Type.Optional(Nullable(Text(255))),
  document_type: Type.Optional(Nullable(Text(255))),
});

/** Has `details` for an invalid body, otherwise the ids from the request. */
const SyncRefused = Answer({
  success: Type.Literal(false),
  error: Type.String(),
  code: Type.String(),
  details: Type.Optional(Type.Object({}, { additionalProperties: true })),
  sanity_id: Type.Optional(Type.String()),
  document_type: Type.Optional(Type.String()),
  model_type: Type.Optional(Type.String()),
});

export const syncAnswers = {
  200: Answer({
    success: Type.Literal(true),
    sanity_id: Type.String(),
    document_type: Type.String(),
    model_type: Type.String(),
    instance_id: Type.String(),
    message: Type.String(),
    django_updated_at: Timestamp,
  }),
  400: SyncRefused,
  404: SyncRefused,
  500: SyncRefused,
};

const LaneAnswer = Answer({
  pending: Type.Integer(),
  failed_24h: Type.Integer(),
  oldest_pending_seconds: Type.Integer(),
  last_processed_at: Nullable(Timestamp),
});

export const SyncHealth = Answer({
  status: OneOf(HEALTH_STATUSES),
  checked_at: Timestamp,
  inbound: LaneAnswer,
  outbound: LaneAnswer,
  mirror: Answer({
    is_configured: Type.Boolean({
      description: 'Whether changed records are pushed to a content system',
    }),
    never_synced: Type.Integer({
      description: 'Records without a document; of sales and payments the last 30 days count',
    }),
    full_push: Nullable(
      Answer({
        started_at: Timestamp,
        finished_at: Nullable(Timestamp),
        total: Type.Integer(),
        pushed: Type.Integer(),
      }),
    ),
  }),
});

export const Throughput = Answer({
  granularity: Type.Literal('hour'),
  data: Type.Array(
    Answer({
      hour: Timestamp,
      inbound_count: Type.Integer(),
      outbound_count: Type.Integer(),
      failed_count: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
});

export const PipelineAnswer = Answer({
  total_received_24h: Type.Integer(),
  by_status: Counts,
  by_document_type: Type.Array(Answer({ document_type: Type.String(), count: Type.Integer() })),
  avg_processing_ms: Nullable(Type.Integer()),
  p95_processing_ms: Nullable(Type.Integer()),
  duplicates_24h: Type.Integer(),
  skipped_by_reason: Counts,
});

export const RevisionHealth = Answer({
  generated_at: Timestamp,
  models: Type.Array(
    Answer({
      model_type: Type.String(),
      total: Type.Integer(),
      in_sync: Type.Integer(),
      stale: Type.Integer(),
      never_synced: Type.Integer(),
      max_lag_seconds: Type.Integer(),
    }),
  ),
});

/** Other fields depend on the document type. */
const systemFields = {
  _id: Type.String(),
  _type: Type.String(),
  _rev: Type.String(),
};

export const DocumentAnswer = Type.Object(systemFields, { additionalProperties: true });
export const DocumentWithRevisions = Type.Object(
  {
    ...systemFields,
    revisions: Type.Array(
      Answer({
        rev: Type.String(),
        recorded_at: Type.String(),
        operation: OneOf(OPERATIONS),
      }),
    ),
  },
  { additionalProperties: true },
);
export const DocumentParams = Params({ id: Text(255, 1) });
export const DocumentQuery = Query({ type: Type.Optional(Text(255, 1)), ...PageQuery });

export const EventAnswer = Answer({
  id: Uuid,
  document_id: Type.String(),
  document_type: Type.String(),
  rev: Type.String(),
  operation: OneOf(OPERATIONS),
  status: OneOf(EVENT_STATUSES),
  reason: Nullable(Type.String()),
  error: Nullable(Type.String()),
  attempts: Type.Integer(),
  received_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
  processed_at: Nullable(Timestamp),
});
export const EventParams = Params({ id: Uuid });
export const EventQuery = Query({
  status: Type.Optional(OneOf(EVENT_STATUSES)),
  document_type: Type.Optional(Text(255, 1)),
  ...PageQuery,
});

const CHANGE_STATUSES = ['pending', 'failed'] as const;

export const ChangeAnswer = Answer({
  kind: OneOf(KIND_NAMES),
  record_id: Type.String(),
  status: OneOf(CHANGE_STATUSES),
  error: Nullable(Type.String()),
  attempts: Type.Integer(),
  queued_at: Timestamp,
  next_attempt_at: Nullable(Timestamp),
});
export const ChangeParams = Params({ kind: Text(50, 1), record_id: Text(50, 1) });
export const ChangeQuery = Query({
  status: Type.Optional(OneOf(CHANGE_STATUSES)),
  ...PageQuery,
});
