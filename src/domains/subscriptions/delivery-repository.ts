import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type Delivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  event: string;
  payload: Record<string, unknown>;
  status: DeliveryStatus;
  attempts: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number | null;
  created_at: Date;
  next_attempt_at: Date | null;
  finished_at: Date | null;
};

export type NewDelivery = {
  id: string;
  endpoint_id: string;
  event_id: string;
  event: string;
  payload: Record<string, unknown>;
};

/**
 * Idempotent: the unique key (endpoint, event) allows one delivery. `for share` waits for a
 * concurrent transaction that switches the endpoint off, so that it gets no delivery.
 */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await statement(
    tx,
    `insert into webhook_deliveries (id, endpoint_id, event_id, event, payload, created_at, next_attempt_at)
     select d.id, d.endpoint_id, d.event_id, d.event, d.payload, $2, $2
     from json_to_recordset($1::json)
       as d (id uuid, endpoint_id uuid, event_id uuid, event text, payload jsonb)
     join webhook_endpoints e on e.id = d.endpoint_id and e.is_active
     order by d.id for share of e on conflict (endpoint_id, event_id) do nothing`,
    [JSON.stringify(deliveries), now],
  );
}

export type Outcome = {
  status: DeliveryStatus;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
};

export async function settleDelivery(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  await statement(
    tx,
    `update webhook_deliveries set status = $2, response_status = $3, response_body = $4, error = $5,
       duration_ms = $6, next_attempt_at = $7, finished_at = $8, attempts = attempts + 1,
       lease_until = null
     where id = $1 and status = 'pending'`,
    [
      id,
      outcome.status,
      outcome.response_status,
      outcome.response_body,
      outcome.error,
      outcome.duration_ms,
      outcome.next_attempt_at,
      outcome.finished_at,
    ],
  );
}

/** Fails the pending deliveries of an endpoint that is switched off. */
export async function dropPending(tx: Tx, endpointId: string, error: string, now: Date) {
  await statement(
    tx,
    `update webhook_deliveries set status = 'failed', error = $2, next_attempt_at = null,
       lease_until = null, finished_at = $3
     where endpoint_id = $1 and status = 'pending'`,
    [endpointId, error, now],
  );
}

/** Newest first; `beforeId` is the last id of the previous page. */
export const listDeliveries = (
  reader: Reader,
  endpointId: string,
  status: DeliveryStatus | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<Delivery[]> =>
  statement(
    reader,
    `select * from webhook_deliveries where endpoint_id = $1 and ($2::text is null or status = $2)
       and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [endpointId, status ?? null, beforeId ?? null, limit],
  );

export async function deliveryById(
  reader: Reader,
  endpointId: string,
  id: string,
): Promise<Delivery | undefined> {
  const [row] = await statement<Delivery>(
    reader,
    'select * from webhook_deliveries where endpoint_id = $1 and id = $2',
    [endpointId, id],
  );
  return row;
}

/** Undefined if the delivery is pending or its endpoint is switched off. */
export async function reopenDelivery(
  tx: Tx,
  endpointId: string,
  id: string,
  now: Date,
): Promise<Delivery | undefined> {
  const [row] = await statement<Delivery>(
    tx,
    `with endpoint as (select id from webhook_endpoints where id = $1 and is_active for share)
     update webhook_deliveries d set status = 'pending', attempts = 0, next_attempt_at = $3,
       lease_until = null, finished_at = null
     from endpoint
     where d.endpoint_id = endpoint.id and d.id = $2 and d.status <> 'pending' returning d.*`,
    [endpointId, id, now],
  );
  return row;
}

export async function purgeDeliveries(tx: Tx, before: Date): Promise<void> {
  await statement(
    tx,
    `delete from webhook_deliveries where created_at < $1 and status <> 'pending'`,
    [before],
  );
}
