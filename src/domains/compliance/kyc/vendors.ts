import type { Config } from '../../../config.js';
import { valueAt } from '../../../platform/webhooks/payload.js';
import type { InquiryOutcome } from './rules.js';

/** The vendor-independent content of a webhook. */
export type Inquiry = {
  credentialKey: string | undefined;
  outcome: InquiryOutcome;
  vendorStatus: string | null;
  vendorReferenceId: string | null;
};

/** An identity verification vendor: its signature header and its payload format. */
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
    // The payload is an event that wraps the inquiry, or the inquiry itself.
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

/** Vendors by their name in the path. A Map, so that names such as `constructor` are unknown. */
export const vendors: ReadonlyMap<string, KycVendor> = new Map([[kycvendor.name, kycvendor]]);
