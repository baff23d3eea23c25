import type { Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { credentialSaved } from './events.js';
import {
  type Credential,
  findCredential,
  lockCredentialRef,
  moveCredential,
} from './repository.js';
import { statusAfter } from './rules.js';

/** Records that the vendor has the inquiry and has not answered yet. */
export const submitCredential = (
  tx: Tx,
  ref: string,
  inquiry: { vendor: string; vendorReferenceId?: string },
  now: Date,
): Promise<Credential> => advance(tx, ref, 'submit', inquiry, now);

/** Hands a credential to the reviewers, because the vendor cannot decide. */
export const reviewCredential = (tx: Tx, ref: string, now: Date): Promise<Credential> =>
  advance(tx, ref, 'review', {}, now);

async function advance(
  tx: Tx,
  ref: string,
  step: 'submit' | 'review',
  data: object,
  now: Date,
): Promise<Credential> {
  const credential = await lockCredentialRef(tx, ref);
  if (credential === undefined) throw notFound('Credential');
  const status = statusAfter(step, credential.status);
  await moveCredential(tx, credential.id, { status, data, rejectionReason: null, now });
  await record(tx, credentialSaved(credential, status));
  const saved = await findCredential(tx, credential.id);
  if (saved === undefined) throw notFound('Credential');
  return saved;
}
