import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { asChange, recordChanges } from './events.js';
import { insertLevel, type Level, levelsByIds } from './repository.js';
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
  const [opened] = await openLevels(tx, [level]);
  if (opened === undefined) throw new Error('the new level was not found');
  return opened;
}

/** Creates levels with their opening stock. */
export async function openLevels(tx: Tx, levels: readonly NewLevel[]): Promise<Level[]> {
  const ids = levels.map(() => newId());
  try {
    await Promise.all(levels.map((level, index) => insert(tx, ids[index] ?? '', level)));
  } catch (error) {
    if (brokenConstraint(error) === 'one_level_per_variant') {
      throw conflict('DUPLICATE', 'This store already has a level of this variant.');
    }
    if (brokenConstraint(error) === 'inventory_levels_sanity_id_key') {
      throw conflict('DUPLICATE', 'Another record has this content id.');
    }
    throw error;
  }
  await postMovements(
    tx,
    levels.flatMap(({ storeId, variantId, onHand: quantity = 0, actorId }) =>
      quantity > 0
        ? [{ storeId, variantId, kind: 'initial', quantity, reason: 'Opening stock', actorId }]
        : [],
    ),
  );
  const opened = await levelsByIds(tx, ids);
  await recordChanges(
    tx,
    opened.map(level => asChange(level, 'initial', level.on_hand)),
  );
  return opened;
}

const insert = (tx: Tx, id: string, level: NewLevel) =>
  insertLevel(tx, {
    id,
    store_id: level.storeId,
    variant_id: level.variantId,
    reorder_point: level.reorderPoint,
    is_active: level.isActive,
    sanity_id: level.sanityId ?? null,
  });
