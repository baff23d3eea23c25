import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { record } from '../../platform/work/events/outbox.js';
import { zoneSaved } from './events.js';
import { insertZone, updateZone, type Zone, zoneById } from './repository.js';
import type { ZoneInput } from './schemas.js';

export type ZoneChange = Partial<Omit<ZoneInput, 'store'>> & { store_id?: string };

/** Creates a zone, or updates an existing one. */
export async function saveZone(tx: Tx, id: string | undefined, change: ZoneChange): Promise<Zone> {
  const zoneId = id ?? newId();
  try {
    if (id === undefined) {
      const { store_id = '', code = '', name = '' } = change;
      await insertZone(tx, { ...change, id: zoneId, store_id, code, name });
    } else await updateZone(tx, id, change);
  } catch (error) {
    throw refusal(error);
  }
  const zone = await zoneById(tx, zoneId);
  if (zone === undefined) throw notFound('Zone');
  await record(tx, zoneSaved(zone));
  return zone;
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'zones_code_in_store':
    case 'zones_sanity_id_key':
      return conflict('DUPLICATE', 'Another zone has this code in the store, or this content id.');
    case 'zones_store_id_fkey':
      return invalidField('store', 'There is no such store.');
    default:
      return error;
  }
}
