import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../access/index.js';
import { approvalMoved } from './events.js';
import { type Approval, approvalById, expireOne } from './repository.js';
import { isOverdue } from './rules.js';

/** Returns a request of the caller's stores; expires it first if it is overdue. */
export async function findApproval(
  { db, clock }: Platform,
  caller: Staff,
  id: string,
): Promise<Approval> {
  const found = isUuid(id) ? await approvalById(db, id) : undefined;
  if (found === undefined || !maySee(caller, found.store_id)) throw notFound('Approval request');
  const now = clock.now();
  if (!isOverdue(found, now)) return found;
  return atomically(db, async tx => {
    const expired = await expireOne(tx, id, now);
    if (expired === undefined) return (await approvalById(tx, id)) ?? found;
    await record(tx, approvalMoved(expired));
    return expired;
  });
}
