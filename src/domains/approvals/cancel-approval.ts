import { atomically } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { can, type Staff } from '../access/index.js';
import { approvalMoved } from './events.js';
import { findApproval } from './find-approval.js';
import { type Approval, approvalById, decide } from './repository.js';
import { invalidTransition } from './rules.js';

/** Cancels a pending request. Allowed for the requester and for approvers. */
export async function cancelApproval(
  platform: Platform,
  caller: Staff,
  id: string,
): Promise<Approval> {
  const approval = await findApproval(platform, caller, id);
  if (approval.requested_by !== caller.userId && !can(caller, 'approval.decide')) {
    throw forbidden(
      'Only the requester or a supervisor can cancel a request.',
      'PERMISSION_DENIED',
    );
  }
  const now = platform.clock.now();
  return atomically(platform.db, async tx => {
    const cancelled = await decide(tx, approval.id, {
      status: 'cancelled',
      decided_by: caller.userId,
      decided_at: now,
      decision_note: '',
    });
    if (cancelled === undefined) {
      throw invalidTransition((await approvalById(tx, approval.id)) ?? approval, now, 'cancelled');
    }
    await record(tx, approvalMoved(cancelled));
    return cancelled;
  });
}
