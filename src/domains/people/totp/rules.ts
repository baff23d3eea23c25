import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '../../../platform/clock.js';
import {
  conflict,
  type Failure,
  invalidField,
  unauthenticated,
} from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { keyFor } from '../keys.js';

/** How long a new secret waits for its first code. */
export const SET_UP_MS = 30 * MINUTE_MS;

const PERIOD_SECONDS = 30;
/** One step before and after the present one: clocks of phones differ. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** Authenticator apps agree on SHA-1, six digits and 30 seconds. */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Tillhouse',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads from the QR code. */
export const uriOf = (secret: string, account: string): string =>
  totpOf(secret, account).toString();

/** The time step of a right code; undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

const RECOVERY_CODES = 10;
/** Without look-alikes. Ten of 31 characters: 49 bits. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const HALF = 5;

export function newRecoveryCodes(): string[] {
  const half = (): string =>
    Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
}

/** As people type it: spaces, dashes and case do not matter. */
export const typedCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(typed);

/** Hashes under the current key and, during a change of keys, under the previous one. */
export function recoveryHashes(
  { config }: Pick<Platform, 'config'>,
  userId: string,
  code: string,
): Buffer[] {
  const text = JSON.stringify([userId, typedCode(code)]);
  return [config.secretKey, config.secretKeyOld]
    .filter(key => key !== undefined)
    .map(key => createHmac('sha256', keyFor(key, 'recovery')).update(text).digest());
}

export const codeNeeded = (): Failure =>
  unauthenticated('Enter the code of your authenticator app.', 'TOTP_REQUIRED');

const WRONG = 'The code is wrong or was used already. Wait for the next one.';

/** For a login. */
export const wrongCode = (): Failure => unauthenticated(WRONG, 'TOTP_INVALID');

/** For a logged-in person; a 401 would end the login of the screen. */
export const wrongCodeOfOwner = (): Failure => invalidField('code', WRONG, 'TOTP_INVALID');

export const isOn = (): Failure =>
  conflict('TOTP_ON', 'Your account already asks for codes. Switch them off first.');

export const notSetUp = (): Failure =>
  conflict('TOTP_NOT_SET_UP', 'Start with a new QR code; none is waiting for its first code.');
