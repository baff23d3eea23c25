import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { noteActor, noteLogin } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { accountOf, failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import type { Device } from '../devices/device.js';
import { hashToken } from '../hashing.js';
import { kindOf, type OpenedLogin } from '../logins/log-in.js';
import { type GuestProof, openWebLogin, signAccess } from '../logins/web-login.js';
import { credentialsForLogin } from '../repository.js';
import { challengeIn, refusedPasskey, requireRelyingParty } from './relying-party.js';
import { type Passkey, passkeyByCredential, takeChallenge, writeUse } from './repository.js';

export type PasskeyLogin = {
  response: AuthenticationResponseJSON;
  address: string;
  guest: GuestProof;
  device: Device;
};

/**
 * Logs in the owner of the passkey. The device has checked its owner, so the login asks for no
 * further code. An unknown passkey, a wrong signature and an inactive person look the same.
 */
export async function logInWithPasskey(
  platform: Platform,
  login: PasskeyLogin,
): Promise<OpenedLogin> {
  const block = failureBlockOf(platform, login.address);
  await block.refuseBlocked();
  const used = await verified(platform, login.response);
  if (used === undefined) {
    const meant = await passkeyByCredential(platform.db, login.response.id);
    await block.failed(meant ? accountOf(meant.user_id) : NOBODY);
    throw refusedPasskey();
  }
  const { passkey, counter } = used;
  const opened = await atomically(platform.db, async tx => {
    const user = await credentialsForLogin(tx, passkey.user_id);
    if (!user?.is_active) throw refusedPasskey();
    const actor = { id: user.id, kind: kindOf(user.role) };
    noteActor(actor);
    if (!(await writeUse(tx, passkey.id, counter, platform.clock.now()))) throw refusedPasskey();
    noteLogin(tx, actor);
    return openWebLogin(tx, platform, user, 'passkey', login.guest, login.device);
  });
  await block.cleared(accountOf(passkey.user_id));
  const { userId, refresh, cookie } = opened;
  return { userId, access: await signAccess(platform, opened), refresh, cookie };
}

/** The passkey and its new counter; undefined if anything about the response is wrong. */
async function verified(
  platform: Platform,
  response: AuthenticationResponseJSON,
): Promise<{ passkey: Passkey; counter: number } | undefined> {
  const { rpID, origin } = requireRelyingParty(platform);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const now = platform.clock.now();
  if (!(await takeChallenge(platform.db, hashToken(challenge), null, now))) return undefined;
  const passkey = await passkeyByCredential(platform.db, response.id);
  if (passkey === undefined) return undefined;
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // A counter that does not rise may be a copy of the passkey.
    platform.log.warn({ err: error, passkey: passkey.id }, 'a login by passkey was refused');
    return undefined;
  });
  if (!result?.verified) return undefined;
  return { passkey, counter: result.authenticationInfo.newCounter };
}
