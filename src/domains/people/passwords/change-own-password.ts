import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { createHasher } from '../hashing.js';
import { lockProven } from '../proofs/proof.js';
import { type Owner, proveOwner } from '../proofs/prove-owner.js';
import { changeLogin } from '../users/save-user.js';

/**
 * Sets a new password for a person who knows the old one. It ends all other logins and removes the
 * passkeys, because somebody else may have known the old password too.
 */
export async function changeOwnPassword(
  platform: Platform,
  { sessionId, ...owner }: Owner & { sessionId: string },
  { current, wanted }: { current: string | undefined; wanted: string },
): Promise<void> {
  const proof = await proveOwner(platform, owner, { current_password: current });
  const passwordHash = await createHasher(platform.config.secretKey).hashForRegistration(wanted);
  await atomically(platform.db, async tx => {
    const user = await lockProven(tx, proof);
    await changeLogin(tx, platform, user, { password_hash: passwordHash }, proof, {
      keep: sessionId,
    });
  });
}
