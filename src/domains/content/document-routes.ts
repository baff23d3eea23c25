import { notFound } from '../../platform/http/failure.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf } from '../access/index.js';
import { connectorFor } from './connectors/registry.js';
import type { ContentDocument } from './documents/document.js';
import { DocumentAnswer, DocumentParams, DocumentQuery, DocumentWithRevisions } from './schemas.js';
import { readVisible, visibleDocuments } from './visible.js';

const tags = ['Content documents'];
const config = { access: office('sync.read') };
const SHOWN_REVISIONS = 50;

/** Documents as stored in the content system or in the built-in store. */
export function documentRoutes(app: App, platform: Platform): void {
  app.get(
    '/integrations/content-documents/',
    {
      config,
      schema: {
        tags,
        summary: 'Documents, ordered by id',
        querystring: DocumentQuery,
        response: { 200: Type.Array(DocumentAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, type } = request.query;
      const [after = ''] = decodeCursor(cursor, 1) ?? [];
      const caller = staffOf(request);
      const connector = connectorFor(platform);
      const rows = await readVisible<ContentDocument>(
        limit + 1,
        caller,
        (last, size) => connector.list(type, last?._id ?? String(after), size),
        found => visibleDocuments(platform.db, caller, found),
      );
      return page(request, reply, rows, limit, row => [row._id]);
    },
  );

  app.get(
    '/integrations/content-documents/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'A document and its last revisions',
        params: DocumentParams,
        response: { 200: DocumentWithRevisions },
      },
    },
    async request => {
      const connector = connectorFor(platform);
      const found = await connector.get(request.params.id);
      const [document] = await visibleDocuments(
        platform.db,
        staffOf(request),
        found === undefined ? [] : [found],
      );
      if (document === undefined) throw notFound('Document');
      const revisions = await connector.revisions(document._id, SHOWN_REVISIONS);
      return {
        ...document,
        revisions: revisions.map(({ rev, recordedAt, operation }) => ({
          rev,
          recorded_at: recordedAt,
          operation,
        })),
      };
    },
  );
}
