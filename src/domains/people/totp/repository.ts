import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { LoginProof } from '../proofs/proof.js';

export type TotpRow = {
  user_id: string;
  sealed: Buffer;
  last_step: number | null;
  recovery_codes: number;
  created_at: Date;
  confirmed_at: Date | null;
};

const ROW = `select user_id, sealed, last_step, cardinality(recovery_hashes) as recovery_codes,
    created_at, confirmed_at from totp_secrets`;

export async function totpOf(reader: Reader, userId: string): Promise<TotpRow | undefined> {
  const [row] = await statement<TotpRow>(reader, `${ROW} where user_id = $1`, [userId]);
  return row;
}

/** Locks the row, so that two uses of a code at once are one after the other. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  const [row] = await statement<TotpRow>(tx, `${ROW} where user_id = $1 for update`, [userId]);
  return row;
}

/** Replaces a secret that waits for its first code; false if the person has a confirmed one. */
export async function writeSecret(
  tx: Tx,
  { userId }: LoginProof,
  secret: { sealed: Buffer; recoveryHashes: Buffer[]; now: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into totp_secrets as t (user_id, sealed, recovery_hashes, created_at)
     values ($1, $2, $3::bytea[], $4)
     on conflict (user_id) do update set sealed = excluded.sealed,
       recovery_hashes = excluded.recovery_hashes, created_at = excluded.created_at
     where t.confirmed_at is null
     returning user_id`,
    [userId, secret.sealed, secret.recoveryHashes, secret.now],
  );
  return rows.length === 1;
}

export const confirmSecret = (tx: Tx, { userId }: LoginProof, step: number, now: Date) =>
  statement(tx, 'update totp_secrets set confirmed_at = $3, last_step = $2 where user_id = $1', [
    userId,
    step,
    now,
  ]);

export const writeLastStep = (tx: Tx, userId: string, step: number) =>
  statement(tx, 'update totp_secrets set last_step = $2 where user_id = $1', [userId, step]);

/** False if none of the hashes is one of an unused recovery code. */
export async function useRecoveryCode(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update totp_secrets set recovery_hashes = array(
       select hash from unnest(recovery_hashes) as hash where hash <> all($2::bytea[]))
     where user_id = $1 and recovery_hashes && $2::bytea[] returning user_id`,
    [userId, hashes],
  );
  return rows.length === 1;
}

/** False if the person had none. */
export async function deleteTotp(tx: Tx, { userId }: LoginProof): Promise<boolean> {
  const rows = await statement(
    tx,
    'delete from totp_secrets where user_id = $1 returning confirmed_at',
    [userId],
  );
  return rows.length === 1;
}

export const lockSecrets = (tx: Tx): Promise<{ user_id: string; sealed: Buffer }[]> =>
  statement(tx, 'select user_id, sealed from totp_secrets order by user_id for update');

export const replaceSealed = (tx: Tx, userId: string, sealed: Buffer) =>
  statement(tx, 'update totp_secrets set sealed = $2 where user_id = $1', [userId, sealed]);

/** Secrets that never got their first code. */
export const deleteUnconfirmed = (tx: Tx, before: Date) =>
  statement(tx, 'delete from totp_secrets where confirmed_at is null and created_at < $1', [
    before,
  ]);
