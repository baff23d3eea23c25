import type { Tx } from '../../platform/database/tx.js';
import { recordChanges } from './events.js';
import { releaseHoldsUntil } from './reservation-repository.js';

const BATCH = 200;

/** Releases holds whose time is over, oldest first, and says how many; call again while it is full. */
export async function releaseExpired(tx: Tx, now: Date, limit = BATCH): Promise<number> {
  const { released, changes } = await releaseHoldsUntil(tx, now, limit);
  await recordChanges(tx, changes);
  return released;
}
