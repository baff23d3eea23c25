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

export type Decision = 'approve' | 'reject';

const PENDING = [
  'pending_verification',
  'pending_vendor_response',
  'pending_employee_review',
] as const;

/** Transitions by reviewers: they decide pending credentials and may overturn a decision. */
export const DECISIONS: Record<
  Decision,
  { from: readonly CredentialStatus[]; to: CredentialStatus }
> = {
  approve: { from: [...PENDING, 'rejected'], to: 'active' },
  reject: { from: [...PENDING, 'active'], to: 'rejected' },
};

export function statusAfter(decision: Decision, status: CredentialStatus): CredentialStatus {
  const { from, to } = DECISIONS[decision];
  if (from.includes(status)) return to;
  throw conflict('INVALID_STATE', `Cannot ${decision} a credential that is ${status}.`, {
    status,
  });
}
