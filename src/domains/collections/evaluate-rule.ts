import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { productSaved } from '../catalog/index.js';
import { changeMembers, lockRule } from './repository.js';

/**
 * Each commit raises the version of the reference data, which tills wait for, so it stays short.
 */
export const PRODUCTS_PER_COMMIT = 1_000;

/**
 * Makes the products of a collection those that match its rule, all of them or the given ones. Does
 * nothing if the rule was removed meanwhile.
 */
export async function evaluateRule(
  { db, clock }: Platform,
  collectionId: string,
  productIds?: readonly number[],
  limit = PRODUCTS_PER_COMMIT,
): Promise<void> {
  const now = clock.now();
  let isDone = false;
  while (!isDone) {
    isDone = await atomically(db, async tx => {
      const rule = await lockRule(tx, collectionId);
      if (rule === undefined) return true;
      const changed = await changeMembers(tx, rule, { now, productIds, limit });
      if (changed.length > 0) await record(tx, ...changed.map(product => productSaved(product)));
      const joined = changed.filter(product => product.has_joined).length;
      return joined < limit && changed.length - joined < limit;
    });
  }
}
