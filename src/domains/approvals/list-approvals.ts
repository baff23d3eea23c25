import type { Platform } from '../../platform/platform.js';
import { can, type Staff, storeScope } from '../access/index.js';
import { expireApprovals } from './expire-approvals.js';
import { type Approval, listApprovals } from './repository.js';
import { isOverdue, lapsedBefore, type Status } from './rules.js';

/** Approvers list the requests of their stores, other users their own. */
export async function findApprovals(
  platform: Platform,
  caller: Staff,
  query: { status?: Status; beforeId?: string; limit: number },
): Promise<Approval[]> {
  await expireApprovals(platform);
  return listApprovals(
    platform.db,
    {
      storeIds: storeScope(caller),
      requestedBy: can(caller, 'approval.decide') ? undefined : caller.userId,
      status: query.status,
      lapsedBefore: lapsedBefore(platform.clock.now()),
    },
    query.beforeId,
    query.limit,
  );
}

/** Users have far fewer pending requests; the limit bounds the read. */
const MOST_PENDING = 200;

/** The requests of one type that a user waits for. */
export async function pendingRequests(
  { db, clock }: Platform,
  userId: string,
  requestType: string,
): Promise<Approval[]> {
  const now = clock.now();
  const filter = {
    requestedBy: userId,
    status: 'pending',
    lapsedBefore: lapsedBefore(now),
  } as const;
  const rows = await listApprovals(db, filter, undefined, MOST_PENDING);
  return rows.filter(row => row.request_type === requestType && !isOverdue(row, now));
}
