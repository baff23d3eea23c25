import { isIP } from 'node:net';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { MINUTE_MS } from '../../../platform/clock.js';
import {
  conflict,
  type Failure,
  invalid,
  unauthenticated,
} from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';

/** How long a browser may take to sign a challenge. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

type RelyingParty = { rpID: string; origin: string };

/** The site that passkeys belong to; undefined for an address, which browsers refuse as one. */
export function relyingPartyOf({ config }: Pick<Platform, 'config'>): RelyingParty | undefined {
  const { hostname, origin } = new URL(config.publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress ? undefined : { rpID: hostname, origin };
}

export function requireRelyingParty(platform: Pick<Platform, 'config'>): RelyingParty {
  const site = relyingPartyOf(platform);
  if (site !== undefined) return site;
  throw conflict(
    'PASSKEYS_UNAVAILABLE',
    'Passkeys need a host name, and PUBLIC_URL of this installation is an address.',
  );
}

/** The challenge that the browser says it signed; undefined if the data is not readable. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** For a person who adds a passkey. */
export const invalidPasskey = (): Failure =>
  invalid('The passkey could not be verified. Start again.', undefined, 'PASSKEY_INVALID');

/** For a login. */
export const refusedPasskey = (): Failure =>
  unauthenticated('This passkey is not valid here. Sign in with your password.', 'PASSKEY_INVALID');
