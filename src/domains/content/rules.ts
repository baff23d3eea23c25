import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import type { ContentDocument } from './documents/document.js';

/** How long a webhook that came is remembered. */
export const DUPLICATE_WINDOW_MS = 600 * SECOND_MS;

/** The name under which a webhook is remembered, and which its sender is told. */
export const webhookSignature = ({ _id, _rev, _type }: ContentDocument): string =>
  createHash('md5').update(`${_id}:${_rev}:${_type}`).digest('hex');

/** So many documents are taken in at a time, on all nodes together: a flood leaves room for the rest. */
export const LANES = 2;

/** Events of one document share a lane, so they are worked on in the order they came. */
export const laneOf = (documentId: string): number =>
  (createHash('md5').update(documentId).digest()[0] ?? 0) % LANES;

const MAX_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = HOUR_MS;

/**
 * 4, 16, 64 seconds … an hour after a failure, a fifth more or less so that not all come back at
 * once; about five hours in all. Undefined after the last try.
 */
export function retryAfterMs(attempts: number, chance = Math.random()): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, SECOND_MS * 4 ** attempts);
  return Math.round(pause * (0.8 + 0.4 * chance));
}

export type LaneHealth = {
  pending: number;
  failed_24h: number;
  oldest_pending_seconds: number;
  last_processed_at: string | null;
};

export type HealthStatus = 'healthy' | 'degraded' | 'down';

const SLOW_SECONDS = (5 * MINUTE_MS) / SECOND_MS;
const STUCK_SECONDS = HOUR_MS / SECOND_MS;

/** Down when something has waited for an hour; degraded when it is slow or somebody has to look. */
export function healthStatus(lanes: readonly LaneHealth[], parked: number): HealthStatus {
  const oldest = Math.max(...lanes.map(lane => lane.oldest_pending_seconds));
  if (oldest >= STUCK_SECONDS) return 'down';
  const isTroubled = parked > 0 || lanes.some(lane => lane.failed_24h > 0);
  return isTroubled || oldest >= SLOW_SECONDS ? 'degraded' : 'healthy';
}
