import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { LoginProof } from '../proofs/proof.js';

export type Passkey = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  /** A bigint, which the driver returns as text. */
  counter: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

const ROW = `select id, user_id, credential_id, public_key, counter::text as counter, transports, name,
    created_at, last_used_at from passkeys`;

export const passkeysOf = (reader: Reader, userId: string): Promise<Passkey[]> =>
  statement<Passkey>(reader, `${ROW} where user_id = $1 order by id`, [userId]);

export async function passkeyByCredential(
  reader: Reader,
  credentialId: string,
): Promise<Passkey | undefined> {
  const [row] = await statement<Passkey>(reader, `${ROW} where credential_id = $1`, [credentialId]);
  return row;
}

export type NewPasskey = {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  now: Date;
};

export const insertPasskey = (tx: Tx, { userId }: LoginProof, passkey: NewPasskey) =>
  statement(
    tx,
    `insert into passkeys
       (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6::text[], $7, $8)`,
    [
      passkey.id,
      userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.now,
    ],
  );

/** False if the passkey is gone, or another login has used this counter or a later one. */
export async function writeUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const rows = await statement(
    tx,
    `update passkeys set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, now],
  );
  return rows.length === 1;
}

/** False if the person has no such passkey. */
export async function deletePasskey(tx: Tx, { userId }: LoginProof, id: string): Promise<boolean> {
  const rows = await statement(
    tx,
    'delete from passkeys where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length === 1;
}

/** How many there were. Challenges go too, so that none is answered after the removal. */
export async function deletePasskeysOf(tx: Tx, { userId }: LoginProof): Promise<number> {
  await statement(tx, 'delete from passkey_challenges where user_id = $1', [userId]);
  const rows = await statement(tx, 'delete from passkeys where user_id = $1 returning id', [
    userId,
  ]);
  return rows.length;
}

export async function insertChallenge(
  db: Autocommit,
  challenge: { hash: Buffer; userId: string | null; expiresAt: Date },
): Promise<void> {
  await statement(
    db,
    'insert into passkey_challenges (challenge_hash, user_id, expires_at) values ($1, $2, $3)',
    [challenge.hash, challenge.userId, challenge.expiresAt],
  );
}

/** Uses the challenge up; false if it is unknown, expired or another person's. */
export async function takeChallenge(
  db: Autocommit,
  hash: Buffer,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    db,
    `delete from passkey_challenges
     where challenge_hash = $1 and user_id is not distinct from $2 and expires_at > $3
     returning user_id`,
    [hash, userId, now],
  );
  return rows.length === 1;
}

export const deleteExpiredChallenges = (tx: Tx, now: Date) =>
  statement(tx, 'delete from passkey_challenges where expires_at < $1', [now]);
