import { timingSafeEqual } from 'node:crypto';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { conflict, forbidden, invalid } from '../../../platform/http/failure.js';
import { newId, newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { findStore, lockTerminal, type Store, type Terminal } from '../../stores/index.js';
import { failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import { devicePaired } from '../events.js';
import { hashToken } from '../hashing.js';
import {
  insertPairedDevice,
  type PairingCode,
  pairingCode,
  replaceDeviceToken,
  usePairingCode,
} from './repository.js';
import { pairingHashes } from './rules.js';
import { unpairDevices } from './unpair-devices.js';

export type Pairing = {
  code: string;
  /** Made by the device for this code; a retry after a lost answer sends the same one. */
  attempt: string;
  /** The store at which the device is set up, if it knows it. */
  storeRef?: string;
  address: string;
  userAgent: string;
  /** The token of an earlier pairing of this device. */
  oldToken: string | undefined;
};

export type PairedPlace = { token: string; terminal: Terminal; store: Store };

/** Exchanges a code for the token of a paired device. Wrong codes count as failed logins. */
export async function pairDevice(platform: Platform, pairing: Pairing): Promise<PairedPlace> {
  const block = failureBlockOf(platform, pairing.address);
  await block.refuseBlocked();
  const hashes = pairingHashes(platform, pairing.code);
  const paired = await atomically(platform.db, async tx => {
    const known = await pairingCode(tx, hashes);
    if (known === undefined) return undefined;
    // The lock comes first: a manager may switch the till off, release it or make a new code.
    const terminal = await lockTerminal(tx, known.terminal_id);
    const code = await pairingCode(tx, hashes);
    if (code === undefined || terminal === undefined || code.expires_at <= platform.clock.now()) {
      return undefined;
    }
    const store = await placeOfCode(tx, terminal, pairing.storeRef);
    const token = newToken();
    await useCode(tx, platform, { ...pairing, hashes, code, token, storeId: store.id });
    return { token, terminal, store };
  });
  if (paired !== undefined) return paired;
  await block.failed(NOBODY);
  const text = 'The code is wrong or has expired.';
  throw invalid(text, { code: [text] }, 'PAIRING_CODE_INVALID');
}

async function placeOfCode(tx: Tx, terminal: Terminal, storeRef?: string): Promise<Store> {
  const store = terminal.store_id === null ? undefined : await findStore(tx, terminal.store_id);
  if (store === undefined || !terminal.is_active) {
    throw forbidden('The till of this code is switched off.', 'TERMINAL_INACTIVE');
  }
  if (storeRef !== undefined && (await findStore(tx, storeRef))?.id !== store.id) {
    throw conflict('PAIRING_CODE_OF_OTHER_STORE', 'This code is for a till of another store.');
  }
  return store;
}

type Use = Omit<Pairing, 'code'> & {
  hashes: Buffer[];
  code: PairingCode;
  token: string;
  storeId: string;
};

async function useCode(tx: Tx, platform: Platform, use: Use): Promise<void> {
  const { code, hashes, oldToken } = use;
  const tokenHash = hashToken(use.token);
  const attemptHash = hashToken(use.attempt);
  if (code.device_id !== null) {
    const isRetry = code.attempt_hash !== null && timingSafeEqual(code.attempt_hash, attemptHash);
    if (isRetry && (await replaceDeviceToken(tx, code.device_id, tokenHash))) return;
    throw conflict('PAIRING_CODE_USED', 'This code was used already; ask for a new one.');
  }
  if (oldToken !== undefined) {
    await unpairDevices(tx, platform, { tokenHash: hashToken(oldToken) }, code.created_by);
  }
  const device = { id: newId(), terminalId: code.terminal_id, pairedBy: code.created_by };
  await insertPairedDevice(tx, {
    ...device,
    tokenHash,
    userAgent: use.userAgent,
    now: platform.clock.now(),
  });
  await usePairingCode(tx, hashes, { deviceId: device.id, attemptHash });
  await record(tx, devicePaired({ ...device, storeId: use.storeId }));
}
