import { MINUTE_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { openInternet, type Reach } from '../../platform/outgoing/download.js';
import { send } from '../../platform/outgoing/send.js';
import type { Platform } from '../../platform/platform.js';
import { signatureHeader } from '../../platform/webhooks/signature.js';
import { defineQueue } from '../../platform/work/queues/queue.js';
import { claimOne } from '../../platform/work/queues/repository.js';
import type { Delivery } from './delivery-repository.js';
import { ACTIVE_ENDPOINTS, availableEndpoints, type Endpoint, findEndpoint } from './repository.js';
import { deliveryBackOff } from './rules.js';
import { unseal } from './seal.js';
import { type Result, settleAttempt } from './settle-attempt.js';

const LEASE_MS = MINUTE_MS;

/**
 * Deliveries to other systems. Every endpoint is a lane, so its deliveries are sent one at a time,
 * first attempts in the order of events. At most two endpoints are served at the same time.
 */
export const deliveryQueue = defineQueue<Delivery>({
  name: 'subscriptions:deliveries',
  table: 'webhook_deliveries',
  key: ['id'],
  due: 'next_attempt_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'error',
  open: "q.status = 'pending'",
  parked: `q.status = 'failed' and q.endpoint_id in (${ACTIVE_ENDPOINTS})`,
  park: now => `status = 'failed', next_attempt_at = null, finished_at = ${now}`,
  reopen: "status = 'pending', attempts = 0, finished_at = null",
  order: 'id',
  lanes: { of: 'q.endpoint_id', available: availableEndpoints },
  clock: 'node',
  leaseMs: LEASE_MS,
  backOff: deliveryBackOff,
  batch: 1,
  concurrency: 2,
  exclusive: true,
  handle: async (platform, deliveries) => {
    for (const delivery of deliveries) await sendOnce(platform, delivery, openInternet);
  },
});

/** Attempts one delivery, if it is due. */
export async function deliver(
  platform: Platform,
  deliveryId: string,
  reach: Reach = openInternet,
): Promise<void> {
  const { db, clock } = platform;
  const delivery = await claimOne(db, deliveryQueue, clock, [deliveryId]);
  if (delivery !== undefined) await sendOnce(platform, delivery, reach);
}

async function sendOnce(platform: Platform, delivery: Delivery, reach: Reach): Promise<void> {
  const { db } = platform;
  const endpoint = await findEndpoint(db, delivery.endpoint_id, undefined);
  if (endpoint === undefined) return;
  const result = await attempt(platform, endpoint, delivery, reach);
  await atomically(db, tx => settleAttempt(tx, platform, endpoint, delivery, result));
}

async function attempt(
  { config, clock }: Platform,
  endpoint: Endpoint,
  delivery: Delivery,
  reach: Reach,
): Promise<Result> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const body = JSON.stringify(delivery.payload);
    const headers = {
      'tillhouse-event': delivery.event,
      'tillhouse-delivery': delivery.id,
      'tillhouse-signature': signatureHeader(unseal(config, endpoint.secret), body, clock.now()),
    };
    const answer = await send(endpoint.url, body, headers, reach);
    const isAccepted = answer.status >= 200 && answer.status <= 299;
    return {
      answer,
      error: isAccepted ? null : reasonOf(answer.status),
      durationMs: durationMs(),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { answer: undefined, error: message.slice(0, 300), durationMs: durationMs() };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status <= 399
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}`;
