import { shownQuantity } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import type { Line, Transfer } from './repository.js';
import { differenceOf } from './rules.js';
import type { InTransit } from './transit-repository.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentTransfer({ from_store_id, to_store_id, lines, ...transfer }: Transfer) {
  return {
    ...transfer,
    from_store: from_store_id,
    to_store: to_store_id,
    has_differences: lines.some(line => (differenceOf(line) ?? 0) !== 0),
    lines: lines.map(presentLine),
    created_at: transfer.created_at.toISOString(),
    packed_at: time(transfer.packed_at),
    sent_at: time(transfer.sent_at),
    received_at: time(transfer.received_at),
    cancelled_at: time(transfer.cancelled_at),
    updated_at: transfer.updated_at.toISOString(),
  };
}

function presentLine(line: Line) {
  const shown = (steps: number | null): number | null =>
    steps === null ? null : shownQuantity(steps, line.unit);
  return {
    ...line,
    ...presentGoods(line),
    requested_quantity: shownQuantity(line.requested_quantity, line.unit),
    packed_quantity: shown(line.packed_quantity),
    received_quantity: shown(line.received_quantity),
    difference: shown(differenceOf(line)),
  };
}

export const presentInTransit = ({ to_store_id, ...goods }: InTransit) => ({
  ...goods,
  ...presentGoods(goods),
  to_store: to_store_id,
  quantity: shownQuantity(goods.quantity, goods.unit),
});
