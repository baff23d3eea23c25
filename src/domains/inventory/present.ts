import { presentGoods } from '../catalog/index.js';
import type { CountedLine } from './count.js';
import type { Level } from './repository.js';
import type { LevelChange } from './rules.js';
import type { MovementRow } from './stock-repository.js';

export const presentLevel = (level: Level) => ({
  id: level.id,
  store: level.store_id,
  variant_id: level.variant_id,
  sku: level.sku,
  name: level.name,
  ...presentGoods(level),
  on_hand: level.on_hand,
  stock_on_hand: level.on_hand,
  reserved: level.reserved,
  available: level.on_hand - level.reserved,
  reorder_point: level.reorder_point,
  is_active: level.is_active,
  sanity_id: level.sanity_id,
  created_at: level.created_at.toISOString(),
  updated_at: level.updated_at.toISOString(),
});

export const presentMovement = (movement: MovementRow) => ({
  ...movement,
  occurred_at: movement.occurred_at.toISOString(),
});

export const presentTransfer = (
  { id, changes }: { id: string; changes: LevelChange[] },
  fromStoreId: string,
  toStoreId: string,
) => {
  const arrived = new Map(
    changes.filter(level => level.storeId === toStoreId).map(level => [level.variantId, level]),
  );
  return {
    transfer_id: id,
    from_store: fromStoreId,
    to_store: toStoreId,
    lines: changes
      .filter(level => level.storeId === fromStoreId)
      .map(level => ({
        variant_id: level.variantId,
        sku: level.sku,
        quantity: -level.change,
        from_on_hand: level.onHand,
        to_on_hand: arrived.get(level.variantId)?.onHand ?? 0,
      })),
  };
};

export const presentCount = (
  { id, lines }: { id: string; lines: CountedLine[] },
  storeId: string,
) => ({
  count_id: id,
  store: storeId,
  lines: lines.map(({ variantId, sku, expected, counted }) => ({
    variant_id: variantId,
    sku,
    expected,
    counted,
    difference: counted - expected,
  })),
});
