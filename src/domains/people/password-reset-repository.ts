import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

export type PasswordReset = { user_id: string | null; expires_at: Date; used_at: Date | null };

export async function insertReset(
  tx: Tx,
  reset: { tokenHash: Buffer; userId: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await statement(
    tx,
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, $3, $4)`,
    [reset.tokenHash, reset.userId, reset.now, reset.expiresAt],
  );
}

export async function resetByToken(
  reader: Reader,
  tokenHash: Buffer,
): Promise<PasswordReset | undefined> {
  const [found] = await statement<PasswordReset>(
    reader,
    'select user_id, expires_at, used_at from password_resets where token_hash = $1',
    [tokenHash],
  );
  return found;
}

/** The caller holds the lock on the user, so that of two confirmations one gets the link. */
export async function markResetUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await statement(tx, 'update password_resets set used_at = $2 where token_hash = $1', [
    tokenHash,
    now,
  ]);
}

/** Links that were mailed to this person and not used stop working. */
export async function voidResets(tx: Tx, userId: string): Promise<void> {
  await statement(tx, 'delete from password_resets where user_id = $1 and used_at is null', [
    userId,
  ]);
}

export async function deleteOldResets(tx: Tx, expiredBefore: Date): Promise<void> {
  await statement(tx, 'delete from password_resets where expires_at < $1', [expiredBefore]);
}
