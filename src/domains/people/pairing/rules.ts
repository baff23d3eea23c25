import { createHmac, randomInt } from 'node:crypto';
import { MINUTE_MS } from '../../../platform/clock.js';
import { forbidden } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { keyFor } from '../keys.js';
import type { PairedTill } from './repository.js';

export const PAIRING_CODE_MS = 10 * MINUTE_MS;

/** Without look-alikes. Eight of 31 characters: 850 thousand million codes. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const HALF = 4;

/** In two groups, as people read it aloud: `K7QM-3XVT`. */
export function newPairingCode(): string {
  const half = (): string =>
    Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${half()}-${half()}`;
}

/**
 * Hashes under the current key and, during a change of keys, under the previous one. Spaces and
 * case do not matter.
 */
export function pairingHashes({ config }: Pick<Platform, 'config'>, code: string): Buffer[] {
  const typed = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return [config.secretKey, config.secretKeyOld]
    .filter(key => key !== undefined)
    .map(key => createHmac('sha256', keyFor(key, 'codes')).update(`pairing ${typed}`).digest());
}

/** A paired device works as its own till only, also where the store requires no pairing. */
export function requireOwnTill(device: PairedTill | undefined, terminalId: string): void {
  if (device === undefined || device.store_id === null) return;
  if (device.terminal_id === terminalId) return;
  throw forbidden(
    `This device is paired with the till ${device.terminal_id} and logs in there only.`,
    'DEVICE_OF_OTHER_TILL',
  );
}

/** Throws if the store requires paired tills and the device may not be used there. */
export function requirePairing(
  store: { id: string; require_paired_tills: boolean },
  device: PairedTill | undefined,
): void {
  if (!store.require_paired_tills) return;
  if (device === undefined || device.store_id === null) {
    throw forbidden(
      'This device is not paired with a till of this store. Ask a manager for a pairing code.',
      'DEVICE_NOT_PAIRED',
    );
  }
  if (device.store_id !== store.id) {
    throw forbidden('This device is paired with a till of another store.', 'DEVICE_OF_OTHER_STORE');
  }
  if (!device.is_active) {
    throw forbidden('The till of this device is switched off.', 'TERMINAL_INACTIVE');
  }
}
