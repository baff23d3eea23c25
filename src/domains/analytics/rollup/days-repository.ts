import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { idRange } from '../../../platform/ids.js';
import type { Day, Span, StoreDay } from './rules.js';

/** A store and its current local date. */
export type StoreToday = { id: string; time_zone: string; today: Day };

/**
 * Days whose rollup is missing, not clean or for another time zone, plus today. With `needsStaff`
 * also days that an earlier release rolled up, without the sums per person and the hourly margin.
 */
export const uncleanDays = (
  reader: Reader,
  stores: readonly StoreToday[],
  from: Day,
  to: Day,
  needsStaff: boolean,
): Promise<StoreDay[]> =>
  statement(
    reader,
    `select s.id as store_id, s.time_zone, d.day::date as day
     from json_to_recordset($1::json) as s(id uuid, time_zone text, today date)
     cross join generate_series($2::date, $3::date, interval '1 day') as d(day)
     left join analytics_days a on a.store_id = s.id and a.day = d.day::date
       and a.is_clean and a.time_zone = s.time_zone and a.day < s.today
       and (not $4::boolean or a.staff_rolled_at = a.rolled_at)
     where a.store_id is null
     order by s.id, d.day`,
    [JSON.stringify(stores), from, to, needsStaff],
  );

/** Days to roll up: missing since the store's first sale, outdated, not clean, and today. */
export const daysToRollUp = (reader: Reader, now: Date): Promise<StoreDay[]> =>
  statement(
    reader,
    `select store_id, time_zone, day from (
       select s.id as store_id, s.time_zone, d.day::date as day
       from stores s
       cross join lateral (
         select min(completed_at) as at from transactions
         where store_id = s.id and completed_at is not null) as first
       cross join generate_series((first.at at time zone s.time_zone)::date,
         ($1::timestamptz at time zone s.time_zone)::date, interval '1 day') as d(day)
       left join analytics_days a on a.store_id = s.id and a.day = d.day::date
       where a.store_id is null or a.time_zone <> s.time_zone
         or a.staff_rolled_at is distinct from a.rolled_at
         or d.day::date = ($1::timestamptz at time zone s.time_zone)::date
       union
       select a.store_id, s.time_zone, a.day
       from analytics_days a join stores s on s.id = a.store_id
       where not a.is_clean
     ) as due order by store_id, day`,
    [now],
  );

/** Lets one run roll up at a time, until its transaction ends. False if another one does. */
export async function tryLockRollUp(tx: Tx): Promise<boolean> {
  const [row] = await statement<{ taken: boolean }>(
    tx,
    `select pg_try_advisory_xact_lock(hashtextextended('analytics:roll-up', 0)) as taken`,
  );
  return row?.taken === true;
}

/** Whether any day of a span is still to roll up. Another run may have done it since it was listed. */
export async function isDue(tx: Tx, span: Span, now: Date): Promise<boolean> {
  const [row] = await statement<{ due: boolean }>(
    tx,
    `select exists (
       select from generate_series($2::date, $3::date, interval '1 day') as d(day)
       left join analytics_days a on a.store_id = $1 and a.day = d.day::date
         and a.is_clean and a.time_zone = $4 and a.staff_rolled_at = a.rolled_at
         and (a.day < ($5::timestamptz at time zone $4)::date or a.rolled_at > $5)
       where a.store_id is null) as due`,
    [span.store_id, span.from_day, span.to_day, span.time_zone, now],
  );
  return row?.due === true;
}

/**
 * Sets days clean before they are read, and so locks their rows until commit. A concurrent
 * `markDays` waits for the lock and then sets the day back to not clean. A `markDays` that
 * committed earlier belongs to a change that the following statements see.
 */
export const claimDays = (tx: Tx, span: Span, now: Date): Promise<unknown> =>
  statement(
    tx,
    `insert into analytics_days (store_id, day, time_zone, is_clean, rolled_at, staff_rolled_at)
     select $1, d::date, $2, true, $5, $5
     from generate_series($3::date, $4::date, interval '1 day') as d order by d
     on conflict (store_id, day) do update
       set time_zone = excluded.time_zone, is_clean = true, rolled_at = excluded.rolled_at,
         staff_rolled_at = excluded.staff_rolled_at`,
    [span.store_id, span.time_zone, span.from_day, span.to_day, now],
  );

/** Sets the days of each sale, of its refunds and of its returns to not clean. */
export const markDays = (
  tx: Tx,
  saleIds: readonly string[],
  returnIds: readonly string[],
): Promise<unknown> =>
  statement(
    tx,
    `with touched as (
       select unnest($1::uuid[]) as id
       union select transaction_id from returns where id = any($2::uuid[])
     ), moments as (
       select store_id, completed_at as at from transactions
         where id = any($1::uuid[]) and id between $3 and $4 and completed_at is not null
       union select t.store_id, t.completed_at from returns r join transactions t on t.id = r.transaction_id
         where r.id = any($2::uuid[]) and t.completed_at is not null
       union select store_id, processed_at from refunds
         where transaction_id in (select id from touched) and status = 'succeeded' and processed_at is not null
       union select store_id, completed_at from returns
         where transaction_id in (select id from touched) and status = 'completed' and completed_at is not null
     )
     insert into analytics_days (store_id, day, time_zone, is_clean)
     select distinct s.id, (m.at at time zone s.time_zone)::date as day, s.time_zone, false
     from moments m join stores s on s.id = m.store_id order by s.id, day
     on conflict (store_id, day) do update set is_clean = false where analytics_days.is_clean`,
    [saleIds, returnIds, ...idRange(saleIds)],
  );
