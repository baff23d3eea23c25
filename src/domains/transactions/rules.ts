import { formatMoney, type Minor } from '../../platform/money.js';

/** Status of a sale → next statuses. */
export const MOVES = {
  pending: ['payment_requires_action', 'partially_paid', 'completed', 'expired', 'voided'],
  payment_requires_action: ['partially_paid', 'completed', 'expired', 'voided'],
  partially_paid: ['completed', 'expired', 'voided'],
  completed: ['partially_refunded', 'refunded', 'voided'],
  // Back when a processor has refused the refund.
  partially_refunded: ['completed', 'refunded', 'voided'],
  refunded: ['completed', 'partially_refunded'],
  expired: [],
  voided: [],
} as const satisfies Record<string, readonly string[]>;

export type SaleStatus = keyof typeof MOVES;

export const SALE_STATUSES = Object.keys(MOVES) as SaleStatus[];

export const mayMove = (from: SaleStatus, to: SaleStatus): boolean =>
  (MOVES[from] as readonly SaleStatus[]).includes(to);

export const isPayable = (status: SaleStatus): boolean =>
  status === 'pending' || status === 'partially_paid';

export const SOURCES = ['pos', 'web_commerce', 'dashboard', 'api'] as const;
export type Source = (typeof SOURCES)[number];

/**
 * A till sale with a time to be paid by: its goods are reserved, and it takes instalments until then.
 * Orders of the web shop have such a time, too.
 */
export const isLayaway = (sale: { source_system: string; expires_at: Date | null }): boolean =>
  sale.source_system === 'pos' && sale.expires_at !== null;

/** Sales to look at: other prices or taxes than ours, goods with an age limit, promotions. */
export const SALE_FLAGS = ['price_overridden', 'tax_variance', 'age_check', 'discounted'] as const;
export type SaleFlag = (typeof SALE_FLAGS)[number];

/** `refundedMinor` is the total of all refunds. */
export function statusAfterRefunds(paidMinor: Minor, refundedMinor: Minor): SaleStatus {
  if (refundedMinor <= 0) return 'completed';
  return refundedMinor < paidMinor ? 'partially_refunded' : 'refunded';
}

/** A difference between the till's price or tax and the server's. */
export type Variance = { field: string; charged: string; expected: string };

export const variance = (
  field: string,
  charged: Minor,
  expected: Minor,
  currency: string,
): Variance[] =>
  charged === expected
    ? []
    : [
        {
          field,
          charged: formatMoney(charged, currency),
          expected: formatMoney(expected, currency),
        },
      ];
