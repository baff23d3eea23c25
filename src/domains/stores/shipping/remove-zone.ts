import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import type { Staff } from '../../access/index.js';
import { storeSaved } from '../events.js';
import { findStore } from '../repository.js';
import { deleteShippingZone, lockStoreOfZones } from './repository.js';
import { visibleShippingZone } from './save-zone.js';

/** Placed orders keep what they were charged. Without any zone the store's own rates apply again. */
export async function removeShippingZone(tx: Tx, caller: Staff, id: string): Promise<void> {
  const { store_id: storeId } = await visibleShippingZone(tx, caller, id);
  await lockStoreOfZones(tx, storeId);
  await deleteShippingZone(tx, id);
  const store = await findStore(tx, storeId);
  if (store !== undefined) await record(tx, storeSaved(store));
}
