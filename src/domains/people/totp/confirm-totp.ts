import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { mailOwner } from '../account-mails.js';
import { endSessionsWhere } from '../logins/sessions.js';
import { proofOfToken } from '../proofs/proof.js';
import { lockUser } from '../repository.js';
import { confirmSecret, lockTotp } from './repository.js';
import { isOn, notSetUp, SET_UP_MS, stepOf, typedCode, wrongCodeOfOwner } from './rules.js';
import { unseal } from './seal.js';

/**
 * Switches the codes on and ends the other logins. The first code proves that the app has the
 * secret, which only somebody with the password got; it is used up.
 */
export async function confirmTotp(
  platform: Platform,
  { userId, sessionId }: { userId: string; sessionId: string },
  code: string,
): Promise<void> {
  await atomically(platform.db, async tx => {
    // Locks the person before the secret, like a login, which then sees the codes either on or off.
    const user = await lockUser(tx, userId);
    const row = await lockTotp(tx, userId);
    const now = platform.clock.now();
    if (row?.confirmed_at) throw isOn();
    if (user === undefined || row === undefined || row.created_at < addMs(now, -SET_UP_MS)) {
      throw notSetUp();
    }
    const step = stepOf(unseal(platform.config, row.sealed), typedCode(code), now);
    if (step === undefined) throw wrongCodeOfOwner();
    await confirmSecret(tx, proofOfToken(userId), step, now);
    await endSessionsWhere(tx, platform, { userId, keep: sessionId });
    await mailOwner(tx, platform, user, 'totpOn');
  });
}
