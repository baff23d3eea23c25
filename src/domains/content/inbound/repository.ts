import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { ContentDocument } from '../documents/document.js';

export const EVENT_STATUSES = ['pending', 'processed', 'failed', 'skipped', 'duplicate'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export type InboundEvent = {
  id: string;
  document_id: string;
  document_type: string;
  rev: string;
  operation: 'save' | 'delete';
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
  status: 'pending' | 'skipped' | 'duplicate';
  reason?: string;
  payload?: ContentDocument;
  dueAt?: Date;
};

/** False when the same webhook came within the window; else it is remembered from now on. */
export async function rememberWebhook(
  tx: Tx,
  key: { signature: string; operation: string },
  now: Date,
  windowStart: Date,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into content_webhook_keys as k (signature, operation, received_at) values ($1, $2, $3)
     on conflict (signature, operation) do update set received_at = excluded.received_at
       where k.received_at <= $4
     returning signature`,
    [key.signature, key.operation, now, windowStart],
  );
  return rows.length > 0;
}

export async function insertEvent(writer: Reader, event: NewEvent): Promise<void> {
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

/** Once finished an event stays so, whoever was slower. */
export async function finishEvent(
  writer: Reader,
  id: string,
  outcome: { status: 'processed' | 'skipped'; reason: string | null; now: Date },
): Promise<void> {
  await statement(
    writer,
    `update content_inbound_events set status = $2, reason = $3, processed_at = $4, due_at = null,
       error = null
     where id = $1 and status in ('pending', 'skipped')`,
    [id, outcome.status, outcome.reason, outcome.now],
  );
}

/** `dueAt` undefined: that was the last try. */
export async function failEvent(
  tx: Tx,
  id: string,
  failure: { error: string; dueAt: Date | undefined; now: Date },
): Promise<void> {
  await statement(
    tx,
    `update content_inbound_events set attempts = attempts + 1, error = $2, due_at = $3,
       status = case when $3::timestamptz is null then 'failed' else 'pending' end,
       processed_at = case when $3::timestamptz is null then $4::timestamptz end
     where id = $1 and status in ('pending', 'skipped')`,
    [id, failure.error, failure.dueAt ?? null, failure.now],
  );
}

/** Events whose job was lost on the way. */
export async function overdueEvents(
  reader: Reader,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from content_inbound_events where status = 'pending' and due_at < $1
     order by due_at limit $2`,
    [before, limit],
  );
  return rows.map(row => row.id);
}

/** Newest first; `beforeId` continues a list. */
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

/** Undefined when there is no event of this id that was given up. */
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
