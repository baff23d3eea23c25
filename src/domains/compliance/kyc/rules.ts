import { DAY_MS } from '../../../platform/clock.js';
import { conflict } from '../../../platform/http/failure.js';

export const CREDENTIAL_STATUSES = [
  'pending_verification',
  'pending_vendor_response',
  'pending_employee_review',
  'active',
  'rejected',
] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

export type InquiryOutcome = 'approved' | 'rejected' | 'unresolved';

/** The states that a vendor webhook may change; only reviewers change the others. */
const VENDOR_OWNED: ReadonlySet<CredentialStatus> = new Set([
  'pending_verification',
  'pending_vendor_response',
]);

export type VendorTransition = { to: CredentialStatus } | { detail: string };

/** The transition for a vendor's outcome, or the reason for ignoring it. */
export function vendorTransition(
  outcome: InquiryOutcome,
  status: CredentialStatus,
): VendorTransition {
  if (outcome === 'unresolved') return { detail: 'unresolved' };
  if (!VENDOR_OWNED.has(status)) return { detail: 'credential not in vendor-owned pending state' };
  return { to: outcome === 'approved' ? 'active' : 'rejected' };
}

const PENDING = [
  'pending_verification',
  'pending_vendor_response',
  'pending_employee_review',
] as const;

type Transition = { from: readonly CredentialStatus[]; to: CredentialStatus };

/** Transitions by reviewers: they decide pending credentials and may overturn a decision. */
export const DECISIONS = {
  approve: { from: [...PENDING, 'rejected'], to: 'active' },
  reject: { from: [...PENDING, 'active'], to: 'rejected' },
} as const satisfies Record<string, Transition>;
export type Decision = keyof typeof DECISIONS;

/** Transitions before a decision: to the vendor, and to a reviewer if the vendor cannot decide. */
const STEPS = {
  submit: { from: ['pending_verification'], to: 'pending_vendor_response' },
  review: {
    from: ['pending_verification', 'pending_vendor_response'],
    to: 'pending_employee_review',
  },
} as const satisfies Record<string, Transition>;

const TRANSITIONS: Record<Decision | keyof typeof STEPS, Transition> = { ...DECISIONS, ...STEPS };

export function statusAfter(
  move: keyof typeof TRANSITIONS,
  status: CredentialStatus,
): CredentialStatus {
  const { from, to } = TRANSITIONS[move];
  if (from.includes(status)) return to;
  throw conflict('INVALID_STATE', `Cannot ${move} a credential that is ${status}.`, { status });
}

/** After this time without an answer from the vendor, a reviewer decides. */
export const VENDOR_TIMEOUT_MS = DAY_MS;
