import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.js';
import { TIMEOUT_MS } from '../processors/processor.js';
import { type Refund, refundById } from './refund-repository.js';
import { runRefund } from './run-refund.js';

/** A processor call ends within TIMEOUT_MS, so a lease held longer belongs to a dead worker. */
const MAX_WAIT_MS = TIMEOUT_MS + 2_000;
const POLL_INTERVAL_MS = 150;

/**
 * Runs refunds in parallel and waits for those that another caller runs already, so that two
 * requests that void the same sale return the same result.
 */
export const finishRefunds = (
  platform: Platform,
  refundIds: readonly string[],
): Promise<Refund[]> => Promise.all(refundIds.map(id => finish(platform, id)));

async function finish(platform: Platform, id: string): Promise<Refund> {
  let refund = await runRefund(platform, id);
  const until = Date.now() + MAX_WAIT_MS;
  while (refund.status === 'pending' && refund.lease_until !== null && Date.now() < until) {
    await sleep(POLL_INTERVAL_MS);
    refund = (await refundById(platform.db, id)) ?? refund;
  }
  return refund;
}
