import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { asChange, recordChanges } from './events.js';
import { type Level, levelById, updateLevel } from './repository.js';

export type LevelSettings = {
  reorder_point?: number;
  is_active?: boolean;
  sanity_id?: string | null;
};

/** Changes the settings of a level, never its quantities. */
export async function changeLevel(tx: Tx, id: string, settings: LevelSettings): Promise<Level> {
  const isChange = Object.keys(settings).length > 0;
  try {
    if (isChange) await updateLevel(tx, id, settings);
  } catch (error) {
    if (brokenConstraint(error) === 'inventory_levels_sanity_id_key') {
      throw conflict('DUPLICATE', 'Another record has this content id.');
    }
    throw error;
  }
  const level = await levelById(tx, id);
  if (level === undefined) throw notFound('Inventory level');
  if (isChange) await recordChanges(tx, [asChange(level, 'settings')]);
  return level;
}
