import type { Tx } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId } from '../../platform/ids.js';
import { findStore, lockTerminal } from '../stores/index.js';
import { requirePrinterAddress } from './printer-address.js';
import { passReaderOn, refuseSecondReader } from './reader-of-till.js';
import {
  activeReader,
  countCategories,
  type Device,
  insertDevice,
  lockDevice,
  type Place,
  updateDevice,
} from './repository.js';
import { checkDevice, DEFAULT_PORT } from './rules.js';
import type { DeviceBody } from './schemas.js';

export type DeviceChange = Partial<Static<typeof DeviceBody>>;

const NEW = {
  address: null,
  port: null,
  paper_width: '80',
  purpose: 'receipt',
  category_ids: [] as string[],
  is_active: true,
} as const;

/** Sets up a device if `id` is undefined, or changes it. */
export async function saveDevice(
  tx: Tx,
  place: Place,
  id: string | undefined,
  change: DeviceChange,
): Promise<Device> {
  const terminal = await lockTerminal(tx, place.terminalId);
  const before = id === undefined ? undefined : await lockDevice(tx, place, id);
  if (id !== undefined && before === undefined) throw notFound('Device');
  const inUse = await activeReader(tx, place);
  // A reader that is added takes over the id that the till has already.
  const readerId = inUse === undefined ? (terminal?.reader_id ?? null) : null;
  const start = before ?? { ...NEW, reader_id: readerId };
  const device = ownFields({ ...start, ...change } as Device);
  checkDevice(device);
  if (inUse?.id !== before?.id) refuseSecondReader(device, inUse);
  await checkReferences(tx, place, device);
  const row = fieldsOf(device);
  const saved =
    before === undefined
      ? await insertDevice(tx, {
          ...row,
          id: newId(),
          terminal_id: place.terminalId,
          store_id: place.storeId,
        })
      : await updateDevice(tx, before.id, { ...row, ...stateAfter(before, device) });
  await passReaderOn(tx, place, before, saved);
  return saved;
}

const fieldsOf = (device: Device) => ({
  kind: device.kind,
  name: device.name,
  connection: device.connection,
  address: device.address,
  port: device.port,
  paper_width: device.paper_width,
  purpose: device.purpose,
  category_ids: device.category_ids,
  is_active: device.is_active,
  reader_id: device.reader_id,
});

/** A printer at another address has reported nothing yet. */
const stateAfter = (before: Device, { address, port }: Device) =>
  before.address === address && before.port === port ? {} : { state: 'unknown', state_at: null };

/** Only network devices have an address, with port 9100 by default, and only readers an id. */
const ownFields = (device: Device): Device => ({
  ...device,
  ...(device.connection === 'network'
    ? { port: device.port ?? DEFAULT_PORT }
    : { address: null, port: null }),
  reader_id: device.kind === 'card_reader' ? device.reader_id : null,
});

async function checkReferences(tx: Tx, { storeId }: Place, device: Device): Promise<void> {
  const { address, port, category_ids: categories } = device;
  const store = await findStore(tx, storeId);
  if (address !== null && port !== null) {
    requirePrinterAddress(store?.printer_networks ?? [], { address, port });
  }
  const wanted = new Set(categories);
  if (wanted.size > 0 && (await countCategories(tx, [...wanted])) !== wanted.size) {
    throw invalidField('category_ids', 'One of these categories does not exist.');
  }
}
