import type pg from 'pg';

/** SQLSTATE "transaction resolution unknown". */
const RESOLUTION_UNKNOWN = '08007';

/** A commit that the primary has, and its synchronous standby may not have. */
export class UnreplicatedCommit extends Error {
  readonly code = RESOLUTION_UNKNOWN;

  constructor() {
    super('the commit may not have reached the standby');
  }
}

/**
 * When the wait for a synchronous standby is cancelled, PostgreSQL commits on the primary alone,
 * reports success, and says so in a notice only. Its text depends on `lc_messages`; the name of the
 * function that sends it does not.
 */
export const isUnreplicated = (notice: unknown): boolean =>
  (notice as Partial<pg.DatabaseError>).routine === 'SyncRepWaitForLSN';
