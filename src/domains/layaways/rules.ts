import { type Minor, minor } from '../../platform/money.js';
import { isPayable, type SaleStatus } from '../transactions/index.js';

export const LAYAWAY_STATUSES = ['open', 'completed', 'cancelled', 'expired'] as const;
export type LayawayStatus = (typeof LAYAWAY_STATUSES)[number];

/** A layaway has no status of its own: its sale says what became of it. */
export function statusOf(sale: { status: SaleStatus; expired_at: Date | null }): LayawayStatus {
  if (sale.status === 'voided') return 'cancelled';
  if (!isPayable(sale.status)) return 'completed';
  return sale.expired_at === null ? 'open' : 'expired';
}

/** A store never keeps more than the customer has paid. */
export const feeOf = (storeFee: string, paidMinor: Minor, currency: string): Minor =>
  Math.min(minor(storeFee, currency), paidMinor);
