import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { deviceUnpaired } from '../events.js';
import { endSessionsWhere } from '../logins/sessions.js';
import { type DeviceChoice, deletePairedDevices } from './repository.js';

/** Unpairs devices, which ends their logins. Returns how many there were. */
export async function unpairDevices(
  tx: Tx,
  platform: Platform,
  choice: DeviceChoice,
  unpairedBy: string | null,
): Promise<number> {
  const gone = await deletePairedDevices(tx, choice);
  for (const device of gone) {
    await endSessionsWhere(tx, platform, { pairedDeviceId: device.id });
    await record(tx, deviceUnpaired(device, unpairedBy));
  }
  return gone.length;
}
