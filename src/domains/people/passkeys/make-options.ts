import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { parse as bytesOf } from 'uuid';
import { addMs } from '../../../platform/clock.js';
import { conflict, unauthenticated } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { proveOwner, type TypedSecrets } from '../proofs/prove-owner.js';
import { userById } from '../repository.js';
import { fullName } from '../rules.js';
import { CHALLENGE_MS, requireRelyingParty } from './relying-party.js';
import { insertChallenge, passkeysOf } from './repository.js';
import type { LoginOptions, RegistrationOptions } from './schemas.js';

export const MAX_PASSKEYS = 20;

const remember = (platform: Platform, challenge: string, userId: string | null): Promise<void> =>
  insertChallenge(platform.db, {
    hash: hashToken(challenge),
    userId,
    expiresAt: addMs(platform.clock.now(), CHALLENGE_MS),
  });

/**
 * For a new passkey of this person, who gives the password again: somebody at an unlocked screen
 * has none. The passkey must be found without a user name, and check its owner.
 */
export async function makeRegistrationOptions(
  platform: Platform,
  userId: string,
  { address, ...shown }: TypedSecrets & { address: string },
): Promise<Static<typeof RegistrationOptions>> {
  const { rpID } = requireRelyingParty(platform);
  const [user, passkeys] = await Promise.all([
    userById(platform.db, userId),
    passkeysOf(platform.db, userId),
  ]);
  if (user === undefined) throw unauthenticated();
  await proveOwner(platform, { userId, address }, shown);
  if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const options = await generateRegistrationOptions({
    rpName: 'Tillhouse',
    rpID,
    userID: new Uint8Array(bytesOf(userId)),
    userName: user.email ?? user.username ?? fullName(user),
    userDisplayName: fullName(user),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await remember(platform, options.challenge, userId);
  // The library fills in every part; its types leave most of them open.
  return options as Static<typeof RegistrationOptions>;
}

/** Lists no passkeys: the device offers its own, and the answer does not reveal who has one. */
export async function makeLoginOptions(platform: Platform): Promise<Static<typeof LoginOptions>> {
  const { rpID } = requireRelyingParty(platform);
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
  await remember(platform, options.challenge, null);
  return options as Static<typeof LoginOptions>;
}

export const tooManyPasskeys = () =>
  conflict('TOO_MANY_PASSKEYS', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
