import { type Autocommit, type Reader, statement, type Tx } from '../database/tx.js';
import type { ActorKind, AuditEntry, Changes } from './entry.js';

export async function insertEntry(writer: Autocommit, entry: AuditEntry): Promise<void> {
  await statement(
    writer,
    `insert into audit_entries (id, at, actor_id, actor_kind, action, record_type, record_key,
       store_id, terminal_id, address, user_agent, request_id, changes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      entry.id,
      entry.at,
      entry.actorId,
      entry.actorKind,
      entry.action,
      entry.recordType,
      entry.recordId,
      entry.storeId,
      entry.terminalId,
      entry.address,
      entry.userAgent,
      entry.requestId,
      JSON.stringify(entry.changes),
    ],
  );
}

const RECORD_LOCK = 7_411_504;

/** Calls that change one record run one after the other, so that each sees what it changes. */
export async function lockRecord(tx: Tx, record: string): Promise<void> {
  await statement(tx, 'select pg_advisory_xact_lock($1, hashtext($2))', [RECORD_LOCK, record]);
}

/** An entry with its place in the chain. */
export type ChainedEntry = AuditEntry & {
  seq: number | null;
  previousHash: string | null;
  hash: string | null;
  /** Set once texts were taken out of a chained entry. */
  maskSeal: string | null;
};

export type EntryRow = {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_kind: ActorKind;
  action: string;
  record_type: string;
  record_key: string | null;
  store_id: string | null;
  terminal_id: string | null;
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
  changes: Changes;
  seq: number | null;
  previous_hash: string | null;
  hash: string | null;
  mask_seal: string | null;
};

export const entryOf = (row: EntryRow): ChainedEntry => ({
  id: row.id,
  at: row.at,
  actorId: row.actor_id,
  actorKind: row.actor_kind,
  action: row.action,
  recordType: row.record_type,
  recordId: row.record_key,
  storeId: row.store_id,
  terminalId: row.terminal_id,
  address: row.address,
  userAgent: row.user_agent,
  requestId: row.request_id,
  changes: row.changes,
  seq: row.seq,
  previousHash: row.previous_hash,
  hash: row.hash,
  maskSeal: row.mask_seal,
});

export const ENTRY_COLUMNS = `id, at, actor_id, actor_kind, action, record_type, record_key,
  store_id, terminal_id, address, user_agent, request_id, changes, seq, previous_hash, hash, mask_seal`;

/** Where the chain begins and ends. */
export type Chain = {
  firstSeq: number;
  /** The hash before the first entry that is left. */
  firstHash: string;
  lastSeq: number;
  lastHash: string;
  seal: string;
};

const CHAIN_COLUMNS = `first_seq as "firstSeq", first_hash as "firstHash", last_seq as "lastSeq",
  last_hash as "lastHash", seal`;

export async function chainOf(reader: Reader): Promise<Chain | undefined> {
  const [chain] = await statement<Chain>(reader, `select ${CHAIN_COLUMNS} from audit_chain`);
  return chain;
}

/** Locks the chain; makes it before the first entry. One caller at a time appends or removes. */
export async function lockChain(tx: Tx, empty: Chain): Promise<Chain> {
  await statement(
    tx,
    `insert into audit_chain (first_seq, first_hash, last_seq, last_hash, seal)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [empty.firstSeq, empty.firstHash, empty.lastSeq, empty.lastHash, empty.seal],
  );
  const [chain] = await statement<Chain>(tx, `select ${CHAIN_COLUMNS} from audit_chain for update`);
  return chain ?? empty;
}

export async function saveChain(tx: Tx, chain: Chain): Promise<void> {
  await statement(
    tx,
    `update audit_chain set first_seq = $1, first_hash = $2, last_seq = $3, last_hash = $4, seal = $5`,
    [chain.firstSeq, chain.firstHash, chain.lastSeq, chain.lastHash, chain.seal],
  );
}

