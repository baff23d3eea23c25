import type { Tx } from '../../../platform/database/tx.js';
import { forbidden, notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { credentialSaved } from './events.js';
import {
  type Credential,
  findCredential,
  lockCredentialRef,
  moveCredential,
} from './repository.js';
import { type Decision, statusAfter } from './rules.js';

const DEFAULT_REASON = 'Rejected at review';

/** Records a reviewer's decision; the only place that writes `approvedBy` and `rejectedBy`. */
export async function decideCredential(
  tx: Tx,
  caller: Staff,
  ref: string,
  decision: Decision,
  reason: string | undefined,
  now: Date,
): Promise<Credential> {
  const credential = await lockCredentialRef(tx, ref);
  if (credential === undefined) throw notFound('Credential');
  if (credential.user_id === caller.userId) {
    throw forbidden('Another person has to review your identity check.', 'OWN_CREDENTIAL');
  }
  const status = statusAfter(decision, credential.status);
  const at = now.toISOString();
  const data =
    decision === 'approve'
      ? { approvedBy: caller.userId, approvedAt: at }
      : { rejectedBy: caller.userId, rejectedAt: at };
  const rejectionReason = decision === 'reject' ? (reason ?? DEFAULT_REASON) : null;
  await moveCredential(tx, credential.id, { status, data, rejectionReason, now });
  await record(tx, credentialSaved(credential, status));
  const saved = await findCredential(tx, credential.id);
  if (saved === undefined) throw notFound('Credential');
  return saved;
}
