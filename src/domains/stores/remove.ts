import { sqlState, type Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import {
  deleteJurisdiction,
  deleteSite,
  deleteStore,
  findStore,
  jurisdictionById,
  siteById,
} from './repository.js';

const FOREIGN_KEY_VIOLATION = '23503';

type Kept = { id: string; sanity_id: string | null };

/** What other records still refer to is not deleted; the caller is told to deactivate it. */
async function remove(
  tx: Tx,
  what: { name: string; event: string },
  found: Kept | undefined,
  erase: (tx: Tx, id: string) => Promise<unknown>,
): Promise<void> {
  if (found === undefined) throw notFound(what.name);
  try {
    await erase(tx, found.id);
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw conflict(
      'IN_USE',
      `${what.name} is in use and cannot be deleted; set is_active to false instead.`,
    );
  }
  await record(tx, {
    event: what.event,
    storeId: null,
    subjectId: found.id,
    data: { id: found.id, sanity_id: found.sanity_id },
  });
}

export const removeStore = async (tx: Tx, id: string): Promise<void> =>
  remove(tx, { name: 'Store', event: 'store.deleted' }, await findStore(tx, id), deleteStore);

export const removeSite = async (tx: Tx, id: string): Promise<void> =>
  remove(tx, { name: 'Site', event: 'site.deleted' }, await siteById(tx, id), deleteSite);

export const removeJurisdiction = async (tx: Tx, id: string): Promise<void> =>
  remove(
    tx,
    { name: 'Tax jurisdiction', event: 'tax_jurisdiction.deleted' },
    await jurisdictionById(tx, id),
    deleteJurisdiction,
  );
