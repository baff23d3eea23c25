import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server';
import { atomically, brokenConstraint } from '../../../platform/database/tx.js';
import { conflict, unauthenticated } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { mailOwner } from '../account-mails.js';
import { hashToken } from '../hashing.js';
import { proofOfToken } from '../proofs/proof.js';
import { lockUser } from '../repository.js';
import { MAX_PASSKEYS, tooManyPasskeys } from './make-options.js';
import { challengeIn, invalidPasskey, requireRelyingParty } from './relying-party.js';
import { insertPasskey, type Passkey, passkeysOf, takeChallenge } from './repository.js';

const MAX_TRANSPORTS = 8;

/** Adds the passkey that the browser made for the person's last options. */
export async function addPasskey(
  platform: Platform,
  userId: string,
  response: RegistrationResponseJSON,
  name: string,
): Promise<Passkey> {
  const { credential } = await verified(platform, userId, response);
  try {
    return await atomically(platform.db, async tx => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw unauthenticated();
      if ((await passkeysOf(tx, userId)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const id = newId();
      // Only somebody who typed the password got the challenge.
      await insertPasskey(tx, proofOfToken(userId), {
        id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).slice(0, MAX_TRANSPORTS),
        name,
        now: platform.clock.now(),
      });
      await mailOwner(tx, platform, user, 'passkeyAdded');
      const added = (await passkeysOf(tx, userId)).find(passkey => passkey.id === id);
      if (added === undefined) throw new Error('the added passkey is missing');
      return added;
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'passkeys_credential') throw error;
    throw conflict('PASSKEY_EXISTS', 'This passkey is in use already.');
  }
}

async function verified(platform: Platform, userId: string, response: RegistrationResponseJSON) {
  const { rpID, origin } = requireRelyingParty(platform);
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === undefined) throw invalidPasskey();
  const now = platform.clock.now();
  if (!(await takeChallenge(platform.db, hashToken(challenge), userId, now))) {
    throw invalidPasskey();
  }
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    platform.log.debug({ err: error }, 'a new passkey was refused');
    return { verified: false as const };
  });
  if (!result.verified) throw invalidPasskey();
  return result.registrationInfo;
}
