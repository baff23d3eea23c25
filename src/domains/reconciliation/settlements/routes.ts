import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { atomically } from '../../../platform/database/tx.js';
import { storedFileName } from '../../../platform/files/file-name.js';
import { Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, idCursor, page } from '../../../platform/http/paginate.js';
import { type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, office, staffOf } from '../../access/index.js';
import { type ProcessorType, parseProcessorType } from '../../payments/index.js';
import { listDifferences } from './difference-repository.js';
import { importSettlement, type Upload } from './import-settlement.js';
import { presentDifference, presentSettlement, scopeFor } from './present.js';
import { readFile } from './read-file.js';
import { readForm, textOf, type UploadedFile } from './read-upload.js';
import { listSettlements, type Settlement, settlementById } from './repository.js';
import {
  DifferenceAnswer,
  DifferenceQuery,
  SettlementAnswer,
  SettlementParams,
  SettlementQuery,
  UploadQuery,
} from './schemas.js';

const tags = ['Payments'];
const config = { access: office('payment.review') };
const MAX_FILE_BYTES = 10 * 1_048_576;
const BASE = '/payments/settlements/';

export function settlementRoutes(app: App, platform: Platform): void {
  // A separate scope, because only this route accepts files, and nothing else.
  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    for (const type of ['text/csv', 'multipart/form-data']) {
      scope.addContentTypeParser(
        type,
        { parseAs: 'buffer' },
        async (_request: FastifyRequest, body: Buffer) => body,
      );
    }
    uploadRoute(scope.withTypeProvider<TypeBoxTypeProvider>(), platform);
  });
  readRoutes(app, platform);
}

function uploadRoute(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    BASE,
    {
      config,
      bodyLimit: MAX_FILE_BYTES,
      schema: {
        tags,
        summary: "Match a processor's settlement file (CSV, up to 10 MiB and 50,000 lines)",
        description:
          'The body is the file as `text/csv`, or a form with `file`, `processor` and `currency`. ' +
          'Columns: date, processor_transaction_id, type (charge or refund), gross, fee, net, ' +
          "currency, payout_id; the names of Stripe's and Square's exports work too. A known " +
          'file answers 200 with its first settlement.',
        headers: IdempotencyHeaders,
        consumes: ['text/csv', 'multipart/form-data'],
        querystring: UploadQuery,
        response: { 200: SettlementAnswer, 201: SettlementAnswer },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const upload = await uploadOf(request);
      const hash = createHash('sha256').update(upload.content).digest();
      // A digest stands for the file in the fingerprint of the Idempotency-Key.
      request.body = { ...upload, content: hash.toString('hex') };
      const file = await readFile(upload.content, upload.currency);
      const read = { upload, hash, file };
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const { settlement, isNew } = await importSettlement(tx, caller, read, clock.now());
          const body = await presentSettlement(tx, caller, settlement);
          return settle(tx, isNew ? 201 : 200, asAnswer(body));
        }),
      );
    },
  );
}

type UploadRequest = FastifyRequest<{ Querystring: Static<typeof UploadQuery> }>;

async function uploadOf(request: FastifyRequest): Promise<Upload> {
  const { query, body, headers } = request as UploadRequest;
  const type = headers['content-type'] ?? '';
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length === 0) throw new Failure('invalid', 'INVALID_CSV', 'Send the file as the body.');
  const file: UploadedFile = type.startsWith('multipart/')
    ? await readForm(bytes, type)
    : { content: textOf(bytes), fileName: '' };
  const processorType = parseProcessorType(query.processor ?? file.processor ?? '');
  if (processorType === undefined) {
    throw invalidField('processor', 'Name the processor of the file.', 'UNKNOWN_PROCESSOR');
  }
  return {
    processorType,
    fileName: query.file_name === undefined ? file.fileName : storedFileName(query.file_name),
    content: file.content,
    currency: query.currency ?? file.currency,
  };
}

type Shown = Awaited<ReturnType<typeof presentSettlement>>;

/** The database holds the name as text. */
const asAnswer = (shown: Shown) => ({ ...shown, processor: shown.processor as ProcessorType });

function readRoutes(app: App, { db }: Platform): void {
  const visible = async (id: string): Promise<Settlement> => {
    const settlement = await settlementById(db, id);
    if (settlement === undefined) throw notFound('Settlement');
    return settlement;
  };

  app.get(
    BASE,
    {
      config,
      schema: {
        tags,
        summary: 'Settlement files, newest first, with counts and sums of the own stores',
        querystring: SettlementQuery,
        response: { 200: Type.Array(SettlementAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, processor } = request.query;
      const type = processor && parseProcessorType(processor);
      const rows = await listSettlements(db, type, idCursor(cursor), limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.id]);
      const caller = staffOf(request);
      return Promise.all(
        shown.map(async row => asAnswer(await presentSettlement(db, caller, row))),
      );
    },
  );

  app.get(
    `${BASE}:id/`,
    {
      config,
      schema: {
        tags,
        summary: 'A settlement file with its counts and the sums of each currency',
        params: SettlementParams,
        response: { 200: SettlementAnswer },
      },
    },
    async request =>
      asAnswer(await presentSettlement(db, staffOf(request), await visible(request.params.id))),
  );

  app.get(
    `${BASE}:id/differences/`,
    {
      config,
      schema: {
        tags,
        summary: 'Lines that fit no payment, and payments of the period without a line',
        params: SettlementParams,
        querystring: DifferenceQuery,
        response: { 200: Type.Array(DifferenceAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, kind } = request.query;
      const settlement = await visible(request.params.id);
      const scope = scopeFor(staffOf(request), settlement);
      const [after] = decodeCursor(cursor, 1) ?? [];
      const filter = { kind, after: after === undefined ? undefined : String(after) };
      const rows = await listDifferences(db, settlement.id, scope, filter, limit + 1);
      return page(request, reply, rows, limit, row => [row.sort_key]).map(presentDifference);
    },
  );
}
