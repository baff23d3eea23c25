import type { Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { record } from '../../platform/work/events/outbox.js';
import { inventoryLevelDeleted } from './events.js';
import { deleteUnusedLevel, lockLevel } from './repository.js';

/** Deletes a level without movements; others can only be deactivated. */
export async function removeLevel(tx: Tx, id: string): Promise<void> {
  const level = await lockLevel(tx, id);
  if (level === undefined) throw notFound('Inventory level');
  if (!(await deleteUnusedLevel(tx, id))) {
    throw conflict(
      'IN_USE',
      'This level has stock, holds or movements and cannot be deleted; set is_active to false instead.',
    );
  }
  await record(tx, inventoryLevelDeleted(level));
}
