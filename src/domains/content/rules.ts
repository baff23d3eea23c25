import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { exponential } from '../../platform/work/queues/back-off.js';
import type { ContentDocument } from './documents/document.js';

/** A webhook received again within this time is a duplicate. */
export const DUPLICATE_WINDOW_MS = 600 * SECOND_MS;

/** The key for duplicate detection; the answer to the sender contains it. */
export const webhookSignature = ({ _id, _rev, _type }: ContentDocument): string =>
  createHash('md5').update(`${_id}:${_rev}:${_type}`).digest('hex');

/** Two lanes apply documents in parallel and leave capacity for other work under load. */
export const LANES = 2;

/** Events of one document share a lane, so they are applied in the order of arrival. */
export const laneOf = (documentId: string): number =>
  (createHash('md5').update(documentId).digest()[0] ?? 0) % LANES;

/** Pauses of 4, 16, 64 seconds … one hour; ten attempts over about four hours. */
export const contentBackOff = exponential({
  firstMs: 4 * SECOND_MS,
  factor: 4,
  longestMs: HOUR_MS,
  maxAttempts: 10,
  jitter: 0.2,
});

export type LaneHealth = {
  pending: number;
  failed_24h: number;
  oldest_pending_seconds: number;
  last_processed_at: string | null;
};

export const HEALTH_STATUSES = ['healthy', 'degraded', 'down'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

const SLOW_SECONDS = (5 * MINUTE_MS) / SECOND_MS;
const STUCK_SECONDS = HOUR_MS / SECOND_MS;

/** Down when a document has waited for an hour; degraded after five minutes or with failures. */
export function healthStatus(lanes: readonly LaneHealth[], parked: number): HealthStatus {
  const oldest = Math.max(...lanes.map(lane => lane.oldest_pending_seconds));
  if (oldest >= STUCK_SECONDS) return 'down';
  const isTroubled = parked > 0 || lanes.some(lane => lane.failed_24h > 0);
  return isTroubled || oldest >= SLOW_SECONDS ? 'degraded' : 'healthy';
}
