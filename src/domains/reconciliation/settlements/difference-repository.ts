import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Summed } from './rules.js';

/**
 * What a caller may see: lines of the own stores, and lines without a payment if the caller
 * uploaded the file or sees every store. `$2` are the stores, `$3` whether such lines are shown.
 */
const VISIBLE = `(case when l.store_id is null then $3::boolean
  else $2::uuid[] is null or l.store_id = any($2::uuid[]) end)`;

export type Scope = { stores: readonly string[] | undefined; seesUnknown: boolean };

const scopeOf = ({ stores, seesUnknown }: Scope): [readonly string[] | null, boolean] => [
  stores ?? null,
  seesUnknown,
];

export type Sums = Summed & { result: string; lines: number };

export const sumsOf = (reader: Reader, settlementId: string, scope: Scope): Promise<Sums[]> =>
  statement<Sums>(
    reader,
    `select l.currency, l.type, l.result, count(*)::integer as lines, sum(l.gross) as gross,
       sum(l.fee) as fee, sum(l.net) as net
     from settlement_lines l where l.settlement_id = $1 and ${VISIBLE}
     group by l.currency, l.type, l.result order by 1, 2, 3`,
    [settlementId, ...scopeOf(scope)],
  );

export type DifferenceRow = {
  kind: string;
  sort_key: string;
  line: number | null;
  type: 'charge' | 'refund';
  processor_transaction_id: string | null;
  payout_id: string | null;
  occurred_at: Date;
  amount: string | null;
  currency: string | null;
  booked_amount: string | null;
  booked_currency: string | null;
  payment_id: string | null;
  refund_id: string | null;
  transaction_number: string | null;
  store_id: string | null;
};

const LINES = `
  select l.result as kind, 'a' || lpad(l.line::text, 9, '0') as sort_key, l.line, l.type,
    l.processor_transaction_id, l.payout_id, l.occurred_at, l.gross as amount, l.currency,
    coalesce(r.amount + r.tip, p.amount + p.tip) as booked_amount, p.currency as booked_currency, l.payment_id,
    l.refund_id, t.transaction_number, l.store_id
  from settlement_lines l
  left join payments p on p.id = l.payment_id
  left join refunds r on r.id = l.refund_id
  left join transactions t on t.id = p.transaction_id
  where l.settlement_id = $1 and l.result not in ('matched', 'other_store') and ${VISIBLE}`;

/**
 * The period in whole days. The range of ids lets the database skip everything else; a payment is
 * written within a week of its charge.
 */
const inPeriod = (row: string): string => `(
  ${row}.processed_at >= date_trunc('day', s.period_from, 'UTC')
  and ${row}.processed_at < date_trunc('day', s.period_to, 'UTC') + interval '1 day'
  and ${row}.id >= uuid_floor(s.period_from - interval '8 days')
  and ${row}.id < uuid_floor(s.period_to + interval '8 days'))`;

/** A payment of the last day may be listed in the next file; with its upload it is not missing. */
const MISSING = `
  select 'missing', 'b' || p.id, null::integer, 'charge', p.processor_transaction_id, null::text,
    p.processed_at, null::numeric, null::text, p.amount + p.tip, p.currency, p.id, null::uuid,
    t.transaction_number, p.store_id
  from settlements s
  join payments p on coalesce(p.processor_type, 'primary') = s.processor_type and ${inPeriod('p')}
    and (p.status = 'succeeded' or p.status = 'voided')
    and (p.processor_type is not null or p.processor_transaction_id is not null)
  join transactions t on t.id = p.transaction_id
  where s.id = $1 and ($2::uuid[] is null or p.store_id = any($2::uuid[]))
    and not exists (select from settlement_lines l where l.payment_id = p.id and l.type = 'charge')
  union all
  select 'missing', 'c' || r.id, null, 'refund', r.processor_refund_id, null, r.processed_at, null,
    null, r.amount + r.tip, p.currency, p.id, r.id, t.transaction_number, p.store_id
  from settlements s
  join refunds r on r.status = 'succeeded' and r.processor_refund_id is not null and ${inPeriod('r')}
  join payments p on p.id = r.payment_id and coalesce(p.processor_type, 'primary') = s.processor_type
  join transactions t on t.id = p.transaction_id
  where s.id = $1 and ($2::uuid[] is null or p.store_id = any($2::uuid[]))
    and not exists (select from settlement_lines l where l.refund_id = r.id)`;

/** Lines in the order of the file, then what has no line; `after` continues a list. */
export const listDifferences = (
  reader: Reader,
  settlementId: string,
  scope: Scope,
  filter: { kind: string | undefined; after: string | undefined },
  limit: number,
): Promise<DifferenceRow[]> =>
  statement<DifferenceRow>(
    reader,
    `select * from (${LINES} union all ${MISSING}) as d
     where ($4::text is null or d.kind = $4) and ($5::text is null or d.sort_key > $5)
     order by d.sort_key collate "C" limit $6`,
    [settlementId, ...scopeOf(scope), filter.kind ?? null, filter.after ?? null, limit],
  );

export async function countMissing(
  reader: Reader,
  settlementId: string,
  { stores }: Scope,
): Promise<number> {
  const [row] = await statement<{ n: number }>(
    reader,
    `select count(*)::integer as n from (${MISSING}) as missing`,
    [settlementId, stores ?? null],
  );
  return row?.n ?? 0;
}
