import type { Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { lockTerminal } from '../stores/index.js';
import { passReaderOn } from './reader-of-till.js';
import { deleteDevice, lockDevice, type Place } from './repository.js';

/**
 * Removes a device with its print jobs. A till whose card reader is removed has none afterwards.
 */
export async function removeDevice(tx: Tx, place: Place, id: string): Promise<void> {
  await lockTerminal(tx, place.terminalId);
  const device = await lockDevice(tx, place, id);
  if (device === undefined) throw notFound('Device');
  await deleteDevice(tx, place, id);
  await passReaderOn(tx, place, device, undefined);
}
