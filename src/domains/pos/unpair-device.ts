import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { unpairDevices } from '../people/index.js';
import { visibleStoreId } from './find-terminal.js';

/** A device of another store answers 404. */
export const unpairDevice = (
  platform: Platform,
  caller: Staff,
  { store, id }: { store: string; id: string },
): Promise<void> =>
  atomically(platform.db, async tx => {
    const storeId = await visibleStoreId(tx, caller, store);
    const unpaired = await unpairDevices(tx, platform, { id, storeId }, caller.userId);
    if (unpaired === 0) throw notFound('Device');
  });
