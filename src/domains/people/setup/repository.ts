import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/**
 * Inactive administrators count too: they get back in with `npm run create-admin`, not by a link.
 */
export async function hasAdministrator(reader: Reader): Promise<boolean> {
  const [found] = await statement<{ exists: boolean }>(
    reader,
    `select exists (select from users where role = 'admin')`,
  );
  return found?.exists ?? false;
}

/** Links of other nodes stay valid; each node prints its own. */
export async function insertSetupLink(
  tx: Tx,
  link: { hash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  await statement(tx, 'delete from setup_links where expires_at <= $1', [link.now]);
  await statement(tx, 'insert into setup_links (hash, expires_at) values ($1, $2)', [
    link.hash,
    link.expiresAt,
  ]);
}

export async function isSetupLink(reader: Reader, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from setup_links where hash = $1 and expires_at > $2',
    [hash, now],
  );
  return rows.length === 1;
}

/** An arbitrary constant that no other advisory lock in the database uses. */
const SETUP_LOCK = 7_411_504;

/** One person at a time becomes the first administrator, also by the links of two nodes. */
export async function lockSetup(tx: Tx): Promise<void> {
  await statement(tx, 'select pg_advisory_xact_lock($1)', [SETUP_LOCK]);
}

export async function deleteSetupLinks(tx: Tx): Promise<void> {
  await statement(tx, 'delete from setup_links');
}
