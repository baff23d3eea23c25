import { sqlState, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { NewEvent } from '../../platform/work/events/define-event.js';
import { record } from '../../platform/work/events/outbox.js';
import { storeDeleted } from './events.js';
import { deleteStore, findStore } from './repository.js';

const FOREIGN_KEY_VIOLATION = '23503';

type Row = { id: string; sanity_id: string | null };

/** Refuses to delete a row that other records refer to. */
export async function removeUnused(
  tx: Tx,
  what: { name: string; deleted: (row: Row) => NewEvent },
  found: Row | undefined,
  erase: (tx: Tx, id: string) => Promise<unknown>,
): Promise<void> {
  if (found === undefined) throw notFound(what.name);
  try {
    await erase(tx, found.id);
  } catch (error) {
    if (!isStillReferred(error)) throw error;
    throw conflict(
      'IN_USE',
      `${what.name} is in use and cannot be deleted; set is_active to false instead.`,
    );
  }
  await record(tx, what.deleted(found));
}

export const removeStore = async (tx: Tx, id: string): Promise<void> =>
  removeUnused(tx, { name: 'Store', deleted: storeDeleted }, await findStore(tx, id), deleteStore);

/** A foreign key of another record refers to the deleted row. */
export const isStillReferred = (error: unknown): boolean =>
  sqlState(error) === FOREIGN_KEY_VIOLATION;
