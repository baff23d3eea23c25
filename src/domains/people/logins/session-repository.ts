import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { OwnRole, Role } from '../../access/index.js';
import { ownRoleSql } from '../own-roles/repository.js';
import type { LoginKind } from './tokens.js';

/** A login with its user. */
export type LoginRow = {
  id: string;
  kind: LoginKind;
  store_id: string | null;
  terminal_id: string | null;
  expires_at: Date;
  last_seen_at: Date;
  user_id: string;
  role: Role;
  own_role: OwnRole | null;
  employee_number: string | null;
  username: string | null;
  first_name: string;
  last_name: string;
  store_ids: string[];
};

const LOGIN = `
  select s.id, s.kind, s.store_id, s.terminal_id, s.expires_at, s.last_seen_at, s.user_id, u.role,
         ${ownRoleSql('u')} as own_role, u.employee_number, u.username, u.first_name, u.last_name,
         array(select store_id from user_stores where user_id = u.id order by store_id) as store_ids
  from sessions s join users u on u.id = s.user_id
  where s.ended_at is null and u.is_active and `;

/** A session of an active user that has not ended. The caller checks `expires_at`. */
export async function loginById(reader: Reader, id: string): Promise<LoginRow | undefined> {
  const [row] = await statement<LoginRow>(reader, `${LOGIN} s.id = $1`, [id]);
  return row;
}

export async function loginByCookie(reader: Reader, hash: Buffer): Promise<LoginRow | undefined> {
  const [row] = await statement<LoginRow>(reader, `${LOGIN} s.cookie_hash = $1`, [hash]);
  return row;
}

export type VisitRow = {
  id: string;
  user_id: string | null;
  store_id: string | null;
  email: string | null;
};

/**
 * Materialized, so that the lookup uses the index on the hash. In a new database PostgreSQL
 * underestimates the number of guests and would scan all of them.
 */
const visitBy = (hash: 'cookie_hash' | 'cart_token_hash'): string => `
  with s as materialized (select * from sessions where ${hash} = $1)
  select s.id, s.user_id, s.store_id, s.email from s left join users u on u.id = s.user_id
  where s.kind = 'web' and s.ended_at is null and s.expires_at > $2
    and (s.user_id is null or u.is_active)`;

/** A web session, with or without a login, by its cookie. */
export async function visitByCookie(
  reader: Reader,
  hash: Buffer,
  now: Date,
): Promise<VisitRow | undefined> {
  const [row] = await statement<VisitRow>(reader, visitBy('cookie_hash'), [hash, now]);
  return row;
}

/** Whether a live visit belongs to nobody, so that no login has taken it over. */
export async function isGuestVisit(reader: Reader, id: string, now: Date): Promise<boolean> {
  const rows = await statement(
    reader,
    `select from sessions
     where id = $1 and kind = 'web' and user_id is null and ended_at is null and expires_at > $2`,
    [id, now],
  );
  return rows.length > 0;
}

/** Only guests have cart tokens. */
export async function guestByCartToken(
  reader: Reader,
  hash: Buffer,
  now: Date,
): Promise<VisitRow | undefined> {
  const [row] = await statement<VisitRow>(
    reader,
    `${visitBy('cart_token_hash')} and s.user_id is null`,
    [hash, now],
  );
  return row;
}

