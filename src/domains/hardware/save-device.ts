import type { Tx } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId } from '../../platform/ids.js';
import { findStore } from '../stores/index.js';
import { requirePrinterAddress } from './printer-address.js';
import {
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
  const before = id === undefined ? undefined : await lockDevice(tx, place, id);
  if (id !== undefined && before === undefined) throw notFound('Device');
  const merged = { ...NEW, ...before, ...change } as Device;
  const device = withAddress(merged);
  checkDevice(device);
  await checkReferences(tx, place, device);
  const row = {
    kind: device.kind,
    name: device.name,
    connection: device.connection,
    address: device.address,
    port: device.port,
    paper_width: device.paper_width,
    purpose: device.purpose,
    category_ids: device.category_ids,
    is_active: device.is_active,
  };
  if (before !== undefined) {
    const isElsewhere = before.address !== row.address || before.port !== row.port;
    return updateDevice(tx, before.id, {
      ...row,
      ...(isElsewhere && { state: 'unknown', state_at: null }),
    });
  }
  return insertDevice(tx, {
    ...row,
    id: newId(),
    terminal_id: place.terminalId,
    store_id: place.storeId,
  });
}

/** Only network devices have an address; their port is 9100 unless another is given. */
const withAddress = (device: Device): Device =>
  device.connection === 'network'
    ? { ...device, port: device.port ?? DEFAULT_PORT }
    : { ...device, address: null, port: null };

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
