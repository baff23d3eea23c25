import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { releaseExpiredHolds } from './reservation-repository.js';

const BATCH = 200;

/**
 * Releases up to `limit` expired reservations, oldest first; call again while it returns `limit`.
 */
export async function releaseExpired(tx: Tx, now: Date, limit = BATCH): Promise<number> {
  const { released, changes } = await releaseExpiredHolds(tx, now, limit);
  await recordChanges(tx, changes);
  return released;
}
