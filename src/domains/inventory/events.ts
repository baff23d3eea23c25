import type { Tx } from '../../platform/database/tx.js';
import { Nullable, OneOf, Quantity, Type, Uuid } from '../../platform/http/schemas.js';
import { isMeasured, shownQuantity } from '../../platform/quantity.js';
import { defineEvent, type NewEvent } from '../../platform/work/events/define-event.js';
import { record } from '../../platform/work/events/outbox.js';
import { systemNotification } from '../stores/index.js';
import type { Level } from './repository.js';
import { alertOf, CHANGE_KINDS, type LevelChange } from './rules.js';
import type { LockedLevel } from './stock-repository.js';

/** Records level changes and the resulting alerts in one insert. */
export const recordChanges = (tx: Tx, changes: readonly LevelChange[]): Promise<void> =>
  record(tx, ...changes.map(inventoryChanged), ...changes.flatMap(stockAlert));

export const inventoryChanged = defineEvent(
  'inventory.changed',
  {
    summary: 'The stock on hand, the reserved stock or the settings of a level changed.',
    data: Type.Object({
      variant_id: Uuid,
      sku: Type.String(),
      on_hand: Quantity,
      reserved: Quantity,
      available: Type.Number({ description: '`on_hand` less `reserved`.' }),
      reorder_point: Quantity,
      change: Type.Number({ description: 'What was added to `on_hand`.' }),
      kind: OneOf(CHANGE_KINDS),
    }),
    live: true,
    webhook: true,
  },
  (level: LevelChange) => ({
    storeId: level.storeId,
    terminalId: level.terminalId,
    subjectId: level.id,
    data: {
      variant_id: level.variantId,
      sku: level.sku,
      on_hand: shownQuantity(level.onHand, level.unit),
      reserved: shownQuantity(level.reserved, level.unit),
      available: shownQuantity(level.onHand - level.reserved, level.unit),
      reorder_point: shownQuantity(level.reorderPoint, level.unit),
      change: shownQuantity(level.change, level.unit),
      kind: level.kind,
    },
  }),
);

export const inventoryLevelDeleted = defineEvent(
  'inventory_level.deleted',
  {
    summary: 'A level that never held stock was deleted.',
    data: Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) }),
    webhook: true,
  },
  ({ id, store_id, sanity_id }: Pick<Level, 'id' | 'store_id' | 'sanity_id'>) => ({
    storeId: store_id,
    subjectId: id,
    data: { id, sanity_id },
  }),
);

function stockAlert(level: LevelChange): NewEvent[] {
  const alert = alertOf(level);
  if (alert === undefined) return [];
  const onHand = shownQuantity(level.onHand, level.unit);
  const reorderPoint = shownQuantity(level.reorderPoint, level.unit);
  const unit = isMeasured(level.unit) ? ` ${level.unit}` : '';
  const message =
    alert === 'below_zero'
      ? `${level.sku} is at ${onHand}${unit}: more was sold than the recorded stock.`
      : `${level.sku} is down to ${onHand}${unit}; reorder at ${reorderPoint}.`;
  return [
    systemNotification({
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
        on_hand: onHand,
        reorder_point: reorderPoint,
      },
    }),
  ];
}

/** The change of a level that was created or whose settings changed. */
export const asChange = (level: Level, kind: LevelChange['kind'], change = 0): LevelChange => ({
  id: level.id,
  storeId: level.store_id,
  variantId: level.variant_id,
  sku: level.sku,
  name: level.name,
  unit: level.unit,
  onHand: level.on_hand,
  reserved: level.reserved,
  reorderPoint: level.reorder_point,
  isActive: level.is_active,
  change,
  kind,
  terminalId: null,
});

/** A count that created the level without a movement still needs an event. */
export const openedEmpty = ({ isNew: _, ...level }: LockedLevel): LevelChange => ({
  ...level,
  change: 0,
  kind: 'count',
  terminalId: null,
});
