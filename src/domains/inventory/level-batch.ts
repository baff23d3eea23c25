import type { DeferredWrites } from '../../platform/database/deferred-writes.js';
import type { Tx } from '../../platform/database/tx.js';
import { bundlesOf } from '../catalog/index.js';
import { type NewLevel, openLevels } from './open-level.js';
import { type Level, levelOf, levelsOf } from './repository.js';

/** Levels that the rows of one transaction read ahead, and those that they open together. */
export type LevelBatch = {
  writes: DeferredWrites;
  /** By store and variant; null if there is no such level. */
  known: Map<string, Level | null>;
  /** Whether a variant is a bundle, by its id. */
  bundles: Map<string, boolean>;
  opening: NewLevel[];
};

export const createLevelBatch = (writes: DeferredWrites): LevelBatch => ({
  writes,
  known: new Map(),
  bundles: new Map(),
  opening: [],
});

const keyOf = (storeId: string, variantId: string): string => `${storeId} ${variantId}`;

/** Reads the levels of these variants at these stores, and which are bundles, with two statements. */
export async function readAheadLevels(
  tx: Tx,
  { known, bundles }: LevelBatch,
  storeIds: readonly string[],
  variantIds: readonly string[],
): Promise<void> {
  if (storeIds.length === 0 || variantIds.length === 0) return;
  for (const storeId of storeIds) {
    for (const variantId of variantIds) known.set(keyOf(storeId, variantId), null);
  }
  const [levels, parts] = await Promise.all([
    levelsOf(tx, storeIds, variantIds),
    bundlesOf(tx, variantIds),
  ]);
  for (const level of levels) known.set(keyOf(level.store_id, level.variant_id), level);
  for (const id of variantIds) bundles.set(id, parts.has(id));
}

export const isBundle = async (
  tx: Tx,
  batch: LevelBatch | undefined,
  variantId: string,
): Promise<boolean> =>
  batch?.bundles.get(variantId) ?? (await bundlesOf(tx, [variantId])).has(variantId);

export async function knownLevel(
  tx: Tx,
  batch: LevelBatch | undefined,
  storeId: string,
  variantId: string,
): Promise<Level | undefined> {
  const known = batch?.known.get(keyOf(storeId, variantId));
  return known === undefined ? levelOf(tx, storeId, variantId) : (known ?? undefined);
}

/** After a write: a later row of the batch may be about the same level. */
export const forgetLevel = (
  batch: LevelBatch | undefined,
  storeId: string,
  variantId: string,
): void => {
  batch?.known.delete(keyOf(storeId, variantId));
};

/** Opens a level with the next flush; at once without a batch. */
export async function openLevelIn(
  tx: Tx,
  batch: LevelBatch | undefined,
  level: NewLevel,
): Promise<void> {
  if (batch === undefined) {
    await openLevels(tx, [level]);
    return;
  }
  const { writes, opening } = batch;
  opening.push(level);
  writes.onUndo(() => opening.pop());
}

/** After the variants were written, because levels refer to them. */
export const flushLevelBatch = async (tx: Tx, { opening }: LevelBatch): Promise<void> => {
  if (opening.length > 0) await openLevels(tx, opening.splice(0));
};
