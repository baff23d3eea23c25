import { formatMoney, type Minor } from '../../platform/money.js';

/** The eight states of a sale and where each may go. */
export const MOVES = {
  pending: ['payment_requires_action', 'partially_paid', 'completed', 'expired', 'voided'],
  payment_requires_action: ['partially_paid', 'completed', 'expired', 'voided'],
  partially_paid: ['completed', 'expired', 'voided'],
  completed: ['partially_refunded', 'refunded', 'voided'],
  partially_refunded: ['refunded', 'voided'],
  refunded: [],
  expired: [],
  voided: [],
} as const satisfies Record<string, readonly string[]>;

export type SaleStatus = keyof typeof MOVES;

export const SALE_STATUSES = Object.keys(MOVES) as SaleStatus[];

export const mayMove = (from: SaleStatus, to: SaleStatus): boolean =>
  (MOVES[from] as readonly SaleStatus[]).includes(to);

/** A sale that still waits for money. */
export const isPayable = (status: SaleStatus): boolean =>
  status === 'pending' || status === 'partially_paid';

export const SOURCES = ['pos', 'web_commerce', 'dashboard', 'api'] as const;
export type Source = (typeof SOURCES)[number];

/** Where a sale stands after refunds of `refundedMinor` in all. */
export function statusAfterRefunds(paidMinor: Minor, refundedMinor: Minor): SaleStatus {
  if (refundedMinor <= 0) return 'completed';
  return refundedMinor < paidMinor ? 'partially_refunded' : 'refunded';
}

/** Something the counter charged other than the server would have. */
export type Variance = { field: string; charged: string; expected: string };

export const variance = (field: string, charged: Minor, expected: Minor): Variance[] =>
  charged === expected
    ? []
    : [{ field, charged: formatMoney(charged), expected: formatMoney(expected) }];
