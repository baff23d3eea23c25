import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Day } from '../rollup/rules.js';
import type { ExceptionKind } from './rules.js';

export type ExceptionWindow = {
  stores: readonly { id: string; time_zone: string; currency: string }[];
  from: Day;
  to: Day;
};

const STORES = 'json_to_recordset($1::json) as s(id uuid, time_zone text, currency text)';
const isInWindow = (at: string): string =>
  `${at} >= ($2::date::timestamp at time zone s.time_zone)
   and ${at} < (($3::date + 1)::timestamp at time zone s.time_zone)`;

/**
 * One row per exception. A refund that a void caused counts as the void only, and a sale with two
 * discounts by one person counts once.
 */
const SOURCES: Record<ExceptionKind, string> = {
  voids: `
    select s.id as store_id, s.currency as store_currency, t.voided_by as person, t.id, t.voided_at as happened_at, t.transaction_number,
      t.terminal_id, t.currency, t.total_amount as amount, t.void_reason as reason
    from ${STORES} join transactions t on t.store_id = s.id and t.status = 'voided'
    where t.voided_by is not null and ${isInWindow('t.voided_at')}`,
  discounts: `
    select s.id as store_id, s.currency as store_currency, (a ->> 'actor')::uuid as person, t.id, t.completed_at as happened_at,
      t.transaction_number, t.terminal_id, t.currency, sum((a ->> 'amount')::numeric) as amount,
      string_agg(distinct a ->> 'reason', ', ') as reason
    from ${STORES} join transactions t on t.store_id = s.id and t.adjustments <> '[]'
      and t.status <> 'voided' and ${isInWindow('t.completed_at')}
    cross join jsonb_array_elements(t.adjustments) as a
    where a ->> 'kind' = 'manual' and a ->> 'actor' is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8`,
  drawer_openings: `
    select s.id as store_id, s.currency as store_currency, d.operator_id as person, d.id, d.occurred_at as happened_at,
      null as transaction_number, d.terminal_id, s.currency, null::numeric as amount, d.reason
    from ${STORES} join drawer_operations d on d.store_id = s.id and d.operation = 'open'
    where ${isInWindow('d.occurred_at')}`,
  refunds: `
    select s.id as store_id, s.currency as store_currency, r.requested_by as person, r.id, r.created_at as happened_at,
      t.transaction_number, r.terminal_id, t.currency, r.amount, r.reason
    from ${STORES} join refunds r on r.store_id = s.id and r.cause in ('return', 'refund')
      and r.status <> 'failed' and ${isInWindow('r.created_at')}
    join transactions t on t.id = r.transaction_id
    where r.requested_by is not null`,
};

const parametersOf = ({ stores, from, to }: ExceptionWindow): unknown[] => [
  JSON.stringify(stores.map(({ id, time_zone, currency }) => ({ id, time_zone, currency }))),
  from,
  to,
];

export type SalesRow = { store: string; person: string; sales: number };

/** Sales at tills that were completed, by the person who rang them up; voided ones count too. */
export const salesByPerson = (reader: Reader, window: ExceptionWindow): Promise<SalesRow[]> =>
  statement(
    reader,
    `select s.id as store, t.employee_id as person, count(*)::int as sales
     from ${STORES} join transactions t on t.store_id = s.id
       and t.source_system = 'pos' and ${isInWindow('t.completed_at')}
     where t.employee_id is not null group by 1, 2`,
    parametersOf(window),
  );

export type ExceptionRow = { store: string; person: string; count: number; amount_minor: number };

/** Amounts in the currency that the store has now; it may have sold in another one before. */
export const exceptionsByPerson = (
  reader: Reader,
  window: ExceptionWindow,
  kind: ExceptionKind,
): Promise<ExceptionRow[]> =>
  statement(
    reader,
    `select store_id as store, person, count(*)::int as count,
       (coalesce(sum(amount) filter (where currency = store_currency), 0)
         * minor_per_unit(store_currency))::bigint as amount_minor
     from (${SOURCES[kind]}) as one group by 1, 2, store_currency`,
    parametersOf(window),
  );

export type ExceptionItem = {
  id: string;
  at: Date;
  transaction_number: string | null;
  terminal_id: string | null;
  currency: string;
  amount: string | null;
  reason: string | null;
};

/** The single exceptions of one person, newest first; a cursor has milliseconds. */
export const exceptionItems = (
  reader: Reader,
  window: ExceptionWindow,
  { kind, person }: { kind: ExceptionKind; person: string },
  before: { at: string; id: string } | undefined,
  limit: number,
): Promise<ExceptionItem[]> =>
  statement(
    reader,
    `select id, at, transaction_number, terminal_id, currency, amount, reason from (
       select *, date_trunc('milliseconds', happened_at) as at from (${SOURCES[kind]}) as found
     ) as one
     where person = $4::uuid
       and ($5::timestamptz is null or (at, id) < ($5::timestamptz, $6::uuid))
     order by at desc, id desc limit $7`,
    [...parametersOf(window), person, before?.at ?? null, before?.id ?? null, limit],
  );

export type Person = { id: string; name: string | null; employee_number: string | null };

export const peopleNamed = (reader: Reader, ids: readonly string[]): Promise<Person[]> =>
  statement(
    reader,
    `select id, nullif(trim(concat_ws(' ', first_name, last_name)), '') as name, employee_number
     from users where id = any($1::uuid[])`,
    [ids],
  );
