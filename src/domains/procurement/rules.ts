import { conflict, Failure, type FieldErrors } from '../../platform/http/failure.js';
import { divideRounded, fitting, type Minor } from '../../platform/money.js';
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

/** What can be done to an order, from where. What has come is closed, never cancelled. */
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
  return conflict('INVALID_STATE', `An order that is ${status} does not take: ${name}.`, {
    status,
  });
}

/** Once the vendor has the order, goods and prices stand; these are notes of our own. */
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
  ordered_quantity: number;
  received_quantity: number;
  over_receipt_percent: number;
};

/** 10 pieces with 15 % may become 11: the tolerance is rounded down. The database checks the same. */
export const mostOf = (line: OrderLine): number =>
  line.ordered_quantity + Math.floor((line.ordered_quantity * line.over_receipt_percent) / 100);

export const outstandingOf = (line: OrderLine): number =>
  Math.max(0, line.ordered_quantity - line.received_quantity);

export const statusOf = (lines: readonly OrderLine[]): 'received' | 'partially_received' =>
  lines.every(line => outstandingOf(line) === 0) ? 'received' : 'partially_received';

/** Every line that would take in more than was ordered and tolerated, told at once. */
export function refuseReceipt(
  lines: readonly OrderLine[],
  quantities: readonly { lineId: string; quantity: number }[],
): Failure | undefined {
  const known = new Map(lines.map(line => [line.id, line]));
  const fields: FieldErrors = {};
  quantities.forEach(({ lineId, quantity }, index) => {
    const line = known.get(lineId);
    if (line === undefined || line.received_quantity + quantity <= mostOf(line)) return;
    const left = Math.max(0, mostOf(line) - line.received_quantity);
    fields[`lines.${index}.quantity`] = [`At most ${left} of ${line.sku} can still come.`];
  });
  const [first] = Object.entries(fields);
  if (first === undefined) return undefined;
  return new Failure('invalid', 'OVER_RECEIPT', `${first[0]}: ${first[1][0]}`, { fields });
}

type Stock = { quantity: number; costMinor: Minor | null };

/**
 * The cost of goods after some more have come: the average over what is there and what came,
 * 10 at 5.00 and 5 at 6.50 are 5.50. Goods whose cost nobody knows take that of the newcomers.
 */
export function averageCost(there: Stock, came: { quantity: number; costMinor: Minor }): Minor {
  if (there.costMinor === null || there.quantity <= 0) return came.costMinor;
  const worth =
    BigInt(there.quantity) * BigInt(there.costMinor) +
    BigInt(came.quantity) * BigInt(came.costMinor);
  return fitting(divideRounded(worth, BigInt(there.quantity + came.quantity)));
}
