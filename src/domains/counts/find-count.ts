import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { type Count, type CountHead, countByRef, headByRef, lockCount } from './repository.js';
import { type CountAction, refuseAction } from './rules.js';

/** Throws 404 for unknown counts and for stores outside the caller's scope. */
export async function visibleCount(reader: Reader, caller: Staff, ref: string): Promise<Count> {
  const count = await countByRef(reader, ref);
  if (count === undefined || !maySee(caller, count.store_id)) throw notFound('Stock count');
  return count;
}

/**
 * Locks a count for an action; entries share the lock, because several people count at once. Reads
 * no figures: each scan would add up the whole count.
 */
export async function lockForAction(
  tx: Tx,
  caller: Staff,
  ref: string,
  action: CountAction,
): Promise<CountHead> {
  await lockCount(tx, ref, action === 'count' ? 'share' : 'update');
  const count = await headByRef(tx, ref);
  if (count === undefined || !maySee(caller, count.store_id)) throw notFound('Stock count');
  const refused = refuseAction(count.status, action);
  if (refused) throw refused;
  return count;
}
