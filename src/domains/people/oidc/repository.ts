import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { LoginProof } from '../proofs/proof.js';

export async function insertAttempt(
  db: Autocommit,
  attempt: { browserHash: Buffer; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await statement(
    db,
    'insert into oidc_logins (browser_hash, sealed, expires_at) values ($1, $2, $3)',
    [attempt.browserHash, attempt.sealed, attempt.expiresAt],
  );
}

/** What the browser's answer is checked with, once; undefined for an unknown or old attempt. */
export async function takeAttempt(
  db: Autocommit,
  browserHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await statement<{ sealed: Buffer }>(
    db,
    `update oidc_logins set is_taken = true
     where browser_hash = $1 and not is_taken and expires_at > $2 returning sealed`,
    [browserHash, now],
  );
  return row?.sealed;
}

export async function writeIdentity(
  db: Autocommit,
  identity: { browserHash: Buffer; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await statement(
    db,
    `update oidc_logins set sealed = $2, is_answered = true, expires_at = $3
     where browser_hash = $1 and is_taken`,
    [identity.browserHash, identity.sealed, identity.expiresAt],
  );
}

/** Who came back from the provider with this browser, once. */
export async function takeIdentity(
  tx: Tx,
  browserHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await statement<{ sealed: Buffer }>(
    tx,
    `delete from oidc_logins where browser_hash = $1 and is_answered and expires_at > $2
     returning sealed`,
    [browserHash, now],
  );
  return row?.sealed;
}

export const deleteOldAttempts = (tx: Tx, now: Date) =>
  statement(tx, 'delete from oidc_logins where expires_at < $1', [now]);

type Subject = { issuer: string; subject: string };

export async function userOfSubject(
  reader: Reader,
  { issuer, subject }: Subject,
): Promise<string | undefined> {
  const [row] = await statement<{ user_id: string }>(
    reader,
    'select user_id from oidc_subjects where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return row?.user_id;
}

/** False if the user belongs to another person of the provider, or the person to another user. */
export async function linkSubject(
  tx: Tx,
  { issuer, subject }: Subject,
  { userId }: LoginProof,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into oidc_subjects (issuer, subject, user_id, linked_at) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [issuer, subject, userId, now],
  );
  return rows.length === 1;
}
