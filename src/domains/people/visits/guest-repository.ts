import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type NewGuest = {
  id: string;
  storeId: string;
  email: string | null;
  cookieHash: Buffer;
  cartTokenHash: Buffer;
  now: Date;
  expiresAt: Date;
};

/** An insert with its values, for a statement that writes more rows together with the guest. */
export const guestInsert = (guest: NewGuest): { text: string; values: unknown[] } => ({
  text: `insert into sessions (id, kind, store_id, email, cookie_hash, cart_token_hash, created_at,
           last_seen_at, expires_at)
         values ($1, 'web', $2, $3, $4, $5, $6, $6, $7)`,
  values: [
    guest.id,
    guest.storeId,
    guest.email,
    guest.cookieHash,
    guest.cartTokenHash,
    guest.now,
    guest.expiresAt,
  ],
});

export type Renewal = {
  storeId: string | null;
  email: string | null;
  cartTokenHash: Buffer;
  now: Date;
  guestExpiresAt: Date;
};

/** Guests get the new token and a later expiry; logins keep their expiry and have no cart token. */
export async function updateVisit(
  writer: Autocommit,
  id: string,
  renewal: Renewal,
): Promise<{ user_id: string | null; expires_at: Date } | undefined> {
  const [row] = await statement<{ user_id: string | null; expires_at: Date }>(
    writer,
    `update sessions set store_id = coalesce($2, store_id), email = coalesce($3, email),
            cart_token_hash = case when user_id is null then $4::bytea end, last_seen_at = $5,
            expires_at = case when user_id is null then $6 else expires_at end
     where id = $1 and kind = 'web' and ended_at is null and expires_at > $5
     returning user_id, expires_at`,
    [
      id,
      renewal.storeId,
      renewal.email,
      renewal.cartTokenHash,
      renewal.now,
      renewal.guestExpiresAt,
    ],
  );
  return row;
}

/** Ended and expired logins of a customer. */
export async function pastSessions(reader: Reader, userId: string, now: Date): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from sessions
     where user_id = $1 and kind = 'web' and (ended_at is not null or expires_at <= $2)`,
    [userId, now],
  );
  return rows.map(row => row.id);
}

/**
 * Guests not seen since `before`, in the order of their ids, which is the order of creation: a guest
 * who came later was seen later.
 */
export async function staleGuests(
  reader: Reader,
  before: Date,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from sessions
     where kind = 'web' and user_id is null and last_seen_at < $1 and id < uuid_floor($1)
       and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [before, afterId, limit],
  );
  return rows.map(row => row.id);
}

/** Checks again that each is a stale guest, because a guest may have returned or logged in. */
export async function deleteGuests(tx: Tx, ids: readonly string[], before: Date): Promise<number> {
  const rows = await statement(
    tx,
    `delete from sessions
     where id = any($1::uuid[]) and kind = 'web' and user_id is null and last_seen_at < $2
     returning id`,
    [ids, before],
  );
  return rows.length;
}
