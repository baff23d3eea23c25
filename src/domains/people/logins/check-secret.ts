import type { Platform } from '../../../platform/platform.js';
import { checkWithinLimits, type Subject } from '../blocks/check-within-limits.js';
import { compareSecret, hashSecret, type Verdict } from '../hashing.js';
import { type Credentials, credentialsByEmployeeRef, replaceHash } from '../repository.js';

type SecretColumn = 'pin_hash' | 'password_hash';

/**
 * The user if the secret is right, or null. An unknown user costs the same time. A hash made with
 * the previous key is replaced, so that this key can be removed later.
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

/**
 * Replaces the hash by one made with the current key; another login may do so at the same moment.
 */
async function renewed(
  platform: Platform,
  user: Credentials,
  column: SecretColumn,
  secret: string,
): Promise<Credentials | null> {
  const made = await hashSecret(platform, secret);
  let current = user;
  while (!(await replaceHash(platform.db, user.id, column, current[column], made))) {
    // Another login replaced the hash, or the user has a new secret: only the stored hash counts.
    const found = await credentialsByEmployeeRef(platform.db, user.id);
    if (!found?.is_active) return null;
    const verdict = await compareSecret(platform, found[column], secret);
    if (verdict === 'wrong') return null;
    if (verdict === 'right') return found;
    current = found;
  }
  return { ...current, [column]: made };
}
