import { conflict } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { subjectName } from '../blocks/check-within-limits.js';
import { accountOf, failureBlockOf } from '../blocks/failure-block.js';
import { checkSecret } from '../logins/check-secret.js';
import { findByOwnPassword } from '../passwords/check-own-password.js';
import { credentialsByEmployeeRef } from '../repository.js';
import { type LoginProof, passwordNeeded, proofOfOwner, wrongPassword, wrongPin } from './proof.js';

export type Owner = { userId: string; address: string };
export type TypedSecrets = { current_password?: string; current_pin?: string };

/** Wrong PINs of a logged-in person in ten minutes; a stolen login knows whose PIN it is. */
const MAX_OWN_PINS = 5;

/** Asks a logged-in person for the present password. Guesses count as those of a login do. */
export async function proveOwner(
  platform: Platform,
  { userId, address }: Owner,
  { current_password: password }: TypedSecrets,
): Promise<LoginProof> {
  if (!password) throw passwordNeeded();
  const found = await credentialsByEmployeeRef(platform.db, userId);
  if (found?.password_hash === null) {
    throw conflict('NO_PASSWORD', 'This account has no password. Ask for a link to choose one.');
  }
  const owner = await findByOwnPassword(platform, userId, password, address);
  if (owner === null) throw wrongPassword();
  return proofOfOwner(owner, 'password_hash');
}

/** For a change of the PIN alone, where the present PIN is enough. */
export async function proveOwnerOfPin(
  platform: Platform,
  owner: Owner,
  shown: TypedSecrets,
): Promise<LoginProof> {
  const { current_password: password, current_pin: pin } = shown;
  if (password || !pin) return proveOwner(platform, owner, shown);
  const { userId, address } = owner;
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  const found = await credentialsByEmployeeRef(platform.db, userId);
  const subject = {
    name: subjectName('own pin of', userId),
    about: { kind: 'pin' as const, userId, terminalId: null },
    maxFailures: MAX_OWN_PINS,
    clearedBySuccess: true,
  };
  const known = found?.is_active ? found : undefined;
  const right = await checkSecret(platform, [subject], known, 'pin_hash', pin);
  if (right !== null) return proofOfOwner(right, 'pin_hash');
  await block.failed(accountOf(userId));
  throw wrongPin();
}
