import { readThrough } from '../../../platform/cache/index.js';
import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { mirrorTarget } from '../connectors/registry.js';
import { kinds } from '../documents/kinds.js';
import { readMirror, waitingChanges } from '../outbound/mirror-repository.js';
import { modelHealth } from '../records/sync-repository.js';
import { healthStatus, type LaneHealth } from '../rules.js';
import { inboundLane, outboundLane } from './repository.js';

type Counted = { pending: number; failed: number; oldest: number; last_processed_at: Date | null };

const lane = ({ pending, failed, oldest, last_processed_at: last }: Counted): LaneHealth => ({
  pending,
  failed_24h: failed,
  oldest_pending_seconds: oldest,
  last_processed_at: last?.toISOString() ?? null,
});

/** Backlog and failures of the sync, in both directions, and what the content system has. */
export async function readSyncHealth(platform: Platform) {
  const { db, clock } = platform;
  const now = clock.now();
  const since = addMs(now, -DAY_MS);
  const outboundCounts = await outboundLane(db, now, since);
  const inbound = lane(await inboundLane(db, now, since));
  const outbound = lane(outboundCounts);
  return {
    status: healthStatus([inbound, outbound], outboundCounts.parked),
    checked_at: now.toISOString(),
    inbound,
    outbound,
    mirror: await readMirrorHealth(platform),
  };
}

async function readMirrorHealth(platform: Platform) {
  const { models } = await readRevisionHealth(platform);
  return {
    is_configured: mirrorTarget(platform) !== undefined,
    never_synced: models.reduce((sum, model) => sum + model.never_synced, 0),
    full_push: await readFullPush(platform.db),
  };
}

/** How far the push of all records to a new content system has come; null without one. */
async function readFullPush(reader: Reader) {
  const mirror = await readMirror(reader);
  const { is_active, started_at, finished_at, total, queued, queued_at } = mirror;
  if (!is_active || started_at === null) return null;
  const isOpen = finished_at === null && queued_at !== null;
  const waiting = isOpen ? await waitingChanges(reader, queued_at) : 0;
  return {
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    total,
    pushed: Math.max(0, queued - waiting),
  };
}

const CACHE_SECONDS = 30;

/** Cached because it scans every synced table. */
export const readRevisionHealth = ({ db, clock, cache }: Platform) =>
  readThrough(cache, 'content:revision-health', CACHE_SECONDS, async () => {
    const models = [];
    for (const kind of kinds.filter(({ within }) => within === undefined)) {
      models.push({ model_type: kind.modelType, ...(await modelHealth(db, kind.name)) });
    }
    return { generated_at: clock.now().toISOString(), models };
  });
