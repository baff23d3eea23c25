import type { Tx } from '../../platform/database/tx.js';
import { type Fact, record } from '../../platform/events/outbox.js';
import type { Level } from './repository.js';
import { alertOf, type LevelChange } from './rules.js';

/** Says what happened to the levels, and who should look at them, in one insert. */
export const recordChanges = (tx: Tx, changes: readonly LevelChange[]): Promise<void> =>
  record(tx, ...changes.map(levelChanged), ...changes.flatMap(stockAlert));

const levelChanged = (level: LevelChange): Fact => ({
  event: 'inventory.changed',
  live: true,
  storeId: level.storeId,
  terminalId: level.terminalId,
  subjectId: level.id,
  data: {
    variant_id: level.variantId,
    sku: level.sku,
    on_hand: level.onHand,
    reserved: level.reserved,
    available: level.onHand - level.reserved,
    reorder_point: level.reorderPoint,
    change: level.change,
    kind: level.kind,
  },
});

function stockAlert(level: LevelChange): Fact[] {
  const alert = alertOf(level);
  if (alert === undefined) return [];
  const message =
    alert === 'below_zero'
      ? `${level.sku} is at ${level.onHand}: more was sold than the books know of.`
      : `${level.sku} is down to ${level.onHand}; reorder at ${level.reorderPoint}.`;
  return [
    {
      event: 'system.notification',
      live: true,
      storeId: level.storeId,
      terminalId: level.terminalId,
      subjectId: level.id,
      data: {
        kind: 'stock_alert',
        alert,
        message,
        variant_id: level.variantId,
        sku: level.sku,
        name: level.name,
        on_hand: level.onHand,
        reorder_point: level.reorderPoint,
      },
    },
  ];
}

/** A level as a fact of its own, after it was opened or its settings were changed. */
export const asChange = (level: Level, kind: LevelChange['kind'], change = 0): LevelChange => ({
  id: level.id,
  storeId: level.store_id,
  variantId: level.variant_id,
  sku: level.sku,
  name: level.name,
  onHand: level.on_hand,
  reserved: level.reserved,
  reorderPoint: level.reorder_point,
  isActive: level.is_active,
  change,
  kind,
  terminalId: null,
});
