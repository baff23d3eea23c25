import { MINUTE_MS } from '../../../platform/clock.js';
import type { Role } from '../../access/index.js';
import { isClaimable } from '../rules.js';

export const RESET_LINK_MS = 30 * MINUTE_MS;

/**
 * Active people who sign in with a password, and customers whom a store recorded. Staff who only
 * have a PIN get their first password from a manager, because it opens the back office.
 */
export const mayResetPassword = (user: {
  role: Role;
  is_active: boolean;
  has_password: boolean;
  email: string | null;
}): boolean => user.email !== null && user.is_active && (user.has_password || isClaimable(user));

/** The state of a link; a link without a user was never mailed. */
export function linkStateOf(
  reset: { user_id: string | null; expires_at: Date; used_at: Date | null } | undefined,
  now: Date,
): 'open' | 'used' | 'expired' | 'unknown' {
  if (reset === undefined || reset.user_id === null) return 'unknown';
  if (reset.used_at !== null) return 'used';
  return reset.expires_at <= now ? 'expired' : 'open';
}
