import { CalendarDate, Params, Query, Text, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf } from '../../access/index.js';
import { exportDsfinvk } from './export-dsfinvk.js';

export function dsfinvkRoutes(app: App, platform: Platform): void {
  app.get(
    '/stores/:store/fiscal/dsfinvk/',
    {
      config: { access: office('report.read') },
      schema: {
        tags: ['Fiscal signer'],
        summary: 'Receipts of closed shifts as DSFinV-K files, for a tax audit',
        description: "By days of the store's shifts; 92 days at most.",
        params: Params({ store: Text(255, 1) }),
        querystring: Query({ from: CalendarDate, to: CalendarDate }),
        response: { 200: { content: { 'application/zip': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { store } = request.params;
      const { name, body } = await exportDsfinvk(platform, staffOf(request), store, request.query);
      reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
      // TypeBox has no type of a file: the schema of the answer is a text.
      return body as unknown as string;
    },
  );
}
