import { atomically, type Db } from '../../platform/database/tx.js';
import { unwatched } from '../../platform/database/tx-scope.js';
import { Failure } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import {
  findReference,
  hasMoreMembers,
  removeReference,
  takeOutProducts,
} from '../catalog/index.js';
import { PRODUCTS_PER_COMMIT } from './evaluate-rule.js';
import { collectionsWithoutRule, deleteRule } from './repository.js';

/**
 * Deletes a collection by UUID or slug. A large automatic one loses its products in commits of their
 * own first; the last `limit` go with the collection.
 */
export async function deleteCollection(
  { db }: Pick<Platform, 'db'>,
  ref: string,
  limit = PRODUCTS_PER_COMMIT,
): Promise<void> {
  const found = await findReference(db, 'collections', ref);
  // The record does not change yet, so these commits have no entry in the audit log.
  const isStarted =
    found?.is_automatic === true && (await unwatched(() => takeOut(db, found.id, limit)));
  try {
    await atomically(db, tx => removeReference(tx, 'collection', ref));
  } catch (error) {
    // The job has finished what this call began.
    if (!isStarted || !isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean => error instanceof Failure && error.kind === 'not_found';

/** Whether there was something to take out. */
async function takeOut(db: Db, id: string, limit: number): Promise<boolean> {
  if (!(await hasMoreMembers(db, id, limit))) return false;
  // Without a rule no evaluation adds the products again.
  await atomically(db, tx => deleteRule(tx, id));
  while (await hasMoreMembers(db, id, limit)) {
    await atomically(db, tx => takeOutProducts(tx, id, limit));
  }
  return true;
}

/** An automatic collection without a rule is one whose deletion was interrupted. */
export async function finishDeletions(platform: Pick<Platform, 'db'>): Promise<void> {
  for (const id of await collectionsWithoutRule(platform.db)) {
    await deleteCollection(platform, id).catch(error => {
      if (!isGone(error)) throw error;
    });
  }
}
