import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { atomically } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { Semaphore } from '../../../platform/semaphore.js';
import { keyScope, office, staffOf, storeScope } from '../../access/index.js';
import { MAX_UPLOAD_BYTES, readUpload } from '../read-upload.js';
import { listImports, listRows } from '../repository.js';
import {
  ImportAnswer,
  ImportParams,
  ListedImport,
  ListQuery,
  ReportQuery,
  UploadBody,
} from '../schemas.js';
import { sendCsv } from '../send-csv.js';
import { startUndo } from '../undo/start-undo.js';
import { errorLines } from './error-file.js';
import { prepareImport } from './prepare-import.js';
import { presentImport, presentListed, visibleImport } from './read-import.js';
import { queueImport } from './start-import.js';

const tags = ['Spreadsheets'];
const config = { access: office('catalog.manage') };
/** The fields of a form beside its file. */
const FORM_BYTES = 65_536;

/** Each holds a file of up to 50 MiB in memory. */
const uploads = new Semaphore({
  permits: 3,
  maxQueued: 0,
  refuse: () =>
    new Failure('unavailable', 'TOO_MANY_UPLOADS', 'Too many uploads at once; try again.', {
      retryAfterSeconds: 2,
    }),
});

export function uploadRoutes(app: App, platform: Platform): void {
  // A separate scope, because only this route accepts forms, and nothing else.
  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 5, fieldSize: 1_000, parts: 6 },
    });
    uploadRoute(scope.withTypeProvider<TypeBoxTypeProvider>(), platform);
  });
  listRoute(app, platform);
  reportRoute(app, platform);
  errorRoute(app, platform);
  undoRoute(app, platform);
}

function uploadRoute(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/imports/',
    {
      config,
      bodyLimit: MAX_UPLOAD_BYTES + FORM_BYTES,
      // The body is a stream that the handler reads; the schema only describes it.
      validatorCompiler: () => () => true,
      schema: {
        tags,
        summary: 'Import a CSV file of this service or of Shopify, WooCommerce or Square',
        description:
          'The kind is recognised by the columns unless it is named. Products, prices and files ' +
          'of other systems need `catalog.chain`, stock needs `stock.adjust`.',
        headers: IdempotencyHeaders,
        consumes: ['multipart/form-data'],
        body: UploadBody,
        response: { 202: ImportAnswer },
      },
    },
    (request, reply) =>
      uploads.run(async () => {
        const caller = staffOf(request);
        const upload = await readUpload(request);
        const prepared = await prepareImport(platform, caller, upload);
        // A digest stands for the file in the fingerprint of the Idempotency-Key.
        const digest = createHash('sha256').update(upload.content).digest('hex');
        request.body = { ...upload, content: digest } as never;
        return idempotency.run(request, reply, keyScope(caller), settle =>
          atomically(db, async tx => {
            const file = await queueImport(tx, platform, caller, prepared);
            reply.header('location', `/imports/${file.id}/`);
            return settle(tx, 202, await presentImport(tx, file, []));
          }),
        );
      }),
  );
}

function listRoute(app: App, { db }: Platform): void {
  app.get(
    '/imports/',
    {
      config,
      schema: {
        tags,
        summary: 'Imports of the last 30 days, newest first',
        description: 'Those of the caller; staff with access to all stores see those of everybody.',
        querystring: ListQuery,
        response: { 200: Type.Array(ListedImport) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const caller = staffOf(request);
      const by = storeScope(caller) === undefined ? undefined : caller.userId;
      const rows = await listImports(db, by, idCursor(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.id]);
      return Promise.all(shown.map(file => presentListed(db, file)));
    },
  );
}

function reportRoute(app: App, { db }: Platform): void {
  app.get(
    '/imports/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'Progress and row report of an import',
        params: ImportParams,
        querystring: ReportQuery,
        response: { 200: ImportAnswer },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, action } = request.query;
      const { kept: isKept, errors: hasErrors } = request.query;
      const file = await visibleImport(db, staffOf(request), request.params.id);
      const [last] = decodeCursor(cursor, 1) ?? [0];
      const filter = { action, isKept, hasErrors, after: Number(last) || 0 };
      const rows = await listRows(db, file.id, filter, limit + 1);
      return presentImport(
        db,
        file,
        page(request, reply, rows, limit, row => [row.row]),
      );
    },
  );
}

function errorRoute(app: App, { db }: Platform): void {
  app.get(
    '/imports/:id/errors/',
    {
      config,
      schema: {
        tags,
        summary: 'The errors of an import as a CSV file',
        description: 'One line for each column of a row that has an error.',
        params: ImportParams,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const file = await visibleImport(db, staffOf(request), request.params.id);
      return sendCsv(reply, `import-errors-${file.id}.csv`, errorLines(db, file.id));
    },
  );
}

function undoRoute(app: App, platform: Platform): void {
  app.post(
    '/imports/:id/undo/',
    {
      config,
      schema: {
        tags,
        summary: 'Take the changes of a finished import back, once',
        description:
          'Deletes what the import created, archives what is in use by now, restores fields that ' +
          'still have the imported value, and gives stock back as movements. `kept` of a row has ' +
          'what stays as it is.',
        params: ImportParams,
        response: { 202: ImportAnswer },
      },
    },
    async (request, reply) => {
      const file = await startUndo(platform, staffOf(request), request.params.id);
      return reply.code(202).send(await presentImport(platform.db, file, []));
    },
  );
}
