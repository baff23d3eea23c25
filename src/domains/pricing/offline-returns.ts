import type { Minor } from '../../platform/money.js';

const SALES_A_DAY = 5;

/**
 * The most that one till without a connection pays back on a day of its store. A store that names no
 * amount allows five times its limit of one sale.
 */
export const offlineReturnDayLimit = (
  saleLimitMinor: Minor,
  dayLimitMinor: Minor | undefined,
): Minor => dayLimitMinor ?? SALES_A_DAY * saleLimitMinor;
