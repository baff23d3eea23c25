import { addMs } from '../../../platform/clock.js';
import { statement, type Tx } from '../../../platform/database/tx.js';
import { BLOCK_MS, type Tally, WINDOW_MS } from './attempt-rules.js';

type Row = { subject: string; failed_at: Date[]; blocked_until: Date | null };

/** Whom a tally is about: an employee at a till, an employee, a till or an account. */
export type BlockKind = 'pin_at_till' | 'pin' | 'till' | 'password' | 'code';
export type About = { kind: BlockKind; userId: string | null; terminalId: string | null };

/** Locks the tallies and creates missing ones, in key order to avoid deadlocks. */
export async function lockTallies(
  tx: Tx,
  subjects: readonly { name: string; about?: About }[],
  now: Date,
): Promise<Tally[]> {
  const rows = await statement<Row>(
    tx,
    `insert into login_failures (subject, forget_at, kind, user_id, terminal_id)
     select subject, $2, kind, user_id, terminal_id
     from unnest($1::text[], $3::text[], $4::uuid[], $5::text[])
       as wanted(subject, kind, user_id, terminal_id) order by subject
     on conflict (subject) do update set subject = excluded.subject
     returning subject, failed_at, blocked_until`,
    [
      subjects.map(({ name }) => name),
      addMs(now, WINDOW_MS),
      subjects.map(({ about }) => about?.kind ?? null),
      subjects.map(({ about }) => about?.userId ?? null),
      subjects.map(({ about }) => about?.terminalId ?? null),
    ],
  );
  return rows.map(row => ({
    subject: row.subject,
    failedAt: row.failed_at,
    blockedUntil: row.blocked_until,
  }));
}

export async function writeTallies(tx: Tx, tallies: Tally[], now: Date): Promise<void> {
  await statement(
    tx,
    `update login_failures set failed_at = tally.failed_at, blocked_until = tally.blocked_until,
            forget_at = $2
     from json_to_recordset($1::json)
       as tally(subject text, failed_at timestamptz[], blocked_until timestamptz)
     where login_failures.subject = tally.subject`,
    [
      JSON.stringify(
        tallies.map(tally => ({
          subject: tally.subject,
          failed_at: tally.failedAt,
          blocked_until: tally.blockedUntil,
        })),
      ),
      addMs(now, WINDOW_MS + BLOCK_MS),
    ],
  );
}

export async function deleteTally(tx: Tx, subject: string): Promise<void> {
  await statement(tx, 'delete from login_failures where subject = $1', [subject]);
}

export async function deleteExpiredTallies(tx: Tx, now: Date): Promise<void> {
  await statement(tx, 'delete from login_failures where forget_at < $1', [now]);
}
