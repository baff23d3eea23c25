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

/** Only in these states is the next word the vendor's; everything else belongs to people. */
const VENDOR_OWNED: ReadonlySet<CredentialStatus> = new Set([
  'pending_verification',
  'pending_vendor_response',
]);

export type VendorMove = { to: CredentialStatus } | { detail: string };

/** What a vendor's word does to a credential, or why it does nothing. */
export function judgeInquiry(outcome: InquiryOutcome, status: CredentialStatus): VendorMove {
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

/** What people do to a credential: they decide open ones and may overturn what was decided. */
export const DECISIONS: Record<
  Decision,
  { from: readonly CredentialStatus[]; to: CredentialStatus }
> = {
  approve: { from: [...PENDING, 'rejected'], to: 'active' },
  reject: { from: [...PENDING, 'active'], to: 'rejected' },
};

export function decided(decision: Decision, status: CredentialStatus): CredentialStatus {
  const { from, to } = DECISIONS[decision];
  if (from.includes(status)) return to;
  throw conflict('INVALID_STATE', `A credential that is ${status} takes no ${decision}.`, {
    status,
  });
}
