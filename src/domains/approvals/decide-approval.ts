import { atomically } from '../../platform/database/tx.js';
import { forbidden, invalidField, unauthenticated } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { checkPin, worksAt } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { approvalMoved } from './events.js';
import { findApproval } from './find-approval.js';
import { type Approval, approvalById, decide } from './repository.js';
import {
  type DecidedStatus,
  type Decider,
  invalidTransition,
  refuseDecision,
  supervisorLimit,
} from './rules.js';

export type DecisionInput = {
  id: string;
  decision: DecidedStatus;
  note: string;
  approverId?: string;
  pin?: string;
  /** Client IP, for the PIN lock-out. */
  address: string;
};

/** Approves or denies a request, as the caller or, at a till, as the user who enters a PIN. */
export async function decideApproval(
  platform: Platform,
  caller: Staff,
  input: DecisionInput,
): Promise<Approval> {
  const approval = await findApproval(platform, caller, input.id);
  const decider = await deciderOf(platform, caller, input, approval.store_id);
  const now = platform.clock.now();
  return atomically(platform.db, async tx => {
    const store = await findStore(tx, approval.store_id);
    const currency = store?.currency ?? '';
    const limit = supervisorLimit(store?.approval_policy, currency);
    const refusal = refuseDecision(approval, decider, input.decision, limit, currency);
    if (refusal) throw refusal;
    const decided = await decide(tx, approval.id, {
      status: input.decision,
      decided_by: decider.userId,
      decided_at: now,
      decision_note: input.note,
    });
    if (decided === undefined) {
      const current = (await approvalById(tx, approval.id)) ?? approval;
      throw invalidTransition(current, now, input.decision);
    }
    await record(tx, approvalMoved(decided));
    return decided;
  });
}

async function deciderOf(
  platform: Platform,
  { till, ...caller }: Staff,
  { approverId, pin, address }: DecisionInput,
  storeId: string,
): Promise<Decider> {
  if (approverId === undefined && pin === undefined) {
    const { userId, role, ownRole } = caller;
    return { userId, role, ownRole, worksAtStore: true, isAtTill: till !== null };
  }
  if (approverId === undefined) throw invalidField('approver_id', 'This field is required.');
  if (pin === undefined) throw invalidField('pin_code', 'This field is required.');
  if (till === null) throw forbidden('A PIN is accepted only at a till.', 'TERMINAL_REQUIRED');
  const { terminalId } = till;
  const user = await checkPin(platform, { employeeId: approverId, pin, terminalId, address });
  if (user === null) throw unauthenticated('Invalid employee or PIN.', 'INVALID_CREDENTIALS');
  const { id: userId, role, own_role: ownRole } = user;
  return { userId, role, ownRole, worksAtStore: worksAt(user, storeId), isAtTill: true };
}
