import { conflict, type Failure } from '../../platform/http/failure.js';
import type { Unit } from '../../platform/quantity.js';

export const TRANSFER_STATUSES = [
  'requested',
  'packed',
  'in_transit',
  'received',
  'cancelled',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export const DIFFERENCE_REASONS = [
  'missing',
  'damaged',
  'miscounted',
  'wrong_article',
  'other',
] as const;
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number];

type Action = {
  from: readonly TransferStatus[];
  to: TransferStatus;
  /** The store whose staff may do it. */
  side: 'from' | 'to' | 'either';
};

/** Allowed transitions. Goods in transit can only arrive. */
export const ACTIONS = {
  pack: { from: ['requested'], to: 'packed', side: 'from' },
  send: { from: ['packed'], to: 'in_transit', side: 'from' },
  receive: { from: ['in_transit'], to: 'received', side: 'to' },
  cancel: { from: ['requested', 'packed'], to: 'cancelled', side: 'either' },
} as const satisfies Record<string, Action>;
export type TransferAction = keyof typeof ACTIONS;

export function refuseAction(status: TransferStatus, name: TransferAction): Failure | undefined {
  const { from }: Action = ACTIONS[name];
  if (from.includes(status)) return undefined;
  return conflict('INVALID_STATE', `Cannot ${name} a transfer that is ${status}.`, { status });
}

/** Quantities are in steps of the unit. */
export type TransferLine = {
  id: string;
  variant_id: string;
  sku: string;
  unit: Unit;
  requested_quantity: number;
  packed_quantity: number | null;
  received_quantity: number | null;
  difference_reason: DifferenceReason | null;
  difference_note: string;
};

/** Positive if more arrived than was packed; null until it arrived. */
export const differenceOf = (line: TransferLine): number | null =>
  line.received_quantity === null ? null : line.received_quantity - (line.packed_quantity ?? 0);
