import { type Failure, invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { accountOf, failureBlockOf } from '../blocks/failure-block.js';
import { checkSecret } from '../logins/check-secret.js';
import { MAX_PER_ACCOUNT, passwordSubject } from '../logins/log-in.js';
import { credentialsByEmployeeRef } from '../repository.js';

/**
 * Asks a signed-in person for the password again before a step that cannot be undone. Guesses count
 * as those of a login do.
 */
export async function checkOwnPassword(
  platform: Platform,
  userId: string,
  password: string,
  address: string,
  field = 'password',
): Promise<void> {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  const found = await credentialsByEmployeeRef(platform.db, userId);
  const subject = {
    name: passwordSubject(userId),
    about: { kind: 'password' as const, userId, terminalId: null },
    maxFailures: MAX_PER_ACCOUNT,
  };
  const known = found?.is_active ? found : undefined;
  if ((await checkSecret(platform, [subject], known, 'password_hash', password)) !== null) return;
  await block.failed(accountOf(userId));
  throw wrongPassword(field);
}

export const wrongPassword = (field: string): Failure =>
  invalidField(field, 'The password is wrong.', 'WRONG_PASSWORD');
