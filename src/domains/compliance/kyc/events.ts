import type { Fact } from '../../../platform/events/outbox.js';
import type { CredentialStatus } from './rules.js';

export const credentialSaved = (
  credential: { id: string; user_id: string },
  status: CredentialStatus,
): Fact => ({
  event: 'kyc_credential.saved',
  storeId: null,
  subjectId: credential.id,
  data: { id: credential.id, user_id: credential.user_id, status },
});
