import { recordStatement } from '../../../platform/database/record-statement.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { isSignedSql } from '../../fiscal/index.js';
import { ERASED, type Mentions } from '../../people/index.js';
import type { Entry, Flag, Head, Problem, Status, TimesAround } from './rules.js';

export type StoredEntry = Entry & {
  id: string;
  store_id: string;
  terminal_id: string;
  chain: number;
  booked_at: Date;
  received_at: Date;
  digest: string;
  is_chained: boolean;
  status: Status;
  flags: Flag[];
  reason: string | null;
  message: string | null;
  task_id: string | null;
  till_number: string | null;
  transaction_id: string | null;
  transaction_number: string | null;
  sent_by: string;
  /** The employee who made it; null while the entry is held. */
  made_by: string | null;
  settled_by: string | null;
  settled_at: Date | null;
  settled_note: string | null;
};

/** A number has at most 12 digits. */
const HEAD = 'chain, counter, hash, last_number::double precision as last_number, held_task_id';

/**
 * Locks the journal of a till: one sender writes at a time. Every commit that holds this lock is in
 * the log, so it waits for a standby.
 */
export async function lockHead(tx: Tx, terminalId: string): Promise<Head> {
  const [head] = await statement<Head>(
    tx,
    `select ${HEAD} from till_journal_heads where terminal_id = $1 for no key update`,
    [terminalId],
  );
  return head ?? newHead(tx, terminalId);
}

/** The first entry of a till creates its head; of two senders the second one waits here. */
async function newHead(tx: Tx, terminalId: string): Promise<Head> {
  const [head] = await statement<Head>(
    tx,
    `insert into till_journal_heads (terminal_id) values ($1)
     on conflict (terminal_id) do update set terminal_id = excluded.terminal_id
     returning ${HEAD}`,
    [terminalId],
  );
  if (head === undefined) throw new Error('no head of a journal returned');
  return head;
}

export const moveHead = (
  tx: Tx,
  terminalId: string,
  { counter, hash }: Pick<Head, 'counter' | 'hash'>,
) =>
  statement(tx, 'update till_journal_heads set counter = $2, hash = $3 where terminal_id = $1', [
    terminalId,
    counter,
    hash,
  ]);

export const setLastNumber = (tx: Tx, terminalId: string, number: number) =>
  statement(tx, 'update till_journal_heads set last_number = $2 where terminal_id = $1', [
    terminalId,
    number,
  ]);

export const setHeldTask = (tx: Tx, terminalId: string, taskId: string | null) =>
  statement(tx, 'update till_journal_heads set held_task_id = $2 where terminal_id = $1', [
    terminalId,
    taskId,
  ]);

type Closing = { terminalId: string; storeId: string; reason: string; by: string; now: Date };

/** Keeps where a chain has ended, and sets the head of its till to the beginning of the next one. */
export async function closeChain(
  tx: Tx,
  { chain, counter, hash }: Head,
  { terminalId, storeId, reason, by, now }: Closing,
): Promise<number> {
  await statement(
    tx,
    `insert into till_journal_chains (terminal_id, chain, store_id, counter, hash, closed_at,
       closed_by, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [terminalId, chain, storeId, counter, hash, now, by, reason],
  );
  await statement(
    tx,
    'update till_journal_heads set chain = $2, counter = 0, hash = default where terminal_id = $1',
    [terminalId, chain + 1],
  );
  return chain + 1;
}

export async function headOf(reader: Reader, terminalId: string) {
  const [head] = await statement<Head>(
    reader,
    `select ${HEAD} from till_journal_heads where terminal_id = $1`,
    [terminalId],
  );
  return head;
}

/** When the service received the first entry of a till; ids follow that time. */
export async function firstEntryAt(reader: Reader, terminalId: string): Promise<Date | undefined> {
  const [first] = await statement<{ received_at: Date }>(
    reader,
    'select received_at from till_journal where terminal_id = $1 order by id limit 1',
    [terminalId],
  );
  return first?.received_at;
}

/**
 * The entries of the same till, in any chain, with the same counter, the one before and the one after;
 * and the times of the nearest entries of the chain whose own time is known to be right. There may be
 * a gap in between.
 */
export async function entriesAround(
  reader: Reader,
  terminalId: string,
  chain: number,
  counter: number,
): Promise<{ entries: StoredEntry[]; times: TimesAround }> {
  const sound = `select booked_at from till_journal where terminal_id = $1 and chain = $3 and is_chained
    and reason is null and not 'clock' = any(flags)`;
  const rows = await statement<(StoredEntry | { id: null }) & TimesAround>(
    reader,
    `select entry.*, times.*
     from (select (${sound} and counter < $2 order by counter desc limit 1) as before,
         (${sound} and counter > $2 order by counter limit 1) as after) as times
       left join till_journal entry
         on terminal_id = $1 and counter between $2::integer - 1 and $2::integer + 1`,
    [terminalId, counter, chain],
  );
  const { before = null, after = null } = rows[0] ?? {};
  const entries = rows.filter((row): row is StoredEntry & TimesAround => row.id !== null);
  return { entries, times: { before, after } };
}

export async function sameEntry(
  reader: Reader,
  terminalId: string,
  counter: number,
  digest: string,
): Promise<StoredEntry | undefined> {
  const [row] = await statement<StoredEntry>(
    reader,
    'select * from till_journal where terminal_id = $1 and counter = $2 and digest = $3',
    [terminalId, counter, digest],
  );
  return row;
}

/** Whether an entry that is held or settled has the number: it is on the receipt of a customer. */
export async function isNumberHeld(
  reader: Reader,
  terminalId: string,
  number: unknown,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from till_journal
     where terminal_id = $1 and data ->> 'number' = $2 and kind = 'sale' and status <> 'accepted'
       and is_chained limit 1`,
    [terminalId, number],
  );
  return rows.length > 0;
}

