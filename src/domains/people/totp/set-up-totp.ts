import { renderSVG } from 'uqr';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { lockProven } from '../proofs/proof.js';
import { type Owner, proveOwner, type TypedSecrets } from '../proofs/prove-owner.js';
import { fullName } from '../rules.js';
import { writeSecret } from './repository.js';
import { isOn, newRecoveryCodes, newSecret, recoveryHashes, uriOf } from './rules.js';
import { seal } from './seal.js';

/**
 * A new secret, which the login asks for only after its first code. It is returned once, to
 * somebody who typed the password: a stranger at an unlocked screen would lock the owner out.
 */
export async function setUpTotp(platform: Platform, owner: Owner, shown: TypedSecrets) {
  const proof = await proveOwner(platform, owner, shown);
  const { userId } = owner;
  const secret = newSecret();
  const recoveryCodes = newRecoveryCodes();
  const user = await atomically(platform.db, async tx => {
    const found = await lockProven(tx, proof);
    const isWritten = await writeSecret(tx, proof, {
      sealed: seal(platform.config, secret),
      recoveryHashes: recoveryCodes.flatMap(
        code => recoveryHashes(platform, userId, code)[0] ?? [],
      ),
      now: platform.clock.now(),
    });
    if (!isWritten) throw isOn();
    return found;
  });
  const uri = uriOf(secret, user.username ?? user.email ?? fullName(user));
  return { secret, uri, qr_svg: renderSVG(uri), recovery_codes: recoveryCodes };
}
