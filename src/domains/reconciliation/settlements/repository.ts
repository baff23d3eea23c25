import type { Selectable } from 'kysely';
import type { Settlements } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { formatMoney } from '../../../platform/money.js';
import type { FileLine } from './read-file.js';
import type { Candidate, Line, Match, Summed } from './rules.js';

export type Settlement = Omit<Selectable<Settlements>, 'file_hash'>;

const COLUMNS = `id, processor_type, file_name, line_count, ignored_count, period_from, period_to,
  created_by, created_at`;

/** Uploads wait for each other, so that two files never match the same payment; reads go on. */
export const lockUploads = (tx: Tx): Promise<unknown> =>
  statement(tx, 'lock table settlements in share row exclusive mode', []);

export async function settlementByHash(
  reader: Reader,
  processorType: string,
  hash: Buffer,
): Promise<Settlement | undefined> {
  const [row] = await statement<Settlement>(
    reader,
    `select ${COLUMNS} from settlements where processor_type = $1 and file_hash = $2`,
    [processorType, hash],
  );
  return row;
}

export async function settlementById(reader: Reader, id: string): Promise<Settlement | undefined> {
  const [row] = await statement<Settlement>(
    reader,
    `select ${COLUMNS} from settlements where id = $1`,
    [id],
  );
  return row;
}

/** Newest first; `beforeId` continues a list. */
export const listSettlements = (
  reader: Reader,
  processorType: string | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<Settlement[]> =>
  statement<Settlement>(
    reader,
    `select ${COLUMNS} from settlements
     where ($1::text is null or processor_type = $1) and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [processorType ?? null, beforeId ?? null, limit],
  );

export type NewSettlement = Settlement & { file_hash: Buffer };

export async function insertSettlement(
  tx: Tx,
  settlement: NewSettlement,
  lines: readonly FileLine[],
): Promise<void> {
  await tx.insertInto('settlements').values(settlement).execute();
  await statement(
    tx,
    `insert into settlement_lines (settlement_id, line, occurred_at, type, processor_transaction_id,
       processor_refund_id, gross, fee, net, currency, payout_id)
     select $1, line, occurred_at, type, processor_transaction_id, processor_refund_id, gross, fee,
       net, currency, payout_id
     from json_to_recordset($2::json) as l(line integer, occurred_at timestamptz, type text,
       processor_transaction_id text, processor_refund_id text, gross numeric, fee numeric,
       net numeric, currency text, payout_id text)`,
    [
      settlement.id,
      JSON.stringify(
        lines.map(line => ({
          line: line.line,
          occurred_at: line.occurredAt,
          type: line.type,
          processor_transaction_id: line.processorTransactionId,
          processor_refund_id: line.processorRefundId,
          gross: formatMoney(line.grossMinor),
          fee: formatMoney(line.feeMinor),
          net: formatMoney(line.netMinor),
          currency: line.currency,
          payout_id: line.payoutId,
        })),
      ),
    ],
  );
}

const OPEN = `result in ('other_store', 'unknown')`;

/** Lines without a match so far; a payment may have been recorded since the first upload. */
export const openLines = (reader: Reader, settlementId: string): Promise<Line[]> =>
  statement<Line>(
    reader,
    `select line, type, processor_transaction_id, processor_refund_id, gross, currency
     from settlement_lines where settlement_id = $1 and ${OPEN} order by line`,
    [settlementId],
  );

/** Payments and refunds of the processor that the open lines of a settlement name. */
export const candidatesOf = (
  reader: Reader,
  settlementId: string,
  processorType: string,
): Promise<Candidate[]> =>
  statement<Candidate>(
    reader,
    `with named as (
       select distinct unnest(array[processor_transaction_id, processor_refund_id]) as id
       from settlement_lines where settlement_id = $1 and ${OPEN})
     select 'charge' as kind, p.id, p.id as payment_id, p.store_id, p.amount, p.currency,
       p.processor_transaction_id, null as processor_refund_id,
       exists (select from settlement_lines l where l.payment_id = p.id and l.type = 'charge') as is_settled
     from payments p join named n on n.id = p.processor_transaction_id
     where coalesce(p.processor_type, 'primary') = $2
     union all
     select 'refund', r.id, p.id, p.store_id, r.amount, p.currency, p.processor_transaction_id,
       r.processor_refund_id,
       exists (select from settlement_lines l where l.refund_id = r.id)
     from refunds r join payments p on p.id = r.payment_id
     where coalesce(p.processor_type, 'primary') = $2 and p.processor_transaction_id is not null
       and r.status <> 'failed'
       and (p.processor_transaction_id in (select id from named where id is not null)
         or r.processor_refund_id in (select id from named where id is not null))
     order by 2`,
    [settlementId, processorType],
  );

export const writeMatches = (
  tx: Tx,
  settlementId: string,
  matches: readonly Match[],
): Promise<unknown> =>
  statement(
    tx,
    `update settlement_lines l
     set result = m.result, store_id = m.store_id, payment_id = m.payment_id, refund_id = m.refund_id
     from json_to_recordset($2::json) as m(line integer, result text, store_id uuid,
       payment_id uuid, refund_id uuid)
     where l.settlement_id = $1 and l.line = m.line`,
    [settlementId, JSON.stringify(matches)],
  );

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
    coalesce(r.amount, p.amount) as booked_amount, p.currency as booked_currency, l.payment_id,
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
    p.processed_at, null::numeric, null::text, p.amount, p.currency, p.id, null::uuid,
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
    null, r.amount, p.currency, p.id, r.id, t.transaction_number, p.store_id
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
