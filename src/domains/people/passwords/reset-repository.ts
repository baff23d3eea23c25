import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type PasswordReset = {
  user_id: string | null;
  expires_at: Date;
  used_at: Date | null;
  is_invitation: boolean;
};

export async function insertReset(
  tx: Tx,
  reset: {
    tokenHash: Buffer;
    userId: string | null;
    now: Date;
    expiresAt: Date;
    isInvitation: boolean;
  },
): Promise<void> {
  await statement(
    tx,
    `insert into password_resets (token_hash, user_id, created_at, expires_at, is_invitation)
     values ($1, $2, $3, $4, $5)`,
    [reset.tokenHash, reset.userId, reset.now, reset.expiresAt, reset.isInvitation],
  );
}

export async function resetByToken(
  reader: Reader,
  tokenHash: Buffer,
): Promise<PasswordReset | undefined> {
  const [found] = await statement<PasswordReset>(
    reader,
    `select user_id, expires_at, used_at, is_invitation from password_resets
     where token_hash = $1`,
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

export async function deleteOldResets(
  tx: Tx,
  expiredBefore: { resets: Date; invitations: Date },
): Promise<void> {
  await statement(
    tx,
    `delete from password_resets
     where expires_at < case when is_invitation then $2::timestamptz else $1::timestamptz end`,
    [expiredBefore.resets, expiredBefore.invitations],
  );
}
