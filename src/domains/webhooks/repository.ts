import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import type { ProcessorType } from '../payments/index.js';
import type { EventStatus } from './rules.js';

/** An event as its handler needs it. */
export type LedgerEvent = {
  id: string;
  processor: ProcessorType;
  event_id: string;
  event_type: string;
  raw_payload: unknown;
  /** Fencing token: every claim increments it; a worker with an older value has lost the event. */
  attempts: number;
};

export type LedgerRow = LedgerEvent & {
  status: EventStatus;
  result: Record<string, unknown> | null;
  error_message: string | null;
  payment_id: string | null;
  received_at: Date;
  processed_at: Date | null;
};

const CLAIMED = 'id, processor, event_id, event_type, raw_payload, attempts';
const MAX_ERROR_LENGTH = 500;

export type NewEvent = {
  processor: ProcessorType;
  eventId: string;
  eventType: string;
  payload: unknown;
};

/** Stores and claims a new event. Undefined for a known event, which is left unchanged. */
export async function claimNewEvent(
  reader: Autocommit,
  event: NewEvent,
  now: Date,
  leaseUntil: Date,
): Promise<LedgerEvent | undefined> {
  const [row] = await statement<LedgerEvent>(
    reader,
    `insert into webhook_events
       (id, processor, event_id, event_type, raw_payload, received_at, retry_at, lease_until)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6, $7)
     on conflict (processor, event_id) do nothing
     returning ${CLAIMED}`,
    [
      newId(now),
      event.processor,
      event.eventId,
      event.eventType,
      JSON.stringify(event.payload),
      now,
      leaseUntil,
    ],
  );
  return row;
}

export type EventState = { id: string; status: EventStatus; is_free: boolean };

/** The status of a known event, and whether it can be claimed. */
export async function eventState(
  reader: Reader,
  processor: ProcessorType,
  eventId: string,
  now: Date,
): Promise<EventState | undefined> {
  const [row] = await statement<EventState>(
    reader,
    `select id, status, (status = 'failed' or (status = 'pending' and lease_until <= $3)) as is_free
     from webhook_events where processor = $1 and event_id = $2`,
    [processor, eventId, now],
  );
  return row;
}

export type Reclaim = {
  now: Date;
  leaseUntil: Date;
  /** The event as it was redelivered. */
  delivered?: NewEvent;
  /** Claims a processed event as well. */
  evenIfProcessed?: boolean;
};

/** Claims a known event again; undefined while another worker holds it. */
export async function reclaimEvent(
  reader: Autocommit,
  id: string,
  { now, leaseUntil, delivered, evenIfProcessed = false }: Reclaim,
): Promise<LedgerEvent | undefined> {
  const [row] = await statement<LedgerEvent>(
    reader,
    `update webhook_events
     set status = 'pending', lease_until = $3, attempts = attempts + 1, error_message = null,
         retry_at = $2, processed_at = null, event_type = coalesce($4, event_type),
         raw_payload = coalesce($5::jsonb, raw_payload)
     where id = $1 and (status = 'failed' or (status = 'pending' and lease_until <= $2)
                        or (status = 'processed' and $6::boolean))
     returning ${CLAIMED}`,
    [
      id,
      now,
      leaseUntil,
      delivered?.eventType ?? null,
      delivered === undefined ? null : JSON.stringify(delivered.payload),
      evenIfProcessed,
    ],
  );
  return row;
}

/** False when another worker has claimed the event since. */
export async function lockHeld(tx: Tx, event: LedgerEvent): Promise<boolean> {
  const rows = await statement(
    tx,
    `select 1 from webhook_events where id = $1 and status = 'pending' and attempts = $2 for update`,
    [event.id, event.attempts],
  );
  return rows.length === 1;
}

/** False if the event already has a payment or another transaction has locked it. */
export async function lockWaiting(tx: Tx, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `select 1 from webhook_events where id = $1 and status = 'processed' and payment_id is null
     for update skip locked`,
    [id],
  );
  return rows.length === 1;
}

export type Handled = {
  result: Record<string, unknown>;
  paymentId: string | null;
  processorPaymentIds: readonly string[];
};

