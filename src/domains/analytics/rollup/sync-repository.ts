import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Day } from './rules.js';

/** The sync logs are kept for eight days, so the last seven days are complete. */
export const LOGGED_DAYS = 7;

export const LANES = ['inbound', 'outbound', 'webhook'] as const;
export type Lane = (typeof LANES)[number];

export type SyncCount = {
  day: Day;
  lane: Lane;
  status: string;
  events: number;
};

/** Counts from the logs since the start of the UTC day $1. */
const COUNTED = `
  select (received_at at time zone 'UTC')::date as day, 'inbound' as lane, status, count(*)::int as events
    from content_inbound_events where received_at >= $1::timestamp at time zone 'UTC' group by 1, 3
  union all
  select (started_at at time zone 'UTC')::date, 'outbound', status,
      sum(cardinality(saved_ids) + cardinality(deleted_ids))::int
    from content_mutations where started_at >= $1::timestamp at time zone 'UTC' group by 1, 3
  union all
  select (received_at at time zone 'UTC')::date, 'webhook', status, count(*)::int
    from webhook_events where id >= uuid_floor($1::timestamp at time zone 'UTC')
      and received_at >= $1::timestamp at time zone 'UTC' group by 1, 3`;

/** Counts since `from`: days since `logged` from the logs, earlier days from the rollup table. */
export const syncCounts = (reader: Reader, from: Day, logged: Day): Promise<SyncCount[]> =>
  statement(
    reader,
    `select * from (${COUNTED}) as live
     union all
     select day, lane, status, events from analytics_daily_sync where day >= $2 and day < $1::date
     order by day, lane, status`,
    [logged > from ? logged : from, from],
  );

export async function rollUpSyncCounts(tx: Tx, from: Day): Promise<void> {
  await statement(tx, 'delete from analytics_daily_sync where day >= $1', [from]);
  await statement(
    tx,
    `insert into analytics_daily_sync (day, lane, status, events) select * from (${COUNTED}) as counted
     on conflict (day, lane, status) do update set events = excluded.events`,
    [from],
  );
}
