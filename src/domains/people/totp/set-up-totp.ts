import { renderSVG } from 'uqr';
import { atomically } from '../../../platform/database/tx.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { lockUser } from '../repository.js';
import { fullName } from '../rules.js';
import { writeSecret } from './repository.js';
import { isOn, newRecoveryCodes, newSecret, recoveryHashes, uriOf } from './rules.js';
import { seal } from './seal.js';

/** A new secret, which the login asks for only after its first code. It is returned once. */
export async function setUpTotp(platform: Platform, userId: string) {
  const secret = newSecret();
  const recoveryCodes = newRecoveryCodes();
  const user = await atomically(platform.db, async tx => {
    const found = await lockUser(tx, userId);
    if (found === undefined) throw unauthenticated();
    const isWritten = await writeSecret(tx, {
      userId,
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