export async function countHeldOf(reader: Reader, terminalId: string): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select count(*)::int as count from till_journal where terminal_id = $1 and status = 'held'`,
    [terminalId],
  );
  return row?.count ?? 0;
}

export type NewEntry = Entry & {
  id: string;
  chain: number;
  storeId: string;
  terminalId: string;
  bookedAt: Date;
  receivedAt: Date;
  digest: string;
  isChained: boolean;
  status: Status;
  flags: readonly Flag[];
  problem?: Problem;
  taskId?: string;
  tillNumber?: string;
  transactionId?: string;
  transactionNumber?: string;
  sentBy: string;
  madeBy?: string;
  /** Whether it is the last entry of the chain now. */
  movesHead: boolean;
  /** The highest number of the till's sales now. */
  lastNumber: number;
};

/** `is_signed`: the store signs what its tills record. */
const INSERT_ENTRY = recordStatement<NewEntry, StoredEntry & { is_signed: boolean }>(
  $ => `
  with head as (
    update till_journal_heads set last_number = ${$('lastNumber')},
      counter = case when ${$('movesHead')} then ${$('counter')} else counter end,
      hash = case when ${$('movesHead')} then ${$('hash')} else hash end
    where terminal_id = ${$('terminalId')}
      and (${$('movesHead')}::boolean or last_number <> ${$('lastNumber')})
  )
  insert into till_journal (id, store_id, terminal_id, chain, counter, kind, occurred_at, booked_at,
    received_at, data, previous_hash, hash, digest, is_chained, status, flags, reason, message,
    task_id, till_number, transaction_id, transaction_number, sent_by, made_by)
  values (${$('id')}, ${$('storeId')}, ${$('terminalId')}, ${$('chain')}, ${$('counter')}, ${$('kind')},
    ${$('occurred_at')}, ${$('bookedAt')}, ${$('receivedAt')}, ${$('data')}::jsonb,
    ${$('previous_hash')}, ${$('hash')}, ${$('digest')}, ${$('isChained')}, ${$('status')},
    array(select jsonb_array_elements_text(${$('flags')}::jsonb)),
    ${$('problem')}::jsonb ->> 'reason', ${$('problem')}::jsonb ->> 'message', ${$('taskId')},
    ${$('tillNumber')}, ${$('transactionId')}, ${$('transactionNumber')}, ${$('sentBy')},
    ${$('madeBy')})
  returning *, ${isSignedSql($('storeId'))} as is_signed`,
);

export async function insertEntry(
  tx: Tx,
  entry: NewEntry,
): Promise<StoredEntry & { is_signed: boolean }> {
  const [row] = await INSERT_ENTRY(tx, entry);
  if (row === undefined) throw new Error('inserting an entry of a journal returned no row');
  return row;
}

export async function entryById(reader: Reader, id: string): Promise<StoredEntry | undefined> {
  const [row] = await statement<StoredEntry>(reader, 'select * from till_journal where id = $1', [
    id,
  ]);
  return row;
}

export async function lockEntry(tx: Tx, id: string): Promise<StoredEntry | undefined> {
  const [row] = await statement<StoredEntry>(
    tx,
    'select * from till_journal where id = $1 for update',
    [id],
  );
  return row;
}

export type Decision = {
  status: 'accepted' | 'settled';
  isChained: boolean;
  flags: readonly Flag[];
  tillNumber: string | null;
  transactionId: string | null;
  transactionNumber: string | null;
  madeBy: string | null;
  by: string;
  at: Date;
  note: string;
};

/** Writes what a person decided about a held entry. */
export async function decideEntry(tx: Tx, id: string, decision: Decision): Promise<StoredEntry> {
  const [row] = await statement<StoredEntry>(
    tx,
    `update till_journal set status = $2, is_chained = $3, flags = $4, till_number = $5,
       transaction_id = $6, transaction_number = $7, settled_by = $8, settled_at = $9,
       settled_note = $10, made_by = $11
     where id = $1 returning *`,
    [
      id,
      decision.status,
      decision.isChained,
      [...decision.flags],
      decision.tillNumber,
      decision.transactionId,
      decision.transactionNumber,
      decision.by,
      decision.at,
      decision.note,
      decision.madeBy,
    ],
  );
  if (row === undefined) throw new Error(`entry ${id} of a journal is gone`);
  return row;
}

export type EntryFilter = {
  storeIds?: readonly string[];
  terminalId?: string;
  status?: Status;
};

/** Newest first. */
export const listEntries = (
  reader: Reader,
  filter: EntryFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<StoredEntry[]> =>
  statement(
    reader,
    `select * from till_journal
     where ($1::uuid[] is null or store_id = any($1)) and ($2::text is null or terminal_id = $2)
       and ($3::text is null or status = $3) and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [
      filter.storeIds ?? null,
      filter.terminalId ?? null,
      filter.status ?? null,
      beforeId ?? null,
      limit,
    ],
  );

