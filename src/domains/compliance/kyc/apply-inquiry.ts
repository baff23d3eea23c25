import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { credentialSaved } from './events.js';
import { lockCredential, moveCredential } from './repository.js';
import { type CredentialStatus, vendorTransition } from './rules.js';
import type { Inquiry } from './vendors.js';

export type Applied = { status: CredentialStatus; detail?: string };

/** Applies a vendor's result to a credential; undefined if no credential has this key. */
export function applyInquiry(
  { db, clock }: Platform,
  vendor: string,
  credentialKey: string,
  inquiry: Inquiry,
): Promise<Applied | undefined> {
  return atomically(db, async tx => {
    const credential = await lockCredential(tx, 'credential_key', credentialKey);
    if (credential === undefined) return undefined;
    const move = vendorTransition(inquiry.outcome, credential.status);
    if ('detail' in move) return { status: credential.status, detail: move.detail };
    await moveCredential(tx, credential.id, {
      status: move.to,
      data: {
        vendor,
        vendorStatus: inquiry.vendorStatus,
        vendorReferenceId: inquiry.vendorReferenceId,
      },
      rejectionReason: move.to === 'rejected' ? `KYC vendor status: ${inquiry.vendorStatus}` : null,
      now: clock.now(),
    });
    await record(tx, credentialSaved(credential, move.to));
    return { status: move.to };
  });
}
