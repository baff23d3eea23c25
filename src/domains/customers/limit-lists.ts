import { HOUR_MS } from '../../platform/clock.js';
import { tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';

/** A cashier searches while typing; a program that copies the list sends far more requests. */
const LISTS_AN_HOUR = 600;
const MOST_SHOWN = 25;

/**
 * How many customers a list shows. Managers may export them; anybody else only finds one, so a stolen
 * login of a till does not copy the customers of the whole chain in minutes.
 */
export async function limitLists(
  { limits }: Platform,
  caller: Staff,
  wanted: number,
): Promise<number> {
  if (can(caller, 'customer.manage')) return wanted;
  const verdict = await limits.throttle('customer lists', caller.userId, LISTS_AN_HOUR, HOUR_MS);
  if (verdict.blocked) {
    throw tooMany('Too many searches for customers.', verdict.retryAfterSeconds);
  }
  return Math.min(wanted, MOST_SHOWN);
}
