import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.js';
import { TIMEOUT_MS } from '../processors/processor.js';
import { type Refund, refundById } from './refund-repository.js';
import { runRefund } from './run-refund.js';

/** Somebody who holds a refund is done by then, or dead. */
const PATIENCE_MS = TIMEOUT_MS + 2_000;
const LOOK_EVERY_MS = 150;

/**
 * Runs refunds side by side. Those that another caller runs already are waited for, so that two
 * people who void the same sale read the same result.
 */
export const finishRefunds = (
  platform: Platform,
  refundIds: readonly string[],
): Promise<Refund[]> => Promise.all(refundIds.map(id => finish(platform, id)));

async function finish(platform: Platform, id: string): Promise<Refund> {
  let refund = await runRefund(platform, id);
  const until = Date.now() + PATIENCE_MS;
  while (refund.status === 'pending' && refund.lease_until !== null && Date.now() < until) {
    await sleep(LOOK_EVERY_MS);
    refund = (await refundById(platform.db, id)) ?? refund;
  }
  return refund;
}
