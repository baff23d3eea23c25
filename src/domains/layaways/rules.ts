import { addMs, DAY_MS, momentOf } from '../../platform/clock.js';
import { invalidField } from '../../platform/http/failure.js';
import { type Minor, minor } from '../../platform/money.js';
import { isPayable, type SaleStatus } from '../transactions/index.js';

export const LAYAWAY_STATUSES = ['open', 'completed', 'cancelled', 'expired'] as const;
export type LayawayStatus = (typeof LAYAWAY_STATUSES)[number];

/** A layaway has no status of its own: the status of its sale counts. */
export function statusOf(sale: { status: SaleStatus; expired_at: Date | null }): LayawayStatus {
  if (sale.status === 'voided') return 'cancelled';
  if (!isPayable(sale.status)) return 'completed';
  return sale.expired_at === null ? 'open' : 'expired';
}

const MAX_DAYS = 366;

/** Until when goods are kept, as a request names it. */
export function wantedExpiry(wanted: string, now: Date): Date {
  const expiresAt = momentOf(wanted);
  if (expiresAt === undefined || expiresAt <= now || expiresAt > addMs(now, MAX_DAYS * DAY_MS)) {
    throw invalidField('expires_at', `Must be in the future, at most ${MAX_DAYS} days from now.`);
  }
  return expiresAt;
}

/** A store never keeps more than the customer has paid. */
export const feeOf = (storeFee: string, paidMinor: Minor, currency: string): Minor =>
  Math.min(minor(storeFee, currency), paidMinor);
