import { shownQuantity, type Unit } from '../../platform/quantity.js';
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
  unit: level.unit,
  on_hand: shownQuantity(level.on_hand, level.unit),
  stock_on_hand: shownQuantity(level.on_hand, level.unit),
  reserved: shownQuantity(level.reserved, level.unit),
  available: shownQuantity(level.on_hand - level.reserved, level.unit),
  reorder_point: shownQuantity(level.reorder_point, level.unit),
  is_active: level.is_active,
  is_low: level.is_low,
  sanity_id: level.sanity_id,
  created_at: level.created_at.toISOString(),
  updated_at: level.updated_at.toISOString(),
});

export const presentMovement = (movement: MovementRow, unit: Unit) => ({
  ...movement,
  quantity: shownQuantity(movement.quantity, unit),
  on_hand: shownQuantity(movement.on_hand, unit),
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
        quantity: shownQuantity(-level.change, level.unit),
        from_on_hand: shownQuantity(level.onHand, level.unit),
        to_on_hand: shownQuantity(arrived.get(level.variantId)?.onHand ?? 0, level.unit),
      })),
  };
};

export const presentCount = (
  { id, lines }: { id: string; lines: CountedLine[] },
  storeId: string,
) => ({
  count_id: id,
  store: storeId,
  lines: lines.map(({ variantId, sku, unit, expected, counted }) => ({
    variant_id: variantId,
    sku,
    expected: shownQuantity(expected, unit),
    counted: shownQuantity(counted, unit),
    difference: shownQuantity(counted - expected, unit),
  })),
});
