import type { Selectable } from 'kysely';
import type { Settlements } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { formatMoney } from '../../../platform/money.js';
import type { FileLine } from './read-file.js';
import type { Candidate, Line, Match } from './rules.js';

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
          gross: formatMoney(line.grossMinor, line.currency),
          fee: formatMoney(line.feeMinor, line.currency),
          net: formatMoney(line.netMinor, line.currency),
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
     select 'charge' as kind, p.id, p.id as payment_id, p.store_id, p.amount + p.tip as amount, p.currency,
       p.processor_transaction_id, null as processor_refund_id,
       exists (select from settlement_lines l where l.payment_id = p.id and l.type = 'charge') as is_settled
     from payments p join named n on n.id = p.processor_transaction_id
     where coalesce(p.processor_type, 'primary') = $2
     union all
     select 'refund', r.id, p.id, p.store_id, r.amount + r.tip, p.currency, p.processor_transaction_id,
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
