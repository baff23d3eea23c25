import {
  conflict,
  type Failure,
  type FieldErrors,
  invalidFields,
} from '../../platform/http/failure.js';
import { divideRounded, fitting, type Minor } from '../../platform/money.js';
import { shownQuantity, type Unit } from '../../platform/quantity.js';
import type { Permission } from '../access/index.js';

export const ORDER_STATUSES = [
  'draft',
  'submitted',
  'partially_received',
  'received',
  'closed',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

type Action = {
  from: readonly OrderStatus[];
  to: OrderStatus | 'by quantity';
  permission: Permission;
};

/** Allowed transitions. An order with received goods is closed, never cancelled. */
export const ACTIONS = {
  submit: { from: ['draft'], to: 'submitted', permission: 'procurement.manage' },
  receive: {
    from: ['submitted', 'partially_received'],
    to: 'by quantity',
    permission: 'delivery.manage',
  },
  close: {
    from: ['partially_received', 'received'],
    to: 'closed',
    permission: 'procurement.manage',
  },
  cancel: { from: ['draft', 'submitted'], to: 'cancelled', permission: 'procurement.manage' },
} as const satisfies Record<string, Action>;
export type OrderAction = keyof typeof ACTIONS;

export function refuseAction(status: OrderStatus, name: OrderAction): Failure | undefined {
  const { from }: Action = ACTIONS[name];
  if (from.includes(status)) return undefined;
  return conflict('INVALID_STATE', `Cannot ${name} an order that is ${status}.`, {
    status,
  });
}

/** After submission goods and prices are fixed; only these internal fields can change. */
const LATER_FIELDS = new Set(['vendor_reference', 'expected_date', 'notes', 'delivery']);

export function refuseChange(status: OrderStatus, change: object): Failure | undefined {
  const isOver = status === 'closed' || status === 'cancelled';
  const isNote = Object.keys(change).every(field => LATER_FIELDS.has(field));
  if (status === 'draft' || (isNote && !isOver)) return undefined;
  return conflict('INVALID_STATE', `This cannot be changed while the order is ${status}.`, {
    status,
  });
}

export type OrderLine = {
  id: string;
  variant_id: string;
  sku: string;
  /** Default: piece. */
  unit?: Unit;
  /** In steps of the unit, as all quantities here. */
  ordered_quantity: number;
  received_quantity: number;
  over_receipt_percent: number;
};

/** 10 units with 15 % accept 11, rounded down. A database constraint checks the same. */
export const maxReceivable = (line: OrderLine): number =>
  line.ordered_quantity + Math.floor((line.ordered_quantity * line.over_receipt_percent) / 100);

export const outstandingOf = (line: OrderLine): number =>
  Math.max(0, line.ordered_quantity - line.received_quantity);

export const statusOf = (lines: readonly OrderLine[]): 'received' | 'partially_received' =>
  lines.every(line => outstandingOf(line) === 0) ? 'received' : 'partially_received';

/** Returns one error that lists every line above its maximum. */
export function refuseReceipt(
  lines: readonly OrderLine[],
  quantities: readonly { lineId: string; quantity: number }[],
): Failure | undefined {
  const known = new Map(lines.map(line => [line.id, line]));
  const fields: FieldErrors = {};
  quantities.forEach(({ lineId, quantity }, index) => {
    const line = known.get(lineId);
    if (line === undefined || line.received_quantity + quantity <= maxReceivable(line)) return;
    const left = Math.max(0, maxReceivable(line) - line.received_quantity);
    const most = shownQuantity(left, line.unit ?? 'piece');
    fields[`lines.${index}.quantity`] = [`At most ${most} of ${line.sku} can still be received.`];
  });
  return Object.keys(fields).length > 0 ? invalidFields(fields, 'OVER_RECEIPT') : undefined;
}

type Stock = { quantity: number; costMinor: Minor | null };

/**
 * Weighted average cost after a receipt: 10 at 5.00 and 5 at 6.50 give 5.50. If the current cost is
 * unknown or nothing is in stock, the cost of the receipt applies.
 */
export function averageCost(
  inStock: Stock,
  received: { quantity: number; costMinor: Minor },
): Minor {
  if (inStock.costMinor === null || inStock.quantity <= 0) return received.costMinor;
  const worth =
    BigInt(inStock.quantity) * BigInt(inStock.costMinor) +
    BigInt(received.quantity) * BigInt(received.costMinor);
  return fitting(divideRounded(worth, BigInt(inStock.quantity + received.quantity)));
}
