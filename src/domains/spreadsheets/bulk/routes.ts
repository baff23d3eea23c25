import { noteRecords } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, office, staffOf } from '../../access/index.js';
import { presentImport } from '../imports/read-import.js';
import { ImportAnswer } from '../schemas.js';
import { previewChange } from './preview-change.js';
import { presentRequest, readRequest } from './request.js';
import { BulkChangeBody, PreviewAnswer } from './schemas.js';
import { startChange } from './start-change.js';

const tags = ['Products'];
const access = office('catalog.chain');

export function bulkChangeRoutes(app: App, platform: Platform): void {
  const { db, config } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    '/bulk-changes/preview/',
    {
      config: { access, audit: 'none' },
      schema: {
        tags,
        summary: 'How many products or prices match a filter, and the first ones before and after',
        body: BulkChangeBody,
        response: { 200: PreviewAnswer },
      },
    },
    async request =>
      previewChange(platform, await readRequest(db, request.body, config.baseCurrency)),
  );

  app.post(
    '/bulk-changes/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the prices or the status of all products that match a filter',
        description:
          'Works like an import: `GET /imports/{id}/` has the progress and the report, ' +
          '`POST /imports/{id}/undo/` takes it back. With `price_list` the prices of the list ' +
          'that hold now or later change, from every quantity on; without one the own prices.',
        headers: IdempotencyHeaders,
        body: BulkChangeBody,
        response: { 202: ImportAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const read = await readRequest(tx, request.body, config.baseCurrency);
          const started = await startChange(tx, platform, caller, read);
          const after = presentRequest(read);
          noteRecords([{ type: 'imports', id: started.id, before: {}, after }]);
          reply.header('location', `/imports/${started.id}/`);
          return settle(tx, 202, await presentImport(tx, started, []));
        }),
      );
    },
  );
}
