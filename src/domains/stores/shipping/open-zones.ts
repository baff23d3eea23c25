import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import { refuseOverlap, refuseZone } from './check-zone.js';
import { insertShippingZone } from './repository.js';
import type { ShippingZone } from './rules.js';

export type NewZone = Omit<ShippingZone, 'id'>;

/** Writes the first zones of a store that was opened in the same transaction. */
export async function openZones(tx: Tx, storeId: string, zones: readonly NewZone[]): Promise<void> {
  const opened: ShippingZone[] = [];
  for (const zone of zones) {
    const refusal = refuseZone(zone) ?? refuseOverlap(zone, opened);
    if (refusal !== undefined) throw refusal;
    const id = newId();
    opened.push({ ...zone, id });
    await insertShippingZone(tx, {
      ...zone,
      id,
      store_id: storeId,
      rates: JSON.stringify(zone.rates),
    });
  }
}
