import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Unit } from '../../platform/quantity.js';
import { type PutAction, variantsBySkus } from '../catalog/index.js';
import { changeLevel } from './change-level.js';
import { count } from './count.js';
import { forgetLevel, isBundle, knownLevel, type LevelBatch, openLevelIn } from './level-batch.js';
import { NO_OWN_STOCK, stepsOfField } from './references.js';
import type { Level } from './repository.js';

/** An import row. Omitted fields stay unchanged. */
export type LevelRow = {
  storeId: string;
  sku: string;
  /** In units, not in steps. */
  onHand?: number;
  reorderPoint?: number;
  isActive?: boolean;
  actorId: string | null;
  /** The variant of the SKU, where the caller knows it. One that is new has no level yet. */
  variant?: { id: string; unit: Unit; isNew: boolean };
};

const REASON = 'Import';

/** What an import did to a level, so that it can be undone. Quantities are steps. */
export type LevelUndo = {
  record: 'level';
  store_id: string;
  variant_id: string;
  created: boolean;
  moved: number;
  before: Settings;
  after: Settings;
};
export type Settings = { reorder_point?: number; is_active?: boolean };

/**
 * Creates or updates a level from an import row; stock is set like a stock count. A row about a
 * bundle is refused, unless it changes nothing: an export has the empty level of a former article.
 */
export async function putLevel(
  tx: Tx,
  row: LevelRow,
  log?: (change: LevelUndo) => void,
  batch?: LevelBatch,
): Promise<PutAction> {
  const { storeId, sku, actorId } = row;
  const variant = row.variant ?? (await variantsBySkus(tx, [sku]))[0];
  if (variant === undefined) throw invalidField('sku', 'There is no such variant.');
  const { onHand, reorderPoint } = stepsIn(row, variant.unit);
  const level = row.variant?.isNew ? undefined : await knownLevel(tx, batch, storeId, variant.id);
  // Counter sales can leave a negative level; accept a negative number only if it is unchanged.
  if (onHand !== undefined && onHand < 0 && onHand !== level?.on_hand) {
    throw invalidField('on_hand', 'Must be at least 0.');
  }
  const refuseBundle = async (): Promise<void> => {
    if (row.variant?.isNew) return;
    if (await isBundle(tx, batch, variant.id)) throw invalidField('sku', NO_OWN_STOCK);
  };
  const change = { record: 'level', store_id: storeId, variant_id: variant.id } as const;
  if (level === undefined) {
    await refuseBundle();
    await openLevelIn(tx, batch, { ...row, onHand, reorderPoint, variantId: variant.id });
    log?.({ ...change, created: true, moved: onHand ?? 0, before: {}, after: {} });
    return 'created';
  }
  const settings = settingsOf(level, { reorderPoint, isActive: row.isActive });
  const isSetting = Object.keys(settings).length > 0;
  const isCount = onHand !== undefined && onHand !== level.on_hand;
  if (isSetting || isCount) {
    await refuseBundle();
    batch?.writes.markSent();
    forgetLevel(batch, storeId, variant.id);
  }
  if (isSetting) await changeLevel(tx, level.id, settings);
  let moved = 0;
  if (isCount) {
    const counts = [{ variantId: variant.id, counted: onHand }];
    const { lines } = await count(tx, { storeId, counts, reason: REASON, actorId });
    // A till may have sold since the level was read; the count locks it.
    for (const { counted, expected } of lines) moved += counted - expected;
  }
  if (!isSetting && moved === 0) return 'unchanged';
  log?.({
    ...change,
    created: false,
    moved,
    before: {
      ...('reorder_point' in settings && { reorder_point: level.reorder_point }),
      ...('is_active' in settings && { is_active: level.is_active }),
    },
    after: settings,
  });
  return 'updated';
}

const stepsIn = ({ onHand, reorderPoint }: LevelRow, unit: Unit) => ({
  onHand: onHand === undefined ? undefined : stepsOfField('on_hand', onHand, unit),
  reorderPoint:
    reorderPoint === undefined ? undefined : stepsOfField('reorder_point', reorderPoint, unit),
});

const settingsOf = (
  level: Level,
  { reorderPoint, isActive }: Pick<LevelRow, 'reorderPoint' | 'isActive'>,
): Settings => ({
  ...(reorderPoint !== undefined &&
    reorderPoint !== level.reorder_point && { reorder_point: reorderPoint }),
  ...(isActive !== undefined && isActive !== level.is_active && { is_active: isActive }),
});