export async function finishEvent(tx: Tx, id: string, handled: Handled, now: Date): Promise<void> {
  await statement(
    tx,
    `update webhook_events
     set status = 'processed', processed_at = coalesce(processed_at, $2), lease_until = null,
         retry_at = null, result = $3::jsonb, payment_id = $4, processor_transaction_ids = $5::text[]
     where id = $1`,
    [id, now, JSON.stringify(handled.result), handled.paymentId, handled.processorPaymentIds],
  );
}

export async function failEvent(
  reader: Autocommit,
  event: LedgerEvent,
  reason: string,
  retryAt: Date | null,
): Promise<void> {
  await statement(
    reader,
    `update webhook_events
     set status = 'failed', error_message = $3, lease_until = null, retry_at = $4
     where id = $1 and status = 'pending' and attempts = $2`,
    [event.id, event.attempts, reason.slice(0, MAX_ERROR_LENGTH), retryAt],
  );
}

const WAITING = `e.status = 'processed' and e.payment_id is null and e.processor_transaction_ids <> '{}'`;
const LEDGER_EVENT = 'e.id, e.processor, e.event_id, e.event_type, e.raw_payload, e.attempts';

/** Events without a payment that name one of these payments, or a payment of one of these sales. */
export const eventsWaitingFor = (
  reader: Reader,
  paymentIds: readonly string[],
  saleIds: readonly string[],
): Promise<LedgerEvent[]> =>
  statement<LedgerEvent>(
    reader,
    `select ${LEDGER_EVENT} from payments p
     join webhook_events e on e.processor = coalesce(p.processor_type, 'primary')
       and e.processor_transaction_ids @> array[p.processor_transaction_id]
     where ${WAITING} and p.processor_transaction_id is not null
       and (p.id = any($1::uuid[]) or p.transaction_id = any($2::uuid[]))
     order by e.id`,
    [paymentIds, saleIds],
  );

/** Waiting events received after `since` whose payment exists now. */
export const eventsWithPayment = (
  reader: Reader,
  since: Date,
  limit: number,
): Promise<LedgerEvent[]> =>
  statement<LedgerEvent>(
    reader,
    `select ${LEDGER_EVENT} from webhook_events e
     where ${WAITING} and e.received_at >= $1 and exists (
       select 1 from payments p
       where coalesce(p.processor_type, 'primary') = e.processor
         and p.processor_transaction_id = any(e.processor_transaction_ids))
     order by e.id limit $2`,
    [since, limit],
  );

export type EventFilter = {
  /** Limits the list to events with a payment of these stores; undefined lists all events. */
  stores: readonly string[] | undefined;
  eventId?: string;
  status?: EventStatus;
  processor?: ProcessorType;
};

/** Newest first; `beforeId` is the last id of the previous page. */
export const listEvents = (
  reader: Reader,
  filter: EventFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<LedgerRow[]> =>
  statement<LedgerRow>(
    reader,
    `select ${LEDGER_EVENT}, e.status, e.result, e.error_message, e.payment_id, e.received_at,
            e.processed_at
     from webhook_events e left join payments p on p.id = e.payment_id
     where ($1::uuid[] is null or p.store_id = any($1::uuid[]))
       and ($2::text is null or e.event_id = $2) and ($3::text is null or e.status = $3)
       and ($4::text is null or e.processor = $4) and ($5::uuid is null or e.id < $5)
     order by e.id desc limit $6`,
    [
      filter.stores ?? null,
      filter.eventId ?? null,
      filter.status ?? null,
      filter.processor ?? null,
      beforeId ?? null,
      limit,
    ],
  );

/** Stores the digest for a new transmission id; returns the digest of the first body. */
export async function bindTransmission(
  reader: Autocommit,
  transmissionId: string,
  digest: Buffer,
  now: Date,
): Promise<Buffer> {
  const inserted = await statement(
    reader,
    `insert into webhook_transmissions (transmission_id, body_sha256, received_at)
     values ($1, $2, $3) on conflict do nothing returning transmission_id`,
    [transmissionId, digest, now],
  );
  if (inserted.length === 1) return digest;
  const [bound] = await statement<{ body_sha256: Buffer }>(
    reader,
    'select body_sha256 from webhook_transmissions where transmission_id = $1',
    [transmissionId],
  );
  return bound?.body_sha256 ?? Buffer.alloc(0);
}

/** Older transmissions are refused by their timestamp, so their digests are not needed. */
export async function purgeOldTransmissions(reader: Autocommit, before: Date): Promise<void> {
  await statement(reader, 'delete from webhook_transmissions where received_at < $1', [before]);
}
