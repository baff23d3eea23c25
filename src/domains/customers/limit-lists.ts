import { HOUR_MS } from '../../platform/clock.js';
import { tooMany } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';

/** A cashier searches while typing; a program that copies the list sends far more requests. */
const LISTS_AN_HOUR = 600;
/** A longer list counts as several. */
const ROWS_OF_A_LIST = 25;

type Limits = Pick<Platform, 'limits'>;

/**
 * Counts a list of customers before it is read. Managers may export them; anybody else only finds one,
 * so a stolen login of a till does not copy the customers of the whole chain in minutes.
 */
export const countList = (platform: Limits, caller: Staff): Promise<void> =>
  count(platform, caller, 1);

/** Counts the rows beyond the first 25 of a list, before it is answered. */
export const countRows = (platform: Limits, caller: Staff, rows: number): Promise<void> =>
  count(platform, caller, Math.ceil(rows / ROWS_OF_A_LIST) - 1);

async function count({ limits }: Limits, caller: Staff, lists: number): Promise<void> {
  if (can(caller, 'customer.manage')) return;
  for (let n = 0; n < lists; n += 1) {
    const verdict = await limits.throttle('customer lists', caller.userId, LISTS_AN_HOUR, HOUR_MS);
    if (verdict.blocked) {
      throw tooMany('Too many searches for customers.', verdict.retryAfterSeconds);
    }
  }
}
