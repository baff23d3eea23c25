import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { refuseForeignReader, updateTerminal } from '../stores/index.js';
import type { Device, Place } from './repository.js';

/** The id by which the processor knows the reader of the till, while the device is switched on. */
const idInUse = (device: Device | undefined): string | null =>
  device?.kind === 'card_reader' && device.is_active ? device.reader_id : null;

/** A till takes cards on one reader. */
export function refuseSecondReader(device: Device, inUse: Device | undefined): void {
  if (inUse === undefined || idInUse(device) === null) return;
  throw invalidField(
    'reader_id',
    `This till takes cards on ${inUse.name}; switch that card reader off first.`,
  );
}

/** Card payments read the reader's id from the till, so a change of the device updates the till. */
export async function passReaderOn(
  tx: Tx,
  place: Place,
  before: Device | undefined,
  after: Device | undefined,
): Promise<void> {
  const readerId = idInUse(after);
  if (readerId === idInUse(before)) return;
  await refuseForeignReader(tx, place.storeId, readerId);
  await updateTerminal(tx, place.terminalId, { reader_id: readerId });
}
