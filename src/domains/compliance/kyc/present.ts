import { fullName } from '../../people/index.js';
import type { Credential } from './repository.js';

export const presentCredential = (credential: Credential) => ({
  id: credential.id,
  user: credential.user_id,
  user_name: fullName({ ...credential, username: null, employee_number: null }),
  credential_key: credential.credential_key,
  status: credential.status,
  verificationData: credential.verification_data,
  rejectionReason: credential.rejection_reason,
  created_at: credential.created_at.toISOString(),
  updated_at: credential.updated_at.toISOString(),
});
