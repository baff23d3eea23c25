import type { Config } from '../../../config.js';
import { valueAt } from '../../../platform/webhooks/payload.js';
import type { InquiryOutcome } from './rules.js';

/** What a vendor's message comes down to. */
export type Inquiry = {
  credentialKey: string | undefined;
  outcome: InquiryOutcome;
  vendorStatus: string | null;
  vendorReferenceId: string | null;
};

/** A company that checks who people are: how it signs, and how its messages read. */
export type KycVendor = {
  name: string;
  header: string;
  secretOf(config: Config): string | undefined;
  interpret(payload: unknown): Inquiry;
};

const OUTCOMES = new Map<unknown, InquiryOutcome>([
  ['approved', 'approved'],
  ['completed', 'approved'],
  ['declined', 'rejected'],
  ['failed', 'rejected'],
]);

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const kycvendor: KycVendor = {
  name: 'kycvendor',
  header: 'kyc-vendor-signature',
  secretOf: config => config.webhooks.kycSecret,
  interpret: payload => {
    const data = valueAt(payload, 'data');
    // An event wraps the inquiry; the inquiry may also come by itself.
    const inquiry = valueAt(data, 'attributes', 'payload', 'data') ?? data;
    const status = valueAt(inquiry, 'attributes', 'status');
    return {
      credentialKey: text(valueAt(inquiry, 'attributes', 'reference-id')) ?? undefined,
      outcome: OUTCOMES.get(status) ?? 'unresolved',
      vendorStatus: text(status),
      vendorReferenceId: text(valueAt(inquiry, 'id')),
    };
  },
};

/** By the name in the path; a map, so that `constructor` and the like are simply unknown. */
export const vendors: ReadonlyMap<string, KycVendor> = new Map([[kycvendor.name, kycvendor]]);
