import type { Platform } from '../../platform/platform.js';
import { can, type Staff, storeScope } from '../access/index.js';
import { expireApprovals } from './expire-approvals.js';
import { type Approval, listApprovals } from './repository.js';
import type { Status } from './rules.js';

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
    },
    query.beforeId,
    query.limit,
  );
}
