import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type LoginCode = {
  code_hash: Buffer;
  tries: number;
  expires_at: Date;
  used_at: Date | null;
};

export const insertLoginCode = (
  tx: Tx,
  code: {
    tokenHash: Buffer;
    userId: string | null;
    codeHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
) =>
  statement(
    tx,
    `insert into login_codes (token_hash, user_id, code_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [code.tokenHash, code.userId, code.codeHash, code.now, code.expiresAt],
  );

export async function userOfLoginCode(
  reader: Reader,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const [row] = await statement<{ user_id: string | null }>(
    reader,
    'select user_id from login_codes where token_hash = $1',
    [tokenHash],
  );
  return row?.user_id ?? undefined;
}

/** Serializes the tries, so that parallel ones cannot exceed the limit. */
export async function lockLoginCode(tx: Tx, tokenHash: Buffer): Promise<LoginCode | undefined> {
  const [row] = await statement<LoginCode>(
    tx,
    `select code_hash, tries, expires_at, used_at from login_codes
     where token_hash = $1 for update`,
    [tokenHash],
  );
  return row;
}

export const countTry = (tx: Tx, tokenHash: Buffer) =>
  statement(tx, 'update login_codes set tries = tries + 1 where token_hash = $1', [tokenHash]);

export const markUsed = (tx: Tx, tokenHash: Buffer, now: Date) =>
  statement(tx, 'update login_codes set used_at = $2 where token_hash = $1', [tokenHash, now]);

/** A code mailed to the previous address must not open the account. */
export const voidLoginCodes = (tx: Tx, userId: string) =>
  statement(tx, 'delete from login_codes where user_id = $1', [userId]);

export const deleteOldLoginCodes = (tx: Tx, now: Date) =>
  statement(tx, 'delete from login_codes where expires_at < $1', [now]);
