import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { MailState } from './rules.js';

/** A mail without its bodies and secrets. */
export type ListedRow = {
  id: string;
  purpose: string;
  recipient: string;
  subject: string;
  store_id: string | null;
  transaction_id: string | null;
  transaction_number: string | null;
  created_at: Date;
  sent_at: Date | null;
  refused_at: Date | null;
  parked_at: Date | null;
  due_at: Date | null;
  attempts: number;
  error: string | null;
};

export type WholeRow = ListedRow & {
  body_text: string;
  body_html: string | null;
  packed_html: Buffer | null;
  attachment_name: string | null;
};

export type MailFilter = {
  /** Undefined: all stores, and mails without one. */
  stores: readonly string[] | undefined;
  purpose: string | undefined;
  state: MailState | undefined;
  search: string | undefined;
  sale: { id: string; store_id: string } | undefined;
};

const LISTED = `m.id, m.purpose, m.recipient, m.subject, m.store_id, m.transaction_id, m.created_at,
  m.sent_at, m.refused_at, m.parked_at, m.due_at, m.attempts, m.error,
  (select t.transaction_number from transactions t where t.id = m.transaction_id) as transaction_number`;

const WHOLE = `${LISTED}, m.body_text, m.body_html, m.packed_html, m.attachment_name`;

/** The states of `stateOf` as conditions in SQL. */
const IN_STATE: Record<MailState, string> = {
  sent: 'm.sent_at is not null',
  waiting:
    'm.due_at is not null and m.sent_at is null and m.refused_at is null and m.parked_at is null',
  failed: 'm.parked_at is not null and m.sent_at is null and m.refused_at is null',
  refused: 'm.refused_at is not null and m.sent_at is null',
  kept: 'm.due_at is null and m.sent_at is null and m.refused_at is null and m.parked_at is null',
};

/** How many mails before the cursor a filter without an index looks through. */
export const MOST_SCANNED = 100_000;

const oldestScanned = (before: string | undefined): string =>
  `coalesce((select id from mails ${before ? `where id < ${before}` : ''}
    order by id desc offset ${MOST_SCANNED} limit 1), '00000000-0000-0000-0000-000000000000')`;

/** Newest first. Conditions that no filter asks for are left out, so that each has its own plan. */
export function listMails(
  reader: Reader,
  filter: MailFilter,
  before: string | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const values: unknown[] = [];
  const $ = (value: unknown): string => `$${values.push(value)}`;
  const { stores, purpose, state, search, sale } = filter;
  const isScanned = [purpose, state, search].some(one => one !== undefined);
  const conditions = [
    stores && `m.store_id = any(${$(stores)}::uuid[])`,
    purpose && `m.purpose = ${$(purpose)}`,
    state && IN_STATE[state],
    search && `position(lower(${$(search)}) in lower(m.recipient)) > 0`,
    sale && `m.store_id = ${$(sale.store_id)} and m.transaction_id = ${$(sale.id)}`,
    // No mail is older than its sale.
    sale && `m.id >= ${$(sale.id)}`,
    before && `m.id < ${$(before)}`,
    isScanned && `m.id >= ${oldestScanned(before && $(before))}`,
  ].filter(Boolean);
  return statement(
    reader,
    `select ${LISTED} from mails m ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by m.id desc limit ${$(limit)}`,
    values,
  );
}

export async function mailById(reader: Reader, id: string): Promise<WholeRow | undefined> {
  const [row] = await statement<WholeRow>(reader, `select ${WHOLE} from mails m where m.id = $1`, [
    id,
  ]);
  return row;
}

/** Whether the same mail waits to be sent already. */
export async function hasWaitingTwin(tx: Tx, mail: WholeRow): Promise<boolean> {
  const rows = await statement(
    tx,
    `select 1 from mails m where ${IN_STATE.waiting} and m.purpose = $1 and m.recipient = $2
       and m.transaction_id = $3 and m.subject = $4 and m.body_text = $5 limit 1`,
    [mail.purpose, mail.recipient, mail.transaction_id, mail.subject, mail.body_text],
  );
  return rows.length > 0;
}
