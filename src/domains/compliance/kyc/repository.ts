import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';
import type { CredentialStatus } from './rules.js';

export type Credential = {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  credential_key: string;
  status: CredentialStatus;
  verification_data: Record<string, unknown>;
  rejection_reason: string | null;
  created_at: Date;
  updated_at: Date;
};

const CREDENTIALS = `
  select c.id, c.user_id, u.first_name, u.last_name, u.email, c.credential_key, c.status,
         c.verification_data, c.rejection_reason, c.created_at, c.updated_at
  from kyc_credentials c join users u on u.id = c.user_id`;

const keyOf = (ref: string): 'id' | 'credential_key' => (isUuid(ref) ? 'id' : 'credential_key');

export async function findCredential(reader: Reader, ref: string): Promise<Credential | undefined> {
  const [row] = await statement<Credential>(reader, `${CREDENTIALS} where c.${keyOf(ref)} = $1`, [
    ref,
  ]);
  return row;
}

/** Locks the row until commit, so that concurrent changes are serialised. */
export async function lockCredential(
  tx: Tx,
  by: 'id' | 'credential_key',
  value: string,
): Promise<Credential | undefined> {
  const [row] = await statement<Credential>(
    tx,
    `${CREDENTIALS} where c.${by} = $1 for update of c`,
    [value],
  );
  return row;
}

export const lockCredentialRef = (tx: Tx, ref: string): Promise<Credential | undefined> =>
  lockCredential(tx, keyOf(ref), ref);

export async function isVerified(reader: Reader, userId: string): Promise<boolean> {
  const [row] = await statement<{ yes: boolean }>(
    reader,
    'select is_identity_verified($1::uuid) as yes',
    [userId],
  );
  return row?.yes ?? false;
}

/** Newest first; `beforeId` continues a list. */
export const listCredentials = (
  reader: Reader,
  status: CredentialStatus | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<Credential[]> =>
  statement<Credential>(
    reader,
    `${CREDENTIALS}
     where ($1::text is null or c.status = $1) and ($2::uuid is null or c.id < $2)
     order by c.id desc limit $3`,
    [status ?? null, beforeId ?? null, limit],
  );

/** The credential that decides: an approved one, otherwise the newest. */
export async function newestCredential(
  reader: Reader,
  userId: string,
): Promise<Credential | undefined> {
  const [row] = await statement<Credential>(
    reader,
    `${CREDENTIALS} where c.user_id = $1 order by c.status = 'active' desc, c.id desc limit 1`,
    [userId],
  );
  return row;
}

/** Serialises what one customer does with their credentials. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await statement(tx, `select pg_advisory_xact_lock(hashtextextended('kyc:' || $1, 0))`, [userId]);
}

/** Credentials that have waited for their vendor since before the given time. */
export const overdueCredentials = (
  reader: Reader,
  before: Date,
  limit: number,
): Promise<{ id: string }[]> =>
  statement(
    reader,
    `select id from kyc_credentials where status = 'pending_vendor_response' and updated_at < $1
     order by id limit $2`,
    [before, limit],
  );

export async function insertCredential(
  tx: Tx,
  credential: { id: string; userId: string; credentialKey: string },
): Promise<void> {
  await statement(
    tx,
    'insert into kyc_credentials (id, user_id, credential_key) values ($1, $2, $3)',
    [credential.id, credential.userId, credential.credentialKey],
  );
}

/** Merges `data` into `verification_data`; other keys stay unchanged. */
export async function moveCredential(
  tx: Tx,
  id: string,
  move: { status: CredentialStatus; data: object; rejectionReason: string | null; now: Date },
): Promise<void> {
  await statement(
    tx,
    `update kyc_credentials
     set status = $2, verification_data = verification_data || $3::jsonb, rejection_reason = $4,
         updated_at = $5
     where id = $1`,
    [id, move.status, JSON.stringify(move.data), move.rejectionReason, move.now],
  );
}
