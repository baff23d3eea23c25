import type { Platform } from '../../platform/platform.js';
import { checkWithinLimits, type Subject } from './check-within-limits.js';
import { compareSecret, hashSecret, type Verdict } from './hashing.js';
import { type Credentials, replaceHash } from './repository.js';

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
  if ((verdict as Verdict) === 'right') return user;
  const renewed = await hashSecret(platform, secret);
  // Another login may have renewed it, or a new secret may have been set meanwhile.
  const isRenewed = await replaceHash(platform.db, user.id, column, stored, renewed);
  return isRenewed ? { ...user, [column]: renewed } : user;
}
