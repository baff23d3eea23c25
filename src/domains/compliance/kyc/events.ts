import { OneOf, Type, Uuid } from '../../../platform/http/schemas.js';
import { defineEvent } from '../../../platform/work/events/define-event.js';
import { CREDENTIAL_STATUSES, type CredentialStatus } from './rules.js';

export const credentialSaved = defineEvent(
  'kyc_credential.saved',
  {
    summary: 'The identity check of a customer was opened or changed its status.',
    data: Type.Object({ id: Uuid, user_id: Uuid, status: OneOf(CREDENTIAL_STATUSES) }),
  },
  (credential: { id: string; user_id: string }, status: CredentialStatus) => ({
    storeId: null,
    subjectId: credential.id,
    data: { id: credential.id, user_id: credential.user_id, status },
  }),
);
