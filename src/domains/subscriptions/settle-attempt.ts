import { addMs } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import type { Platform } from '../../platform/platform.js';
import { type Delivery, dropPending, settleDelivery } from './delivery-repository.js';
import { countFailure, countSuccess, disableEndpoint, type Endpoint } from './repository.js';
import { isHopeless, isTheirTrouble, pauseMs, retryAfterMs } from './rules.js';
import type { Answer } from './send.js';

/** How an attempt ended; `error` is null when the receiver took the event. */
export type Result = { answer: Answer | undefined; error: string | null; durationMs: number };

/**
 * Writes down what became of an attempt. Returns when the next one is due, if there is one. The
 * endpoint is written before the delivery, as whoever switches it off does.
 */
export async function settleAttempt(
  tx: Tx,
  platform: Platform,
  endpoint: Endpoint,
  delivery: Delivery,
  { answer, error, durationMs }: Result,
): Promise<Date | undefined> {
  const now = platform.clock.now();
  const told = {
    response_status: answer?.status ?? null,
    response_body: answer?.body ?? null,
    error,
    duration_ms: durationMs,
  };
  const over = { next_attempt_at: null, finished_at: now };
  if (error === null) {
    await countSuccess(tx, endpoint.id);
    await settleDelivery(tx, delivery.id, { ...told, ...over, status: 'succeeded' });
    return undefined;
  }
  const waitMs = isGone(answer) ? undefined : retryAfterMs(delivery.attempts + 1);
  const next = waitMs === undefined ? undefined : addMs(now, waitMs);
  const isOver = await judgeEndpoint(tx, platform, endpoint, answer, error);
  await settleDelivery(
    tx,
    delivery.id,
    next
      ? { ...told, status: 'pending', next_attempt_at: next, finished_at: null }
      : { ...told, ...over, status: 'failed' },
  );
  if (!isOver) return next;
  await dropPending(tx, endpoint.id, 'the endpoint was disabled', now);
  return undefined;
}

const GONE = 410;
const isGone = (answer: Answer | undefined): boolean => answer?.status === GONE;

/** Counts a failure; true when it was the one too many and the endpoint is switched off. */
async function judgeEndpoint(
  tx: Tx,
  { clock, log }: Platform,
  { id, url, store_ids: storeIds, failures_in_row: before }: Endpoint,
  answer: Answer | undefined,
  reason: string,
): Promise<boolean> {
  const now = clock.now();
  const pausedUntil = isTheirTrouble(answer?.status) ? addMs(now, pauseMs(before + 1)) : null;
  const streak = await countFailure(tx, id, now, pausedUntil);
  if (streak === undefined) return false;
  if (!isGone(answer) && !isHopeless(streak, now)) return false;
  await disableEndpoint(tx, id, reason, now);
  const { host } = new URL(url);
  const about = { subjectId: id, data: { id, reason } };
  await record(
    tx,
    { event: 'webhook_endpoint.disabled', storeId: null, ...about },
    ...(storeIds ?? [null]).map(storeId => ({
      event: 'system.notification',
      live: true,
      storeId,
      subjectId: id,
      data: {
        kind: 'webhook_endpoint_disabled',
        message: `Webhooks to ${host} were switched off: ${reason}.`,
        endpoint_id: id,
      },
    })),
  );
  log.warn({ endpoint: id, host, reason }, 'an endpoint was disabled');
  return true;
}
