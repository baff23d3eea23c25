import { addMs, MINUTE_MS } from '../../platform/clock.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import { addJobs } from '../../platform/jobs/queue.js';
import type { Platform } from '../../platform/platform.js';
import { signatureHeader } from '../../platform/webhooks/signature.js';
import {
  claimDelivery,
  type Delivery,
  dropPending,
  type Outcome,
  settleDelivery,
} from './delivery-repository.js';
import { countFailure, countSuccess, type Endpoint, findEndpoint } from './repository.js';
import { DISABLE_AFTER_FAILURES, retryAfterMs } from './rules.js';
import { unseal } from './seal.js';
import { type Answer, openInternet, type Reach, send } from './send.js';

export const DELIVER = 'subscriptions:deliver';
const LEASE_MS = MINUTE_MS;
/** Slow receivers hold up other receivers at most, never all the workers of the shop. */
const QUEUES = 2;

export const deliverSoon = (
  tx: Tx,
  deliveries: readonly { id: string; endpoint_id: string }[],
  runAt?: Date,
): Promise<void> =>
  addJobs(
    tx,
    deliveries.map(({ id, endpoint_id: endpointId }) => ({
      name: DELIVER,
      key: `${DELIVER}:${id}`,
      queue: `${DELIVER}:${Number.parseInt(endpointId.slice(-4), 16) % QUEUES}`,
      payload: { delivery_id: id },
      runAt,
    })),
  );

type Result = { answer: Answer | undefined; error: string | null };

/** Tries one delivery once, and decides what comes next. */
export async function deliver(
  platform: Platform,
  deliveryId: string,
  reach: Reach = openInternet,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const delivery = await claimDelivery(db, deliveryId, now, addMs(now, LEASE_MS));
  if (delivery === undefined) return;
  const endpoint = await findEndpoint(db, delivery.endpoint_id, undefined);
  if (endpoint === undefined) return;
  const startedAt = performance.now();
  const result = await attempt(platform, endpoint, delivery, reach);
  const durationMs = Math.round(performance.now() - startedAt);
  await atomically(db, tx => settle(tx, platform, endpoint, delivery, result, durationMs));
}

async function attempt(
  { config, clock }: Platform,
  endpoint: Endpoint,
  delivery: Delivery,
  reach: Reach,
): Promise<Result> {
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'tillhouse-event': delivery.event,
    'tillhouse-delivery': delivery.id,
    'tillhouse-signature': signatureHeader(unseal(config, endpoint.secret), body, clock.now()),
  };
  try {
    const answer = await send(endpoint.url, body, headers, reach);
    const isTaken = answer.status >= 200 && answer.status <= 299;
    return { answer, error: isTaken ? null : wordsFor(answer.status) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { answer: undefined, error: message.slice(0, 300) };
  }
}

const wordsFor = (status: number): string =>
  status >= 300 && status <= 399
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}`;

const GONE = 410;

async function settle(
  tx: Tx,
  platform: Platform,
  endpoint: Endpoint,
  delivery: Delivery,
  { answer, error }: Result,
  durationMs: number,
): Promise<void> {
  const now = platform.clock.now();
  const told = {
    response_status: answer?.status ?? null,
    response_body: answer?.body ?? null,
    error,
    duration_ms: durationMs,
  };
  const over = (status: Outcome['status']): Outcome => ({
    ...told,
    status,
    next_attempt_at: null,
    finished_at: now,
  });
  if (error === null) {
    await settleDelivery(tx, delivery.id, over('succeeded'));
    return countSuccess(tx, endpoint.id);
  }
  const isGone = answer?.status === GONE;
  const pause = isGone ? undefined : retryAfterMs(delivery.attempts + 1);
  const next = pause === undefined ? undefined : addMs(now, pause);
  await settleDelivery(
    tx,
    delivery.id,
    next
      ? { ...told, status: 'pending', next_attempt_at: next, finished_at: null }
      : over('failed'),
  );
  const limit = isGone ? 1 : DISABLE_AFTER_FAILURES;
  if (await countFailure(tx, endpoint.id, limit, error, now)) {
    await giveUp(tx, platform, endpoint, error);
  } else if (next) await deliverSoon(tx, [delivery], next);
}

/** Nobody takes anything there: the endpoint is switched off until somebody has looked at it. */
async function giveUp(
  tx: Tx,
  platform: Platform,
  { id, url }: Endpoint,
  reason: string,
): Promise<void> {
  await dropPending(tx, id, 'the endpoint was disabled', platform.clock.now());
  await record(tx, {
    event: 'webhook_endpoint.disabled',
    storeId: null,
    subjectId: id,
    data: { id, reason },
  });
  platform.log.warn({ endpoint: id, host: new URL(url).host, reason }, 'an endpoint was disabled');
}
