import { formatMoney, minor, portion, sumOf } from '../../platform/money.js';
import { shownQuantity, stepsPerUnit } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import type { Order } from './repository.js';
import { outstandingOf } from './rules.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentOrder({
  store_id,
  supplier_id,
  delivery_id,
  lines,
  receipts,
  ...order
}: Order) {
  const totals = lines.map(line =>
    portion(minor(line.unit_cost, order.currency), line.ordered_quantity, stepsPerUnit(line.unit)),
  );
  return {
    ...order,
    store: store_id,
    supplier: supplier_id,
    total_cost: formatMoney(sumOf(totals), order.currency),
    lines: lines.map((line, index) => ({
      ...line,
      ...presentGoods(line),
      ordered_quantity: shownQuantity(line.ordered_quantity, line.unit),
      received_quantity: shownQuantity(line.received_quantity, line.unit),
      outstanding_quantity: shownQuantity(outstandingOf(line), line.unit),
      line_total: formatMoney(totals[index] ?? 0, order.currency),
    })),
    receipts: receipts.map(receipt => ({
      ...receipt,
      lines: receipt.lines.map(line => ({
        ...line,
        ...presentGoods(line),
        quantity: shownQuantity(line.quantity, line.unit),
      })),
      received_at: new Date(receipt.received_at).toISOString(),
    })),
    submitted_at: time(order.submitted_at),
    received_at: time(order.received_at),
    closed_at: time(order.closed_at),
    cancelled_at: time(order.cancelled_at),
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}
