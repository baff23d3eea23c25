import { type Autocommit, statement } from '../database/tx.js';
import type { RetentionRule } from '../retention/rule.js';
import { conflict } from './failure.js';

/** A caller's claim on a key. */
export type Claim = { scope: string; key: string; holder: string };

export type KeyRow = {
  holder: string;
  fingerprint: Buffer;
  response_status: number | null;
  response_body: Buffer | null;
};

/**
 * Claims a key, or returns the row of its holder. A key is free if it does not exist, if its answer
 * is older than a day, or if the lease ended without an answer to the same request.
 */
export async function claimKey(
  db: Autocommit,
  claim: Claim,
  fingerprint: Buffer,
  leaseSeconds: number,
): Promise<KeyRow> {
  const values = [claim.scope, claim.key, fingerprint, claim.holder, leaseSeconds];
  // Two rounds: if the row is purged between the failed insert and the select, the second claims it.
  for (let round = 0; round < 2; round += 1) {
    const [claimed] = await statement<KeyRow>(
      db,
      `insert into idempotency_keys as k (scope, key, fingerprint, holder, lease_until)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))
       on conflict (scope, key) do update
         set fingerprint = excluded.fingerprint, holder = excluded.holder, created_at = now(),
             lease_until = excluded.lease_until, response_status = null, response_body = null
         where k.created_at < now() - interval '24 hours'
            or (k.response_status is null and k.lease_until < now()
                and k.fingerprint = excluded.fingerprint)
       returning holder, fingerprint, response_status, response_body`,
      values,
    );
    if (claimed) return claimed;
    const [found] = await statement<KeyRow>(
      db,
      `select holder, fingerprint, response_status, response_body
       from idempotency_keys where scope = $1 and key = $2`,
      [claim.scope, claim.key],
    );
    if (found) return found;
  }
  throw new Error('an idempotency key could be neither claimed nor read');
}

/**
 * Only the current holder may store an answer. A holder whose key was taken over after its lease
 * fails here and rolls its transaction back, so that the request is not carried out twice.
 */
export async function settleKey(
  writer: Autocommit,
  claim: Claim,
  status: number,
  body: Buffer,
): Promise<void> {
  const settled = await statement(
    writer,
    `update idempotency_keys set response_status = $4, response_body = $5
     where scope = $1 and key = $2 and holder = $3 returning 1 as done`,
    [claim.scope, claim.key, claim.holder, status, body],
  );
  if (settled.length === 0) {
    throw conflict('IDEMPOTENCY_KEY_BUSY', 'Another request with this key took over.');
  }
}

export async function releaseKey(db: Autocommit, claim: Claim): Promise<void> {
  await statement(
    db,
    `delete from idempotency_keys
     where scope = $1 and key = $2 and holder = $3 and response_status is null`,
    [claim.scope, claim.key, claim.holder],
  );
}

/** An answer is repeated for 24 hours, as the API promises. */
export const IDEMPOTENCY_KEYS: RetentionRule = { kind: 'idempotency_keys', days: 1 };

export async function purgeKeys(db: Autocommit): Promise<void> {
  await statement(
    db,
    `delete from idempotency_keys where created_at < now() - interval '25 hours'`,
  );
}
