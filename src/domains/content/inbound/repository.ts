import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Operation } from '../connectors/connector.js';
import type { ContentDocument } from '../documents/document.js';
import { isOwn, isRunning, type OwnMutation, type Since } from '../outbound/mutation-repository.js';
import { LANES } from '../rules.js';

/** The reason for skipping a webhook that a write of this service caused. */
export const OWN_MUTATION = 'django_mutation_in_progress';

export const EVENT_STATUSES = ['pending', 'processed', 'failed', 'skipped', 'duplicate'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export type InboundEvent = {
  id: string;
  document_id: string;
  document_type: string;
  rev: string;
  operation: Operation;
  signature: string;
  status: EventStatus;
  reason: string | null;
  payload: ContentDocument | null;
  attempts: number;
  error: string | null;
  received_at: Date;
  due_at: Date | null;
  processed_at: Date | null;
};

export type NewEvent = Pick<
  InboundEvent,
  'id' | 'document_id' | 'document_type' | 'rev' | 'operation' | 'signature' | 'received_at'
> & {
  status: Extract<EventStatus, 'pending' | 'skipped' | 'duplicate'>;
  reason?: string;
  payload?: ContentDocument;
  dueAt?: Date;
};

export type WebhookCandidate = {
  event: Omit<NewEvent, 'status'>;
  /** The document type has no records. */
  isSkippedType: boolean;
};

/** `isNew`: the webhook was queued. Otherwise it is our own, of a skipped type, or a duplicate. */
export type WebhookDecision = OwnMutation & { id: string; isNew: boolean };

/**
 * Decides which webhooks are new and queues them, in one statement: looks up our own writes, stores
 * the key for duplicate detection and the event. Inserts keys in a fixed order, so that two nodes
 * with the same webhooks cannot deadlock.
 */
export async function queueWebhooks(
  writer: Autocommit,
  candidates: readonly WebhookCandidate[],
  now: Date,
  since: Since & { window: Date },
): Promise<WebhookDecision[]> {
  const rows = candidates.map(({ event, isSkippedType }) => ({
    ...event,
    is_passed: isSkippedType,
  }));
  return statement<WebhookDecision>(
    writer,
    `with compared as (
       select t.*, ${isOwn('$3')} as is_own, ${isRunning('$4')} as is_running,
         row_number() over (partition by signature, operation order by id) = 1 as is_first
       from json_to_recordset($1::json) as t (id uuid, document_id text, document_type text, rev text,
         operation text, signature text, payload jsonb, is_passed boolean)
     ), remembered as (
       insert into content_webhook_keys as k (signature, operation, received_at)
       select signature, operation, $2 from compared
       where is_first and not (is_own or is_running or is_passed) order by signature, operation
       on conflict (signature, operation) do update set received_at = excluded.received_at
         where k.received_at <= $5
       returning signature, operation
     ), kept as (
       insert into content_inbound_events (id, document_id, document_type, rev, operation, signature,
         status, payload, received_at, due_at)
       select id, document_id, document_type, rev, operation, signature, 'pending', payload, $2, $2
       from compared join remembered using (signature, operation) where is_first
       returning id
     )
     select compared.id, is_own as "isOwn", is_running as "isRunning", kept.id is not null as "isNew"
     from compared left join kept using (id)`,
    [JSON.stringify(rows), now, since.deleted, since.running, since.window],
  );
}

export async function insertEvent(writer: Autocommit, event: NewEvent): Promise<void> {
  await statement(
    writer,
    `insert into content_inbound_events (id, document_id, document_type, rev, operation, signature,
       status, reason, payload, received_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11)`,
    [
      event.id,
      event.document_id,
      event.document_type,
      event.rev,
      event.operation,
      event.signature,
      event.status,
      event.reason ?? null,
      event.payload === undefined ? null : JSON.stringify(event.payload),
      event.received_at,
      event.dueAt ?? null,
    ],
  );
}

export async function eventById(reader: Reader, id: string): Promise<InboundEvent | undefined> {
  const [row] = await statement<InboundEvent>(
    reader,
    'select * from content_inbound_events where id = $1',
    [id],
  );
  return row;
}

/** The queue claims only events with a document. */
export type ClaimedEvent = InboundEvent & { payload: ContentDocument };

/** `isOwn`: this service wrote the revision. */
export type OpenEvent = ClaimedEvent & { isOwn: boolean };

/** The lane of a document in SQL; must match `laneOf`. */
export const LANE = `('x' || left(md5(q.document_id), 2))::bit(8)::int % ${LANES}`;

/** The ids of those events that report a write of this service. */
export async function ownEvents(
  reader: Reader,
  ids: readonly string[],
  deletedSince: Date,
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    reader,
    `select t.id from content_inbound_events t where t.id = any($1::uuid[]) and ${isOwn('$2')}`,
    [ids, deletedSince],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Leaves finished events unchanged. `is true` keeps the planner from using the status index, which
 * is slow when it underestimates thousands of open rows.
 */
export async function finishEvents(
  writer: Autocommit,
  ends: readonly { id: string; status: 'processed' | 'skipped'; reason: string | null }[],
  now: Date,
): Promise<void> {
  if (ends.length === 0) return;
  await statement(
    writer,
    `update content_inbound_events e set status = ended.status, reason = ended.reason,
       processed_at = $4, due_at = null, lease_until = null, error = null
     from unnest($1::uuid[], $2::text[], $3::text[]) as ended (id, status, reason)
     where e.id = ended.id and (e.status in ('pending', 'skipped')) is true`,
    [
      ends.map(({ id }) => id),
      ends.map(({ status }) => status),
      ends.map(({ reason }) => reason),
      now,
    ],
  );
}

/** `dueAt` is undefined after the last attempt. */
export async function failEvent(
  tx: Tx,
  id: string,
  failure: { error: string; dueAt: Date | undefined; now: Date },
): Promise<void> {
  await statement(
    tx,
    `update content_inbound_events set attempts = attempts + 1, error = $2, due_at = $3, lease_until = null,
       status = case when $3::timestamptz is null then 'failed' else 'pending' end,
       processed_at = case when $3::timestamptz is null then $4::timestamptz end
     where id = $1 and status in ('pending', 'skipped')`,
    [id, failure.error, failure.dueAt ?? null, failure.now],
  );
}

/** Newest first; `beforeId` is the last id of the previous page. */
export const listEvents = (
  reader: Reader,
  filter: { status?: EventStatus; documentType?: string },
  beforeId: string | undefined,
  limit: number,
): Promise<InboundEvent[]> =>
  statement(
    reader,
    `select * from content_inbound_events
     where ($1::text is null or status = $1) and ($2::text is null or document_type = $2)
       and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [filter.status ?? null, filter.documentType ?? null, beforeId ?? null, limit],
  );

/** Undefined when no failed event has this id. */
export async function reopenEvent(
  tx: Tx,
  id: string,
  now: Date,
): Promise<InboundEvent | undefined> {
  const [row] = await statement<InboundEvent>(
    tx,
    `update content_inbound_events set status = 'pending', attempts = 0, due_at = $2, processed_at = null
     where id = $1 and status = 'failed' returning *`,
    [id, now],
  );
  return row;
}

export async function purgeInbound(tx: Tx, events: Date, keys: Date): Promise<void> {
  await statement(
    tx,
    `delete from content_inbound_events where received_at < $1 and status <> 'pending'`,
    [events],
  );
  await statement(tx, 'delete from content_webhook_keys where received_at < $1', [keys]);
}
