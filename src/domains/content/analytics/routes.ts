import { addMs, DAY_MS } from '../../../platform/clock.js';
import { Query, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office } from '../../access/index.js';
import { PipelineAnswer, RevisionHealth, SyncHealth, Throughput } from '../schemas.js';
import { readRevisionHealth, readSyncHealth } from './read-health.js';
import { pipeline, throughput } from './repository.js';

const tags = ['Content sync'];
const BASE = '/integrations/analytics/';
/** One year. The log covers eight days, so older hours are zero. */
const MAX_HOURS = 8_760;

export function analyticsRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const config = { access: office('sync.read') };

  app.get(
    `${BASE}sync-health/`,
    {
      config,
      schema: { tags, summary: 'Backlog and failures of the sync', response: { 200: SyncHealth } },
    },
    () => readSyncHealth(platform),
  );

  app.get(
    `${BASE}sync-throughput/`,
    {
      config,
      schema: {
        tags,
        summary: 'Documents received and written per hour',
        querystring: Query({
          hours: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_HOURS, default: 24 })),
        }),
        response: { 200: Throughput },
      },
    },
    async request => {
      const hours = await throughput(db, clock.now(), request.query.hours ?? 24);
      return {
        granularity: 'hour' as const,
        data: hours.map(({ hour, ...counts }) => ({
          hour: hour.toISOString(),
          ...counts,
          total: counts.inbound_count + counts.outbound_count,
        })),
      };
    },
  );

  app.get(
    `${BASE}webhook-pipeline/`,
    {
      config,
      schema: {
        tags,
        summary: 'Webhooks of the last 24 hours',
        response: { 200: PipelineAnswer },
      },
    },
    async () => {
      const found = await pipeline(db, addMs(clock.now(), -DAY_MS));
      return {
        total_received_24h: found.total,
        by_status: found.by_status,
        by_document_type: found.by_document_type,
        avg_processing_ms: found.avg_ms,
        p95_processing_ms: found.p95_ms,
        duplicates_24h: found.by_status.duplicate ?? 0,
        skipped_by_reason: found.skipped_by_reason,
      };
    },
  );

  app.get(
    `${BASE}revision-health/`,
    {
      config,
      schema: {
        tags,
        summary: 'Records whose documents are out of date, per model',
        response: { 200: RevisionHealth },
      },
    },
    () => readRevisionHealth(platform),
  );
}
