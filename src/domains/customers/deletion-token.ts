import { addMs, MINUTE_MS } from '../../platform/clock.js';
import { createSeal, type SecretKeys } from '../../platform/seal.js';

const VALID_MS = 30 * MINUTE_MS;
const seal = (secrets: SecretKeys) => createSeal(secrets, 'account-deletion');

/** The token of a mailed link that confirms the deletion of this account. Nothing is stored. */
export const deletionToken = (secrets: SecretKeys, userId: string, now: Date): string =>
  seal(secrets)
    .close(JSON.stringify([userId, addMs(now, VALID_MS).getTime()]))
    .toString('base64url');

/** Whether the service made the token for this account within the last 30 minutes. */
export function isDeletionToken(
  secrets: SecretKeys,
  token: string,
  userId: string,
  now: Date,
): boolean {
  try {
    const text = seal(secrets).open(Buffer.from(token, 'base64url'));
    const [id, expiresAt] = JSON.parse(text) as [string, number];
    return id === userId && expiresAt > now.getTime();
  } catch {
    // The token is forged, or its key is no longer configured.
    return false;
  }
}
