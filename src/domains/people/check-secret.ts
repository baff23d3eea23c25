import type { Platform } from '../../platform/platform.js';
import { checkWithinLimits, type Subject } from './check-within-limits.js';
import { compareSecret, hashSecret, type Verdict } from './hashing.js';
import { type Credentials, credentialsByEmployeeRef, replaceHash } from './repository.js';

type SecretColumn = 'pin_hash' | 'password_hash';

/**
 * The user if the secret is right, or null. It is checked, at the same cost, also for nobody. A
 * hash made with the key before is made again, so that the old key can be forgotten one day.
 */
export async function checkSecret(
  platform: Platform,
  subjects: readonly Subject[],
  user: Credentials | undefined,
  column: SecretColumn,
  secret: string,
): Promise<Credentials | null> {
  const stored = user?.[column] ?? null;
  let verdict: Verdict = 'wrong';
  const isRight = await checkWithinLimits(platform, subjects, async () => {
    verdict = await compareSecret(platform, stored, secret);
    return verdict !== 'wrong';
  });
  if (!isRight || user === undefined || stored === null) return null;
  return (verdict as Verdict) === 'right' ? user : renewed(platform, user, column, secret);
}

/** The user with a hash made with the new key, by this login or by another at the same moment. */
async function renewed(
  platform: Platform,
  user: Credentials,
  column: SecretColumn,
  secret: string,
): Promise<Credentials | null> {
  const made = await hashSecret(platform, secret);
  let current = user;
  while (!(await replaceHash(platform.db, user.id, column, current[column], made))) {
    // Another login renewed it, or a new secret was set: only the present hash counts.
    const found = await credentialsByEmployeeRef(platform.db, user.id);
    if (!found?.is_active) return null;
    const verdict = await compareSecret(platform, found[column], secret);
    if (verdict === 'wrong') return null;
    if (verdict === 'right') return found;
    current = found;
  }
  return { ...current, [column]: made };
}