/** Held entries by store, for the alarm. */
export async function countHeldEntries(reader: Reader): Promise<Record<string, number>> {
  const rows = await statement<{ code: string; count: number }>(
    reader,
    `select s.code, count(j.id)::int as count from stores s left join till_journal j
       on j.store_id = s.id and j.status = 'held'
     group by s.code`,
  );
  return Object.fromEntries(rows.map(row => [row.code, row.count]));
}

/** The entries themselves stay: they are the books. Hashes keep what was sent. */
export const eraseJournalOf = (
  tx: Tx,
  customerIds: readonly string[],
  saleIds: readonly string[],
) =>
  statement(
    tx,
    `update till_journal set data = data - array['pickup_name', 'note', 'notes', 'customer_id']
     where data ->> 'customer_id' = any($1::text[]) or transaction_id = any($2::uuid[])`,
    [customerIds, saleIds],
  );

/** Reasons of staff in the entries of these sales. */
export const eraseInJournal = (tx: Tx, saleIds: readonly string[], { inOwn }: Mentions) =>
  inOwn === null
    ? undefined
    : statement(
        tx,
        `update till_journal set data = with_texts_replaced(data, $2, $3)
         where transaction_id = any($1::uuid[]) and data::text ~* $2`,
        [saleIds, inOwn, ERASED],
      );

/** Held entries are booked for the remaining customer. */
export const moveJournal = (tx: Tx, from: string, into: string) =>
  statement(
    tx,
    `update till_journal set data = jsonb_set(data, '{customer_id}', to_jsonb($2::text))
     where data ->> 'customer_id' = $1`,
    [from, into],
  );

/** The goods of a sale that were counted after it, each with the line of its last stock count. */
export const countedAfter = (reader: Reader, saleId: string, storeId: string, at: Date) =>
  statement<{ id: string; sku: string; number: string }>(
    reader,
    `select distinct on (l.variant_id) l.id, v.sku, c.number
     from transaction_lines sold
       join stock_count_lines l on l.variant_id = sold.variant_id and l.store_id = $2
       join stock_counts c on c.id = l.count_id and c.status <> 'cancelled'
       join stock_count_entries e on e.line_id = l.id and e.round = l.round and e.counted_at > $3
       join product_variants v on v.id = l.variant_id
     where sold.transaction_id = $1
     order by l.variant_id, e.counted_at desc`,
    [saleId, storeId, at],
  );
