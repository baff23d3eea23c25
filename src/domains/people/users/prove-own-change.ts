import { forbidden, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import type { LoginProof } from '../proofs/proof.js';
import { proveOwner, proveOwnerOfPin, type TypedSecrets } from '../proofs/prove-owner.js';
import { userById } from '../repository.js';
import { touchesLogin } from './save-user.js';
import type { UserInput } from './user-input.js';

/**
 * The proof that a change of one's own account needs; null if it leaves the login alone. At a till
 * people change their PIN only.
 */
export async function proveOwnChange(
  platform: Platform,
  { actor, address }: { actor: Staff; address: string },
  { username, email, password, pin_code: pin }: UserInput,
  shown: TypedSecrets,
): Promise<LoginProof | null> {
  const { userId } = actor;
  const user = await userById(platform.db, userId);
  if (user === undefined) throw notFound('User');
  const owner = { userId, address };
  if (touchesLogin(user, { username, email, password_hash: password })) {
    if (actor.till === null) return proveOwner(platform, owner, shown);
    throw forbidden('This needs a back-office login; a till cannot do it.', 'WEB_SESSION_REQUIRED');
  }
  return pin === undefined ? null : proveOwnerOfPin(platform, owner, shown);
}