export async function lastChained(
  reader: Reader,
): Promise<{ seq: number; hash: string } | undefined> {
  const [last] = await statement<{ seq: number; hash: string }>(
    reader,
    'select seq, hash from audit_entries where seq is not null order by seq desc limit 1',
  );
  return last;
}

export async function unchainedEntries(reader: Reader, limit: number): Promise<ChainedEntry[]> {
  const rows = await statement<EntryRow>(
    reader,
    `select ${ENTRY_COLUMNS} from audit_entries where seq is null order by id limit $1`,
    [limit],
  );
  return rows.map(entryOf);
}

export async function chainedEntries(
  reader: Reader,
  afterSeq: number,
  limit: number,
): Promise<ChainedEntry[]> {
  const rows = await statement<EntryRow>(
    reader,
    `select ${ENTRY_COLUMNS} from audit_entries where seq > $1 order by seq limit $2`,
    [afterSeq, limit],
  );
  return rows.map(entryOf);
}

/** Entries that were masked after they were chained. */
export async function maskedEntries(
  reader: Reader,
  afterSeq: number,
  limit: number,
): Promise<ChainedEntry[]> {
  const rows = await statement<EntryRow>(
    reader,
    `select ${ENTRY_COLUMNS} from audit_entries where mask_seal is not null and seq > $1
     order by seq limit $2`,
    [afterSeq, limit],
  );
  return rows.map(entryOf);
}

/** The database refuses other values than placeholders. */
export const saveMask = (tx: Tx, id: string, changes: Changes, maskSeal: string) =>
  statement(tx, 'update audit_entries set changes = $2, mask_seal = $3 where id = $1', [
    id,
    JSON.stringify(changes),
    maskSeal,
  ]);

/** Entries up to this number follow the present rules of what is kept. */
export async function maskedTo(tx: Tx): Promise<number> {
  const [row] = await statement<{ seq: number }>(tx, 'select masked_seq as seq from audit_chain');
  return row?.seq ?? 0;
}

export const saveMaskedTo = (tx: Tx, seq: number) =>
  statement(tx, 'update audit_chain set masked_seq = $1', [seq]);

export type Link = { id: string; seq: number; previousHash: string; hash: string };

export async function saveLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  await statement(
    tx,
    `update audit_entries e set seq = link.seq, previous_hash = link.previous_hash, hash = link.hash
     from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[])
       as link (id, seq, previous_hash, hash)
     where e.id = link.id`,
    [
      links.map(({ id }) => id),
      links.map(({ seq }) => seq),
      links.map(({ previousHash }) => previousHash),
      links.map(({ hash }) => hash),
    ],
  );
}

export async function countEntries(
  reader: Reader,
): Promise<{ waiting: number; before: number; after: number }> {
  const [row] = await statement<{ waiting: number; before: number; after: number }>(
    reader,
    `select count(*) filter (where seq is null)::int as waiting,
       count(*) filter (where seq < coalesce(c.first_seq, 1))::int as before,
       count(*) filter (where seq > coalesce(c.last_seq, 0))::int as after
     from audit_entries left join audit_chain c on true`,
  );
  return row ?? { waiting: 0, before: 0, after: 0 };
}

/** The last entry of the prefix that is older than `before`; only chained entries count. */
export async function lastEntryBefore(
  tx: Tx,
  firstSeq: number,
  before: Date,
  limit: number,
): Promise<{ seq: number; hash: string } | undefined> {
  const [row] = await statement<{ seq: number; hash: string }>(
    tx,
    `select seq, hash from (
       select seq, hash, bool_and(at < $2) over (order by seq) as is_old
       from audit_entries where seq >= $1 order by seq limit $3
     ) as prefix where is_old order by seq desc limit 1`,
    [firstSeq, before, limit],
  );
  return row;
}

/** The database refuses to delete entries from the beginning of the chain on. */
export async function deleteEntriesBefore(tx: Tx, seq: number): Promise<void> {
  await statement(tx, 'delete from audit_entries where seq < $1', [seq]);
}
