import { MINUTE_MS } from '../../../platform/clock.js';
import { clientKey, isLoopback } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { isHome, type PagePlan } from './plan-page.js';

/** A whole store may share one address. Searches inside an open page use the API and its limits. */
const MAX_PER_CLIENT_AND_MINUTE = 60;

/**
 * Whether the client may still open a page that runs a search. Pages do not count toward the flood
 * block, so a program could otherwise run a search with every request.
 */
export async function maySearch(
  { limits, config }: Platform,
  plan: PagePlan,
  address: string,
): Promise<boolean> {
  if (plan.kind !== 'catalogue' || isHome(plan.terms)) return true;
  if (!config.blockLoopback && isLoopback(address)) return true;
  const { blocked } = await limits.throttle(
    'page-searches',
    clientKey(address),
    MAX_PER_CLIENT_AND_MINUTE,
    MINUTE_MS,
  );
  return !blocked;
}
