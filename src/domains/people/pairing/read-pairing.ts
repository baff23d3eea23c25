import type { Platform } from '../../../platform/platform.js';
import { findStore } from '../../stores/index.js';
import { hashToken } from '../hashing.js';
import { pairedTill } from './repository.js';

/** The till that this device is paired with, and whether the store it asks about requires one. */
export async function readPairing(
  { db }: Pick<Platform, 'db'>,
  token: string | undefined,
  storeRef: string | undefined,
) {
  const device = token === undefined ? undefined : await pairedTill(db, hashToken(token));
  const wanted = storeRef === undefined ? undefined : await findStore(db, storeRef);
  const own = device?.store_id ? await findStore(db, device.store_id) : undefined;
  return {
    success: true as const,
    required: wanted?.require_paired_tills ?? false,
    paired:
      device === undefined || own === undefined
        ? null
        : {
            terminal_id: device.terminal_id,
            terminal_name: device.terminal_name,
            is_active: device.is_active,
            store: { id: own.id, code: own.code, name: own.name },
          },
  };
}
