import type { FastifyReply } from 'fastify';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { manualTypes } from './documents/kinds.js';
import { ManualSync, SyncBody, syncAnswers } from './schemas.js';
import { type SyncRequest, type SyncResult, syncRecord } from './sync-record.js';

const PATH = '/integrations/manual-sync/';
const tags = ['Content sync'];

export function syncRoutes(app: App, platform: Platform): void {
  const config = { access: staff('sync.manual') };

  app.get(
    PATH,
    {
      config,
      schema: { tags, summary: 'Describe manual sync', response: { 200: ManualSync } },
    },
    async () => ({
      status: 'ok' as const,
      message: 'Writes the document of one record over the one in the content system',
      endpoint: PATH,
      method: 'POST' as const,
      direction: 'tillhouse_to_content_system',
      required_fields: ['sanity_id', 'document_type'],
      supported_types: [...manualTypes],
    }),
  );

  app.post(
    PATH,
    {
      config,
      // An empty body gets the documented FIELD_MISSING answer.
      preValidation: async request => {
        request.body ??= {};
      },
      schema: {
        tags,
        summary: 'Sync one record now',
        body: SyncBody,
        response: syncAnswers,
      },
    },
    async (request, reply) => {
      const { sanity_id: sanityId, document_type: documentType } = request.body;
      if (!sanityId) return refuse(reply, 400, missing('sanity_id'));
      if (!documentType) return refuse(reply, 400, missing('document_type'));
      const wanted = { sanityId, documentType };
      return answer(reply, wanted, await syncRecord(platform, staffOf(request), wanted));
    },
  );
}

type Refusal = { code: string; error: string } & Record<string, string>;

const missing = (field: string): Refusal => ({
  code: 'FIELD_MISSING',
  error: `Missing required field: ${field}`,
});

const refuse = (reply: FastifyReply, status: 400 | 404 | 500, refusal: Refusal): FastifyReply =>
  reply.code(status).send({ success: false, ...refusal });

function answer(reply: FastifyReply, request: SyncRequest, result: SyncResult): FastifyReply {
  const about = { sanity_id: request.sanityId, document_type: request.documentType };
  switch (result.outcome) {
    case 'unsupported':
      return refuse(reply, 400, {
        code: 'UNSUPPORTED_DOCUMENT_TYPE',
        error: `No sync handler for document type: ${request.documentType}`,
      });
    case 'not_found':
      return refuse(reply, 404, {
        code: 'RECORD_NOT_FOUND',
        error: `No Django record found with sanity_id: ${request.sanityId}`,
        ...about,
        model_type: result.modelType,
      });
    case 'empty':
      return refuse(reply, 500, {
        code: 'SYNC_EMPTY',
        error: 'Sync completed but returned no sanity_id',
      });
    case 'failed':
      return refuse(reply, 500, {
        code: 'SYNC_FAILED',
        error: `Failed to push to Sanity: ${result.reason}`,
        ...about,
      });
    case 'synced':
      return reply.code(200).send({
        success: true,
        ...about,
        model_type: result.modelType,
        instance_id: result.row.id,
        message: `${result.modelType} was written to the content system`,
        django_updated_at: result.row.updatedAt.toISOString(),
      });
  }
}
