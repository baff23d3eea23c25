import type { Tx } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import type { Kept } from '../catalog/index.js';
import { adjust } from './adjust.js';
import { changeLevel } from './change-level.js';
import type { LevelUndo, Settings } from './put-level.js';
import { removeLevel } from './remove-level.js';
import { type Level, levelOf, lockLevel } from './repository.js';

const REASON = 'Import undone';

/**
 * Gives the stock of an import back as a movement and restores the settings that still have the
 * imported value. Goods that were sold or promised since stay out of it.
 */
export async function undoLevel(
  tx: Tx,
  change: LevelUndo,
  actorId: string | null,
): Promise<Kept[]> {
  const { store_id: storeId, variant_id: variantId } = change;
  const level = await lockedLevel(tx, storeId, variantId);
  if (level === undefined) return [];
  const isShort = await moveBack(tx, level, change.moved, actorId);
  const kept: Kept[] = isShort ? [{ ...keptOf(level), reason: 'stock_used', fields: [] }] : [];
  if (change.created) {
    await close(tx, level, change.moved);
    return kept;
  }
  const changed = Object.keys(change.after).filter(
    name => level[name as keyof Settings] !== change.after[name as keyof Settings],
  );
  const restored = Object.entries(change.before).filter(([name]) => !changed.includes(name));
  if (restored.length > 0) await changeLevel(tx, level.id, Object.fromEntries(restored));
  if (changed.length === 0) return kept;
  return [...kept, { ...keptOf(level), reason: 'changed', fields: changed }];
}

/** Read under its lock, so that nobody sells or reserves what is given back. */
async function lockedLevel(tx: Tx, storeId: string, variantId: string): Promise<Level | undefined> {
  const found = await levelOf(tx, storeId, variantId);
  if (found === undefined) return undefined;
  await lockLevel(tx, found.id);
  return levelOf(tx, storeId, variantId);
}

const keptOf = ({ sku }: Level): Pick<Kept, 'record' | 'key'> => ({ record: 'level', key: sku });

/** True if fewer goods are left than the import added. */
async function moveBack(
  tx: Tx,
  level: Level,
  moved: number,
  actorId: string | null,
): Promise<boolean> {
  const { store_id: storeId, variant_id: variantId } = level;
  const available = Math.max(0, level.on_hand - level.reserved);
  const back = moved > 0 ? Math.min(moved, available) : moved;
  if (back !== 0) {
    await adjust(tx, { storeId, variantId, quantity: -back, reason: REASON, actorId });
  }
  return back !== moved;
}

/** Deletes a level without movements; one that is empty again is deactivated. */
async function close(tx: Tx, { id, on_hand, is_active }: Level, moved: number): Promise<void> {
  if (moved === 0) {
    try {
      return await removeLevel(tx, id);
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'IN_USE')) throw error;
    }
  }
  if (is_active && on_hand === moved) await changeLevel(tx, id, { is_active: false });
}
