import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';

export type Endpoint = {
  id: string;
  url: string;
  description: string;
  events: string[];
  store_ids: string[] | null;
  secret: Buffer;
  is_active: boolean;
  failures_in_row: number;
  failing_since: Date | null;
  paused_until: Date | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
};

export type EndpointChange = Partial<
  Pick<
    Endpoint,
    | 'url'
    | 'description'
    | 'events'
    | 'store_ids'
    | 'secret'
    | 'is_active'
    | 'failures_in_row'
    | 'failing_since'
    | 'paused_until'
    | 'disabled_at'
    | 'disabled_reason'
  >
>;

/** SQL: deliveries of other endpoints are never sent again. */
export const ACTIVE_ENDPOINTS = 'select id from webhook_endpoints where is_active';

/** SQL for the lanes of the delivery queue: endpoints that are not paused. `now` is SQL as well. */
export const availableEndpoints = (now: string): string =>
  `select id as lane from webhook_endpoints where paused_until is null or paused_until <= ${now}`;

const mine = `($1::uuid[] is null or store_ids <@ $1::uuid[])`;

/** Newest first. An endpoint is visible to callers who may see all of its stores. */
export const listEndpoints = (
  reader: Reader,
  scope: readonly string[] | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<Endpoint[]> =>
  statement(
    reader,
    `select * from webhook_endpoints where ${mine} and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [scope ?? null, beforeId ?? null, limit],
  );

export async function findEndpoint(
  reader: Reader,
  id: string,
  scope: readonly string[] | undefined,
): Promise<Endpoint | undefined> {
  const [row] = await statement<Endpoint>(
    reader,
    `select * from webhook_endpoints where ${mine} and id = $2`,
    [scope ?? null, id],
  );
  return row;
}

export const activeEndpoints = (reader: Reader): Promise<Endpoint[]> =>
  statement(reader, 'select * from webhook_endpoints where is_active');

export async function countEndpoints(reader: Reader): Promise<number> {
  const [row] = await statement<{ n: number }>(
    reader,
    'select count(*)::int as n from webhook_endpoints',
  );
  return row?.n ?? 0;
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: Pick<Endpoint, 'id' | 'url' | 'description' | 'events' | 'store_ids' | 'secret'> & {
    is_active: boolean;
    created_by: string;
  },
): Promise<void> {
  await statement(
    tx,
    `insert into webhook_endpoints (id, url, description, events, store_ids, secret, is_active, created_by)
     values ($1, $2, $3, $4::text[], $5::uuid[], $6, $7, $8)`,
    [
      endpoint.id,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.store_ids,
      endpoint.secret,
      endpoint.is_active,
      endpoint.created_by,
    ],
  );
}

export async function updateEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<void> {
  const names = Object.keys(change);
  const sets = names.map((name, index) => `, ${name} = $${index + 2}`).join('');
  await statement(tx, `update webhook_endpoints set updated_at = now()${sets} where id = $1`, [
    id,
    ...Object.values(change),
  ]);
}

export const lockEndpoints = (tx: Tx): Promise<Pick<Endpoint, 'id' | 'secret'>[]> =>
  statement(tx, 'select id, secret from webhook_endpoints order by id for update');

/** The secret itself stays the same, so the endpoint counts as unchanged. */
export const replaceSecret = (tx: Tx, id: string, secret: Buffer) =>
  statement(tx, 'update webhook_endpoints set secret = $2 where id = $1', [id, secret]);

export const deleteEndpoint = (tx: Tx, id: string) =>
  statement(tx, 'delete from webhook_endpoints where id = $1', [id]);

export async function countSuccess(writer: Autocommit, id: string): Promise<void> {
  await statement(
    writer,
    `update webhook_endpoints set failures_in_row = 0, failing_since = null, paused_until = null
     where id = $1 and failures_in_row > 0`,
    [id],
  );
}

export type Streak = { failures_in_row: number; failing_since: Date };

/** Undefined if the endpoint is already switched off. Never shortens a pause. */
export async function countFailure(
  tx: Tx,
  id: string,
  now: Date,
  pausedUntil: Date | null,
): Promise<Streak | undefined> {
  const [streak] = await statement<Streak>(
    tx,
    `update webhook_endpoints set failures_in_row = failures_in_row + 1,
       failing_since = coalesce(failing_since, $2), paused_until = greatest(paused_until, $3)
     where id = $1 and is_active returning failures_in_row, failing_since`,
    [id, now, pausedUntil],
  );
  return streak;
}

export const disableEndpoint = (tx: Tx, id: string, reason: string, now: Date) =>
  statement(
    tx,
    `update webhook_endpoints set is_active = false, disabled_at = $3, disabled_reason = $2
     where id = $1`,
    [id, reason, now],
  );
