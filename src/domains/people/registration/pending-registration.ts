import { randomInt } from 'node:crypto';
import { SECOND_MS } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, invalidField, tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { hashCode, hashToken } from '../hashing.js';
import { mailAccountExists, mailCode, type Recipient } from './mails.js';
import { lockRegistration, type Registration } from './repository.js';
import { stateOf } from './rules.js';

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

/**
 * A decoy gets a code like any other registration, but the code is not mailed: the mail says that
 * the address already has an account.
 */
export async function sendCode(
  tx: Tx,
  platform: Platform,
  registration: { is_decoy: boolean; token_hash: Buffer },
  recipient: Recipient,
): Promise<Buffer> {
  const code = newCode();
  if (registration.is_decoy) await mailAccountExists(tx, platform, recipient);
  else await mailCode(tx, platform, recipient, code);
  return hashCode(platform, registration.token_hash, code);
}

/** Locks a pending registration; throws if it is in another state. */
export async function lockPending(tx: Tx, token: string, now: Date): Promise<Registration> {
  const registration = await lockRegistration(tx, hashToken(token));
  if (registration === undefined) {
    throw invalidField('registration_token', 'There is no such registration.');
  }
  switch (stateOf(registration, now)) {
    case 'verified':
      throw conflict('ALREADY_VERIFIED', 'This registration is complete; log in.');
    case 'expired':
      throw new Failure('gone', 'REGISTRATION_EXPIRED', 'This registration has expired.');
    case 'exhausted':
      throw tooMany(
        'Too many wrong codes; start a new registration.',
        secondsUntil(registration.expires_at, now),
        'TOO_MANY_TRIES',
      );
    default:
      return registration;
  }
}

export const secondsUntil = (at: Date, now: Date): number =>
  Math.ceil((at.getTime() - now.getTime()) / SECOND_MS);
