import { addMs } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Answer } from '../../platform/outgoing/send.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { type Delivery, dropPending, settleDelivery } from './delivery-repository.js';
import { disabledNotification, endpointDisabled } from './events.js';
import { countFailure, countSuccess, disableEndpoint, type Endpoint } from './repository.js';
import { deliveryBackOff, endpointPauseMs, isDead, isUnavailable } from './rules.js';

/** The result of an attempt; `error` is null when the receiver accepted the event. */
export type Result = { answer: Answer | undefined; error: string | null; durationMs: number };

/**
 * Saves the result of an attempt and schedules the next one. Locks the endpoint before the
 * delivery, the same order as switching an endpoint off, so the two cannot deadlock.
 */
export async function settleAttempt(
  tx: Tx,
  platform: Platform,
  endpoint: Endpoint,
  delivery: Delivery,
  { answer, error, durationMs }: Result,
): Promise<void> {
  const now = platform.clock.now();
  const response = {
    response_status: answer?.status ?? null,
    response_body: answer?.body ?? null,
    error,
    duration_ms: durationMs,
  };
  const over = { next_attempt_at: null, finished_at: now };
  if (error === null) {
    await countSuccess(tx, endpoint.id);
    await settleDelivery(tx, delivery.id, { ...response, ...over, status: 'succeeded' });
    return;
  }
  const waitMs = isGone(answer) ? undefined : deliveryBackOff(delivery.attempts + 1);
  const next = waitMs === undefined ? undefined : addMs(now, waitMs);
  const isDisabled = await countEndpointFailure(tx, platform, endpoint, answer, error);
  await settleDelivery(
    tx,
    delivery.id,
    next
      ? { ...response, status: 'pending', next_attempt_at: next, finished_at: null }
      : { ...response, ...over, status: 'failed' },
  );
  if (isDisabled) await dropPending(tx, endpoint.id, 'the endpoint was disabled', now);
}

const GONE = 410;
const isGone = (answer: Answer | undefined): boolean => answer?.status === GONE;

/** Counts a failure. True if it disables the endpoint. */
async function countEndpointFailure(
  tx: Tx,
  { clock, log }: Platform,
  { id, url, store_ids: storeIds, failures_in_row: before }: Endpoint,
  answer: Answer | undefined,
  reason: string,
): Promise<boolean> {
  const now = clock.now();
  const pausedUntil = isUnavailable(answer?.status)
    ? addMs(now, endpointPauseMs(before + 1))
    : null;
  const streak = await countFailure(tx, id, now, pausedUntil);
  if (streak === undefined) return false;
  if (!isGone(answer) && !isDead(streak, now)) return false;
  await disableEndpoint(tx, id, reason, now);
  const { host } = new URL(url);
  await record(
    tx,
    endpointDisabled(id, reason),
    ...(storeIds ?? [null]).map(storeId => disabledNotification({ id, host }, reason, storeId)),
  );
  log.warn({ endpoint: id, host, reason }, 'webhook endpoint disabled');
  return true;
}
