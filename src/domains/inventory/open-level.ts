import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { asChange, recordChanges } from './events.js';
import { insertLevel, type Level, levelById } from './repository.js';
import { postMovements } from './stock-repository.js';

export type NewLevel = {
  storeId: string;
  variantId: string;
  /** Opening stock, recorded as a movement of kind `initial`. */
  onHand?: number;
  reorderPoint?: number;
  isActive?: boolean;
  sanityId?: string | null;
  actorId: string | null;
};

/** Creates the level of a variant at a store. */
export async function openLevel(tx: Tx, level: NewLevel): Promise<Level> {
  const { storeId, variantId, onHand = 0, actorId } = level;
  const id = newId();
  try {
    await insertLevel(tx, {
      id,
      store_id: storeId,
      variant_id: variantId,
      reorder_point: level.reorderPoint,
      is_active: level.isActive,
      sanity_id: level.sanityId ?? null,
    });
  } catch (error) {
    if (brokenConstraint(error) === 'one_level_per_variant') {
      throw conflict('DUPLICATE', 'This store already has a level of this variant.');
    }
    if (brokenConstraint(error) === 'inventory_levels_sanity_id_key') {
      throw conflict('DUPLICATE', 'Another record has this content id.');
    }
    throw error;
  }
  if (onHand > 0) {
    await postMovements(tx, [
      { storeId, variantId, kind: 'initial', quantity: onHand, reason: 'Opening stock', actorId },
    ]);
  }
  const opened = await levelById(tx, id);
  if (opened === undefined) throw new Error('the new level was not found');
  await recordChanges(tx, [asChange(opened, 'initial', onHand)]);
  return opened;
}