/** Whether the user had a login at the till within the time; without an end it lasts until it expires. */
export async function wasLoggedInAt(
  reader: Reader,
  userId: string,
  terminalId: string,
  time: { from: Date; to: Date },
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from sessions where user_id = $1 and kind = 'pos' and terminal_id = $2
       and created_at <= $4 and least(ended_at, expires_at) >= $3 limit 1`,
    [userId, terminalId, time.from, time.to],
  );
  return rows.length > 0;
}

/** Serializes logins at one till, so that exactly one session stays open. */
export async function lockTerminalLogins(tx: Tx, terminalId: string): Promise<void> {
  await statement(tx, `select pg_advisory_xact_lock(hashtextextended('till:' || $1, 0))`, [
    terminalId,
  ]);
}

export type NewSession = {
  id: string;
  kind: LoginKind;
  userId: string;
  storeId: string | null;
  terminalId: string | null;
  cookieHash: Buffer | null;
  userAgent: string;
  address: string;
  pairedDeviceId?: string;
  now: Date;
  expiresAt: Date;
};

export const insertSession = (tx: Tx, session: NewSession) =>
  tx
    .insertInto('sessions')
    .values({
      id: session.id,
      kind: session.kind,
      user_id: session.userId,
      store_id: session.storeId,
      terminal_id: session.terminalId,
      cookie_hash: session.cookieHash,
      user_agent: session.userAgent,
      address: session.address,
      paired_device_id: session.pairedDeviceId ?? null,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();

/** Hashes that identify a guest's visit; null if the request sent no such token. */
export type GuestHashes = { cartToken: Buffer | null; cookie: Buffer | null };

/**
 * Turns a guest's visit with its cart into a login; the old cookie and cart token stop working.
 * A cart token takes precedence over a cookie.
 */
export async function adoptGuestSession(
  tx: Tx,
  guest: GuestHashes,
  login: Pick<NewSession, 'userId' | 'userAgent' | 'address' | 'now' | 'expiresAt'> & {
    cookieHash: Buffer;
  },
): Promise<string | undefined> {
  const [row] = await statement<{ id: string }>(
    tx,
    `update sessions set user_id = $3, cookie_hash = $4, cart_token_hash = null,
            last_seen_at = $5, expires_at = $6, user_agent = $7, address = $8
     where user_id is null and ended_at is null and id = (
       select id from sessions
       where (cart_token_hash = $1 or cookie_hash = $2) and kind = 'web' and user_id is null
         and ended_at is null and expires_at > $5
       order by cart_token_hash is not distinct from $1 desc limit 1)
     returning id`,
    [
      guest.cartToken,
      guest.cookie,
      login.userId,
      login.cookieHash,
      login.now,
      login.expiresAt,
      login.userAgent,
      login.address,
    ],
  );
  return row?.id;
}

export type EndedSessions =
  | { id: string }
  | { userId: string; keep?: string | undefined }
  | { terminalId: string }
  | { pairedDeviceId: string };

/** Ends open sessions and returns their ids. */
export async function endSessions(tx: Tx, which: EndedSessions, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .$if('id' in which, query => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('userId' in which, query =>
      query.where('user_id', '=', 'userId' in which ? which.userId : ''),
    )
    .$if('keep' in which && which.keep !== undefined, query =>
      query.where('id', '<>', 'keep' in which ? (which.keep ?? '') : ''),
    )
    .$if('terminalId' in which, query =>
      query
        .where('kind', '=', 'pos')
        .where('terminal_id', '=', 'terminalId' in which ? which.terminalId : ''),
    )
    .$if('pairedDeviceId' in which, query =>
      query.where('paired_device_id', '=', 'pairedDeviceId' in which ? which.pairedDeviceId : ''),
    )
    .returning('id')
    .execute();
  return rows.map(row => row.id);
}

export async function extendSession(tx: Tx, id: string, now: Date, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_seen_at: now })
    .where('id', '=', id)
    .execute();
}

/** Writes only if the stored time is older than `before`, so that many requests cause one write. */
export async function updateLastSeen(
  reader: Autocommit,
  id: string,
  now: Date,
  before: Date,
): Promise<void> {
  await statement(
    reader,
    'update sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3',
    [id, now, before],
  );
}

export async function insertRefreshToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: token.hash, session_id: token.sessionId, expires_at: token.expiresAt })
    .execute();
}

export type RefreshRow = {
  session_id: string;
  user_id: string;
  expires_at: Date;
  used_at: Date | null;
  session_expires_at: Date;
  ended_at: Date | null;
  is_active: boolean;
};

/** Locks the token and its session, so that a parallel second use sees the first. */
export async function lockRefreshToken(tx: Tx, hash: Buffer): Promise<RefreshRow | undefined> {
  const [row] = await statement<RefreshRow>(
    tx,
    `select t.session_id, s.user_id, t.expires_at, t.used_at, s.expires_at as session_expires_at,
            s.ended_at, u.is_active
     from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
     where t.token_hash = $1 for update of t, s`,
    [hash],
  );
  return row;
}

export async function useRefreshToken(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .execute();
}

/** Unusable refresh tokens, and logins that ended or expired before `endedBefore`. */
export async function deleteOldLogins(tx: Tx, now: Date, endedBefore: Date): Promise<void> {
  await statement(
    tx,
    `delete from refresh_tokens t using sessions s
     where s.id = t.session_id and (t.expires_at < $1 or s.ended_at is not null)`,
    [now],
  );
  await statement(
    tx,
    `delete from sessions
     where user_id is not null and coalesce(least(ended_at, expires_at), expires_at) < $1`,
    [endedBefore],
  );
}
