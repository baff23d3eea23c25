import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { addJobs } from '../../platform/jobs/queue.js';
import type { Platform } from '../../platform/platform.js';
import { signatureHeader } from '../../platform/webhooks/signature.js';
import { claimDelivery, type Delivery, nextChance } from './delivery-repository.js';
import { type Endpoint, findEndpoint } from './repository.js';
import { unseal } from './seal.js';
import { openInternet, type Reach, send } from './send.js';
import { type Result, settleAttempt } from './settle-attempt.js';

export const DELIVER = 'subscriptions:deliver';
const LEASE_MS = MINUTE_MS;
/** However slow the receivers are, they never hold more workers of the shop than this. */
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

/** Tries one delivery once, and decides what comes next. */
export async function deliver(
  platform: Platform,
  deliveryId: string,
  reach: Reach = openInternet,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const delivery = await claimDelivery(db, deliveryId, now, addMs(now, LEASE_MS));
  if (delivery === undefined) return comeBack(platform, deliveryId);
  const endpoint = await findEndpoint(db, delivery.endpoint_id, undefined);
  if (endpoint === undefined) return;
  const result = await attempt(platform, endpoint, delivery, reach);
  await atomically(db, async tx => {
    const next = await settleAttempt(tx, platform, endpoint, delivery, result);
    if (next !== undefined) await deliverSoon(tx, [delivery], next);
  });
}

/**
 * Somebody else is at it, the endpoint is paused, or the clock of this node is behind the one that
 * set the time: the job must not end before the delivery does.
 */
async function comeBack({ db, clock }: Platform, deliveryId: string): Promise<void> {
  await atomically(db, async tx => {
    const chance = await nextChance(tx, deliveryId);
    if (chance === undefined) return;
    const soon = addMs(clock.now(), SECOND_MS);
    await deliverSoon(tx, [chance], chance.at > soon ? chance.at : soon);
  });
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
    const isTaken = answer.status >= 200 && answer.status <= 299;
    return {
      answer,
      error: isTaken ? null : wordsFor(answer.status),
      durationMs: durationMs(),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { answer: undefined, error: message.slice(0, 300), durationMs: durationMs() };
  }
}

const wordsFor = (status: number): string =>
  status >= 300 && status <= 399
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}`;
