import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { accountOf, failureBlockOf } from '../blocks/failure-block.js';
import { checkSecret } from '../logins/check-secret.js';
import { MAX_PER_ACCOUNT, passwordSubject } from '../logins/log-in.js';
import { type Credentials, credentialsByEmployeeRef } from '../repository.js';

/** The person if the password is theirs, or null. Guesses count as those of a login do. */
export async function findByOwnPassword(
  platform: Platform,
  userId: string,
  password: string,
  address: string,
): Promise<Credentials | null> {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  const found = await credentialsByEmployeeRef(platform.db, userId);
  const subject = {
    name: passwordSubject(userId),
    about: { kind: 'password' as const, userId, terminalId: null },
    maxFailures: MAX_PER_ACCOUNT,
  };
  const known = found?.is_active ? found : undefined;
  const right = await checkSecret(platform, [subject], known, 'password_hash', password);
  if (right === null) await block.failed(accountOf(userId));
  return right;
}

/** Asks a signed-in person for the password again before a step that cannot be undone. */
export async function checkOwnPassword(
  platform: Platform,
  userId: string,
  password: string,
  address: string,
): Promise<void> {
  if ((await findByOwnPassword(platform, userId, password, address)) !== null) return;
  throw invalidField('password', 'The password is wrong.', 'WRONG_PASSWORD');
}
