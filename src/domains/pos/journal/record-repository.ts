import {
  brokenConstraint,
  type Reader,
  statement,
  type Tx,
} from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import { firstEntryAt } from './journal-repository.js';

/** A record that an entry covers. */
export type EntryRecord = { kind: 'refund' | 'payment' | 'shift' | 'movement'; id: string };

/** A record is in one entry. */
export async function addRecords(
  tx: Tx,
  entry: { id: string; store_id: string },
  records: readonly EntryRecord[] = [],
): Promise<void> {
  if (records.length === 0) return;
  await statement(
    tx,
    `insert into till_journal_records (record_id, kind, entry_id, store_id)
     select id, kind, $3, $4 from unnest($1::uuid[], $2::text[]) as record(id, kind)`,
    [records.map(({ id }) => id), records.map(({ kind }) => kind), entry.id, entry.store_id],
  ).catch((error: unknown) => {
    throw brokenConstraint(error) === 'till_journal_records_pkey' ? alreadyEntered() : error;
  });
}

export const alreadyEntered = () =>
  conflict('ALREADY_ENTERED', 'Another entry of a journal already covers this.');

const IS_ENTERED = (id: string): string =>
  `exists (select 1 from till_journal_records e where e.record_id = ${id})`;

/** A record that the routes of the service have made at a till. */
export type BookedRecord = {
  id: string;
  sale_id: string | null;
  sale_number: string | null;
  currency: string;
  total: string;
  is_done: boolean;
  is_entered: boolean;
};

export type BookedKind = Exclude<EntryRecord['kind'], 'movement'>;

/** `$1` is the till, `$2` its store, `$3` the number or id of the record. */
const BOOKED: Record<BookedKind, string> = {
  refund: `select r.id, t.id as sale_id, t.transaction_number as sale_number, t.currency,
      amount_text(r.amount + r.rounding + r.tip) as total, r.status = 'succeeded' as is_done,
      ${IS_ENTERED('r.id')} as is_entered
    from refunds r join transactions t on t.id = r.transaction_id
    where r.till_id = $1 and r.store_id = $2 and r.refund_id = $3`,
  payment: `select p.id, t.id as sale_id, t.transaction_number as sale_number, p.currency,
      amount_text(p.amount + p.rounding + p.tip) as total,
      p.status = 'succeeded' or p.status = 'voided' and p.processed_at is not null as is_done,
      ${IS_ENTERED('p.id')} as is_entered
    from payments p join transactions t on t.id = p.transaction_id
    where p.register_id = $1 and p.store_id = $2 and p.id = $3::uuid`,
  shift: `select s.id, null as sale_id, null as sale_number, s.currency,
      amount_text(coalesce(s.counted_amount, 0)) as total, s.status = 'closed' as is_done,
      ${IS_ENTERED('s.id')} as is_entered
    from shifts s where s.terminal_id = $1 and s.store_id = $2 and s.id = $3::uuid`,
};

export async function bookedRecord(
  reader: Reader,
  kind: BookedKind,
  { terminalId, storeId }: { terminalId: string; storeId: string },
  ref: string,
): Promise<BookedRecord | undefined> {
  if (kind !== 'refund' && !isUuid(ref)) return undefined;
  const [row] = await statement<BookedRecord>(reader, BOOKED[kind], [terminalId, storeId, ref]);
  return row;
}

export type ToEnter = {
  id: string;
  kind: 'sale' | 'return' | 'payment' | 'shift_close';
  data: Record<string, string>;
};

/** Enough for a busy day; the next request finds the rest. */
const MOST_TO_ENTER = 50;

const PAYMENT = `p.id, 'payment', jsonb_build_object('transaction', t.transaction_number,
  'payment', p.id, 'total_amount', amount_text(p.amount + p.rounding + p.tip))`;

/** The till that has completed sale `t`: the one that took its last payment. */
export const COMPLETED_AT = `(select p.register_id from payments p
  where p.transaction_id = t.id and p.processed_at is not null and p.status in ('succeeded', 'voided')
  order by p.processed_at desc, p.id desc limit 1)`;

const latestOf = (a: Date, b: Date): Date => (a > b ? a : b);

type ToEnterLimits = { since: Date; salesSince: Date; settledBefore: Date };

/**
 * What the routes have booked at a till since a moment, and no entry stands for. A part payment of an
 * ordinary sale is mostly followed by the rest, so it counts from `settledBefore` on, or once the sale
 * is cancelled. A charge that succeeds after that is refunded automatically and needs no entry. What
 * was booked before the first entry of the till belongs to no journal.
 */
export async function recordsToEnter(
  reader: Reader,
  till: { terminalId: string; storeId: string },
  { since, salesSince, settledBefore }: ToEnterLimits,
): Promise<ToEnter[]> {
  const firstAt = await firstEntryAt(reader, till.terminalId);
  if (firstAt === undefined) return [];
  const limits = {
    since: latestOf(since, firstAt),
    salesSince: latestOf(salesSince, firstAt),
    settledBefore,
  };
  return bookedSince(reader, till, limits);
}

const bookedSince = (
  reader: Reader,
  { terminalId, storeId }: { terminalId: string; storeId: string },
  { since, salesSince, settledBefore }: ToEnterLimits,
): Promise<ToEnter[]> =>
  statement<ToEnter>(
    reader,
    `(select t.id, 'sale' as kind, jsonb_build_object('transaction', t.transaction_number,
        'total_amount', amount_text(t.total_amount)) as data
      from transactions t
      where t.store_id = $2 and t.completed_at >= $5 and t.till_number is null
        and ${COMPLETED_AT} = $1)
     union all
     (select r.id, 'return', jsonb_build_object('transaction', t.transaction_number,
        'refund', r.refund_id, 'total_amount', amount_text(r.amount + r.rounding + r.tip))
      from refunds r join transactions t on t.id = r.transaction_id
      where r.till_id = $1 and r.store_id = $2 and r.status = 'succeeded'
        and coalesce(r.processed_at, r.created_at) >= $3 and not ${IS_ENTERED('r.id')})
     union all
     (select ${PAYMENT}
      from transactions t join payments p on p.transaction_id = t.id
      where t.store_id = $2 and t.status = 'partially_paid' and p.register_id = $1
        and p.status = 'succeeded' and p.processed_at >= $3
        and (p.processed_at < $4 or t.source_system = 'pos' and t.expires_at is not null)
        and not ${IS_ENTERED('p.id')})
     union all
     (select ${PAYMENT}
      from transactions t join payments p on p.transaction_id = t.id
      where t.store_id = $2 and t.completed_at is null and t.voided_at >= $3
        and p.register_id = $1 and p.status = 'voided' and p.processed_at >= $3
        and not exists (select 1 from refunds r
          where r.payment_id = p.id and r.cause = 'late_success')
        and not ${IS_ENTERED('p.id')})
     union all
     (select s.id, 'shift_close', jsonb_build_object('shift', s.id,
        'total_amount', amount_text(coalesce(s.counted_amount, 0)))
      from shifts s
      where s.terminal_id = $1 and s.store_id = $2 and s.status = 'closed' and s.closed_at >= $3
        and not ${IS_ENTERED('s.id')}
        and not exists (select 1 from till_journal j where j.terminal_id = s.terminal_id
          and j.kind = 'shift_close' and j.booked_at = s.closed_at))
     order by id limit ${MOST_TO_ENTER}`,
    [terminalId, storeId, since, settledBefore, salesSince],
  );
