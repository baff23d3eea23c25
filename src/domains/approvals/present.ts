import type { Reader } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { fullName, usersById } from '../people/index.js';
import type { Approval } from './repository.js';
import { statusAt, usableUntil } from './rules.js';

/** The fields a till polls. */
function presentStatus(approval: Approval, now: Date, nameOf: (id: string) => string | null) {
  const { status, decided_by: by } = approval;
  const name = by === null ? null : nameOf(by);
  const at = approval.decided_at?.toISOString() ?? null;
  const approved = status === 'approved' || status === 'consumed';
  const denied = status === 'denied';
  return {
    request_id: approval.id,
    status: statusAt(approval, now),
    approved_by: approved ? by : null,
    approved_by_name: approved ? name : null,
    approved_at: approved ? at : null,
    usable_until: usableUntil(approval)?.toISOString() ?? null,
    denied_by: denied ? by : null,
    denied_by_name: denied ? name : null,
    denied_at: denied ? at : null,
    decision_note: approval.decision_note,
    request_type: approval.request_type,
    amount: approval.amount,
    ...(approval.sale_number !== null && { transaction_id: approval.sale_number }),
    expires_at: approval.expires_at.toISOString(),
  };
}

export async function presentApproval({ db, clock }: Platform, approval: Approval) {
  return presentStatus(approval, clock.now(), await namesIn(db, [approval]));
}

/** All fields of the requests, for the approver's list. */
export async function presentApprovals({ db, clock }: Platform, approvals: Approval[]) {
  const nameOf = await namesIn(db, approvals);
  const now = clock.now();
  return approvals.map(approval => ({
    ...presentStatus(approval, now, nameOf),
    store_id: approval.store_id,
    terminal_id: approval.terminal_id,
    requested_by: approval.requested_by,
    requested_by_name: nameOf(approval.requested_by),
    reason: approval.reason,
    details: approval.details as Record<string, unknown>,
    created_at: approval.created_at.toISOString(),
    consumed_at: approval.consumed_at?.toISOString() ?? null,
    consumed_for: approval.consumed_for,
  }));
}

async function namesIn(reader: Reader, approvals: Approval[]) {
  const ids = new Set(approvals.flatMap(row => [row.requested_by, row.decided_by ?? []].flat()));
  const users = ids.size === 0 ? [] : await usersById(reader, [...ids]);
  const names = new Map(users.map(user => [user.id, fullName(user)]));
  return (id: string): string | null => names.get(id) ?? null;
}
