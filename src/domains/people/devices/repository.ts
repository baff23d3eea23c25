import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import type { LoginKind } from '../logins/tokens.js';

/**
 * Remembers the marks of a device. Returns how many of them were known, and whether the person had
 * any device before. Locks a row per mark, so that of two logins at once only one finds a new
 * device.
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  marks: readonly string[],
  now: Date,
): Promise<{ known: number; hadDevices: boolean }> {
  const before = await statement(tx, 'select 1 from known_devices where user_id = $1 limit 1', [
    userId,
  ]);
  const rows = await statement<{ known: boolean }>(
    tx,
    `insert into known_devices (user_id, mark, last_seen_at)
     select $1, mark, $3 from unnest($2::text[]) as sent(mark) order by mark
     on conflict (user_id, mark) do update set last_seen_at = excluded.last_seen_at
     returning xmax <> 0 as known`,
    [userId, marks, now],
  );
  return { known: rows.filter(row => row.known).length, hadDevices: before.length > 0 };
}

export async function rememberLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await statement(
    tx,
    'update users set language = $2 where id = $1 and language is distinct from $2',
    [userId, language],
  );
}

export async function languageOf(reader: Reader, userId: string): Promise<Language | undefined> {
  const [row] = await statement<{ language: Language | null }>(
    reader,
    'select language from users where id = $1',
    [userId],
  );
  return row?.language ?? undefined;
}

export async function deleteOldDevices(tx: Tx, before: Date): Promise<void> {
  await statement(tx, 'delete from known_devices where last_seen_at < $1', [before]);
}

export type OwnSession = {
  id: string;
  kind: LoginKind;
  user_agent: string;
  address: string | null;
  store_id: string | null;
  terminal_id: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

/** The open logins of a person, the last used first. */
export const sessionsOf = (reader: Reader, userId: string, now: Date): Promise<OwnSession[]> =>
  statement<OwnSession>(
    reader,
    `select id, kind, user_agent, address, store_id, terminal_id, created_at, last_seen_at, expires_at
     from sessions where user_id = $1 and ended_at is null and expires_at > $2
     order by last_seen_at desc, id limit 200`,
    [userId, now],
  );
