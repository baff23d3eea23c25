import { addMs, MINUTE_MS } from '../../platform/clock.js';
import { minorPerUnit } from '../../platform/currencies.js';
import { conflict, Failure, forbidden, invalidField } from '../../platform/http/failure.js';
import { formatMoney, type Minor, minor, parseMoney, times } from '../../platform/money.js';
import { can, type Holder, outranks, type Permission } from '../access/index.js';
import { kindOf, refuseSubject, type UsedAs } from './kinds.js';

/** A pending request expires after this time. */
export const PENDING_MS = 5 * MINUTE_MS;
/** An approval is for the customer at the counter, so it becomes unusable after this time. */
const USABLE_MS = 15 * MINUTE_MS;
const MAX_DETAILS_BYTES = 16_384;
/** Default limit of a supervisor's approval: 100.00. */
const SUPERVISOR_LIMIT = 100;

/**
 * A change that a program wants to make. `mcp` alone asks for it: the hash and the text of the call
 * in its details belong together.
 */
export const AGENT_WRITE = 'agent_write';

export function refuseReserved(requestType: string): void {
  if (requestType !== AGENT_WRITE) return;
  throw invalidField('request_type', 'This type is reserved for changes by programs.');
}

export const STATUSES = [
  'pending',
  'approved',
  'denied',
  'expired',
  'cancelled',
  'consumed',
] as const;
export type Status = (typeof STATUSES)[number];
export type DecidedStatus = Extract<Status, 'approved' | 'denied'>;

/** The status each transition starts from; updates are conditional on it. */
export const REACHED_FROM: Record<Exclude<Status, 'pending'>, Status> = {
  approved: 'pending',
  denied: 'pending',
  expired: 'pending',
  cancelled: 'pending',
  consumed: 'approved',
};

type Validity = { status: string; expires_at: Date; decided_at: Date | null };

export const isOverdue = ({ status, expires_at }: Validity, now: Date): boolean =>
  status === 'pending' && expires_at <= now;

/** The end of the validity of an approval; null unless it is approved. */
export const usableUntil = ({ status, decided_at }: Validity): Date | null =>
  status === 'approved' && decided_at !== null ? addMs(decided_at, USABLE_MS) : null;

/** Approvals that were decided by then can no longer be used. */
export const lapsedBefore = (now: Date): Date => addMs(now, -USABLE_MS);

/** The status for callers: a request that nobody decided and an approval that nobody used expire. */
export function statusAt(approval: Validity & { status: Status }, now: Date): Status {
  const until = usableUntil(approval);
  const hasLapsed = until !== null && until <= now;
  return hasLapsed || isOverdue(approval, now) ? 'expired' : approval.status;
}

export function invalidTransition(
  approval: Validity & { status: Status },
  now: Date,
  verb: string,
): Failure {
  const status = statusAt(approval, now);
  return conflict('INVALID_STATE', `A request that is ${status} cannot be ${verb}.`, { status });
}

export const detailsFit = (details: object): boolean =>
  Buffer.byteLength(JSON.stringify(details)) <= MAX_DETAILS_BYTES;

/** The store's limit for supervisors, or the default. */
export function supervisorLimit(policy: unknown, currency: string): Minor {
  const own = (policy as { supervisor_limit?: unknown } | null)?.supervisor_limit;
  return parseMoney(own, currency) ?? times(SUPERVISOR_LIMIT, minorPerUnit(currency));
}

export type Decider = Holder & { userId: string; worksAtStore: boolean; isAtTill: boolean };

/** Returns why the decider may not decide the request, or undefined. */
export function refuseDecision(
  approval: { requested_by: string; amount: string; request_type: string; details: unknown },
  decider: Decider,
  decision: DecidedStatus,
  limit: Minor,
  currency: string,
): Failure | undefined {
  if (decider.userId === approval.requested_by) {
    return forbidden('Another person has to decide your request.', 'SELF_APPROVAL');
  }
  if (!can(decider, 'approval.decide')) {
    return forbidden('Only a supervisor can decide requests.', 'PERMISSION_DENIED');
  }
  if (!decider.worksAtStore) {
    return forbidden('This person is not assigned to this store.', 'STORE_NOT_ASSIGNED');
  }
  const needed = permissionFor(approval);
  if (decision === 'approved' && needed !== undefined && !can(decider, needed)) {
    return forbidden(
      'Only somebody who may do this themselves can approve it.',
      'PERMISSION_DENIED',
    );
  }
  if (decision === 'approved' && decider.isAtTill && isOfficeOnly(approval)) {
    return forbidden('Approve this with a back-office login.', 'WEB_SESSION_REQUIRED');
  }
  // An own role may have the level of a manager for one report; the limit of supervisors stays.
  const isManager = outranks(decider.role, 'manager') && !decider.ownRole;
  const unlimited = decision === 'denied' || isManager;
  if (unlimited || minor(approval.amount, currency) <= limit) return undefined;
  return new Failure(
    'forbidden',
    'APPROVAL_LIMIT',
    `A supervisor approves up to ${formatMoney(limit, currency)} here; ask a manager.`,
    { details: { limit: formatMoney(limit, currency) } },
  );
}

/** A program's change is approved by somebody with the same right; undefined for other requests. */
function permissionFor(approval: { request_type: string; details: unknown }) {
  if (approval.request_type !== AGENT_WRITE) return undefined;
  return (approval.details as { permission?: Permission } | null)?.permission;
}

/** A PIN at a till does not do by an approval what a till cannot do itself. */
function isOfficeOnly(approval: { request_type: string; details: unknown }): boolean {
  if (approval.request_type !== AGENT_WRITE) return false;
  const places = (approval.details as { called_from?: readonly string[] } | null)?.called_from;
  return places !== undefined && !places.includes('till');
}

/** The action that needs an approval. */
export type Use = {
  subjects: UsedAs;
  /** Stored with the approval, for example `void TXN-20260101-0A1B2C3D`. */
  usedFor: string;
  amountMinor: Minor;
  currency: string;
  storeId: string;
  /** Must be the user who requested the approval; null never is. */
  usedBy: string | null;
};

type UsableApproval = Validity & {
  store_id: string;
  requested_by: string;
  request_type: string;
  created_at: Date;
  amount: string;
  details: unknown;
  terminal_id: string | null;
  sale_id: string | null;
  kept_for: string | null;
};

/** Returns why the approval does not allow this use, as a text for the cashier, or undefined. */
export function refuseUse(
  approval: UsableApproval | undefined,
  use: Use,
  now: Date,
): string | undefined {
  if (approval?.store_id !== use.storeId || approval.requested_by !== use.usedBy) {
    return 'There is no such approval of yours at this store.';
  }
  const asked = {
    details: (approval.details ?? {}) as Record<string, unknown>,
    saleId: approval.sale_id,
    terminalId: approval.terminal_id,
    at: approval.created_at,
    amount: approval.amount,
  };
  const problem = refuseSubject(kindOf(approval.request_type), asked, use.subjects);
  if (problem !== undefined) return problem;
  if (approval.kept_for !== null && approval.kept_for !== use.usedFor) {
    return 'This approval was given for another return.';
  }
  if (minor(approval.amount, use.currency) < use.amountMinor) {
    return `This approval covers ${approval.amount}, not ${formatMoney(use.amountMinor, use.currency)}.`;
  }
  if (approval.status === 'consumed') return 'This approval has been used already.';
  const until = usableUntil(approval);
  if (until === null) {
    return `This approval is ${isOverdue(approval, now) ? 'expired' : approval.status}.`;
  }
  return until <= now ? 'This approval was given too long ago.' : undefined;
}
