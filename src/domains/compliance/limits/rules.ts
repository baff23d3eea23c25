import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../platform/clock.js';

export const PERIODS = ['transaction', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Length of each period; purchases are kept for the longest one plus a day. */
export const DAYS_OF: Record<Exclude<Period, 'transaction'>, number> = {
  day: 1,
  week: 7,
  month: 30,
};
export const KEPT_MS = (DAYS_OF.month + 1) * DAY_MS;

/**
 * The key under which a customer's purchases are added up: user, otherwise email address, otherwise
 * web session. Email addresses are stored as hashes only.
 */
export function customerKeyOf(customer: {
  userId?: string | null;
  email?: string | null;
  sessionId?: string | null;
}): string | null {
  const { userId, email, sessionId } = customer;
  if (userId) return `user:${userId}`;
  if (email) {
    const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
    return `email:${hash}`;
  }
  return sessionId ? `session:${sessionId}` : null;
}
