import { readThrough } from '../../../platform/cache/index.js';
import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { kinds } from '../documents/kinds.js';
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

/** Backlog and failures of the sync, in both directions. */
export async function readSyncHealth({ db, clock }: Platform) {
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
