import { isCountryCode } from '../../../platform/countries.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { jurisdictionSaved } from '../events.js';
import { ELSEWHERE } from './destination-taxes.js';
import {
  insertJurisdiction,
  type JurisdictionWithStores,
  jurisdictionById,
  setJurisdictionStores,
  updateJurisdiction,
} from './jurisdiction-repository.js';
import type { JurisdictionBody } from './schemas.js';

/** Creates or changes a tax jurisdiction. Existing sales keep their rates. */
export async function saveJurisdiction(
  tx: Tx,
  id: string | undefined,
  change: Partial<Static<typeof JurisdictionBody>>,
): Promise<JurisdictionWithStores> {
  const jurisdictionId = id ?? newId();
  if (change.country != null && change.country !== ELSEWHERE && !isCountryCode(change.country)) {
    throw invalidField('country', 'There is no such country.');
  }
  const { store_ids: storeIds, ...columns } = change;
  try {
    if (id === undefined) {
      const { code = '', name = '', rate = '0' } = columns;
      await insertJurisdiction(tx, { ...columns, id: jurisdictionId, code, name, rate });
    } else await updateJurisdiction(tx, id, columns);
    if (storeIds !== undefined) await setJurisdictionStores(tx, jurisdictionId, storeIds);
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'tax_jurisdictions_place') {
      throw invalidField('region', 'A region needs a country.');
    }
    if (broken?.startsWith('tax_jurisdictions_')) {
      throw conflict('DUPLICATE', 'Another tax jurisdiction has this code or content id.');
    }
    if (broken === 'store_tax_jurisdictions_store_id_fkey') {
      throw invalidField('store_ids', 'One of these stores does not exist.');
    }
    if (broken === 'store_tax_jurisdictions_jurisdiction_id_fkey') {
      throw notFound('Tax jurisdiction');
    }
    throw error;
  }
  const saved = await jurisdictionById(tx, jurisdictionId);
  if (saved === undefined) throw notFound('Tax jurisdiction');
  await record(tx, jurisdictionSaved(saved));
  return saved;
}
