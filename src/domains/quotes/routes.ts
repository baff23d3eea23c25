import { momentOf } from '../../platform/clock.js';
import { invalidField } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';
import { acceptQuote } from './accept-quote.js';
import { createQuote } from './create-quote.js';
import { findQuote } from './find-quote.js';
import { presentListed, presentQuote } from './present.js';
import { renderPdf } from './render-pdf.js';
import { listQuotes } from './repository.js';
import {
  AcceptAnswer,
  CreateBody,
  FormatQuery,
  ListedAnswer,
  ListQuery,
  QuoteAnswer,
  QuoteParams,
  SendBody,
  SentAnswer,
} from './schemas.js';
import { sendQuote } from './send-quote.js';
import { writtenQuote } from './written-quote.js';

const tags = ['Quotes'];

export function routes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  writingRoutes(app, platform);
}

function readingRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const config = { access: staff('sale.read') };
  app.get(
    '/quotes/',
    {
      config,
      schema: {
        tags,
        summary: 'The quotes of the stores of the caller, newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(ListedAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store: ref, status } = request.query;
      const now = clock.now();
      const store = ref === undefined ? undefined : await findStore(db, ref);
      if (ref !== undefined && store === undefined) {
        throw invalidField('store', 'There is no such store.');
      }
      const rows = await listQuotes(db, {
        stores: storeScope(staffOf(request)),
        store: store?.id,
        status,
        now,
        before: idCursor(cursor),
        limit: limit + 1,
      });
      return page(request, reply, rows, limit, row => [row.id]).map(row => presentListed(row, now));
    },
  );

  app.get(
    '/quotes/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'A quote, as JSON or as a PDF in the language of the store',
        params: QuoteParams,
        querystring: FormatQuery,
        response: {
          200: {
            content: {
              'application/json': { schema: QuoteAnswer },
              'application/pdf': {
                schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const quote = await findQuote(db, staffOf(request), request.params.id);
      if (request.query.format !== 'pdf') {
        return reply.type('application/json').send(presentQuote(quote, clock.now()));
      }
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${quote.number}.pdf"`)
        .send(await renderPdf(quote, await writtenQuote(db, quote)));
    },
  );
}

function writingRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const config = { access: staff('sale.create') };
  const idempotency = createIdempotency(platform);
  app.post(
    '/quotes/',
    {
      config,
      schema: {
        tags,
        summary: 'Offer goods at the prices of this moment until a date',
        headers: IdempotencyHeaders,
        body: CreateBody,
        response: { 201: QuoteAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { valid_until: until } = request.body;
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 201,
        body: presentQuote(
          await createQuote(platform, caller, request.body, until ? momentOf(until) : undefined),
          clock.now(),
        ),
      }));
    },
  );

  app.post(
    '/quotes/:id/send/',
    {
      config,
      schema: {
        tags,
        summary: 'Send a quote by mail',
        headers: IdempotencyHeaders,
        params: QuoteParams,
        body: SendBody,
        response: { 202: SentAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const quote = await findQuote(db, caller, request.params.id);
        const email = await sendQuote(platform, caller, quote, request.body.email);
        return { status: 202, body: { id: quote.id, email, status: 'queued' as const } };
      });
    },
  );

  app.post(
    '/quotes/:id/accept/',
    {
      config,
      schema: {
        tags,
        summary: 'Make a quote a sale at its prices; a second time answers with the same sale',
        headers: IdempotencyHeaders,
        params: QuoteParams,
        response: { 200: AcceptAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const quote = await acceptQuote(platform, caller, request.params.id);
        const body = presentQuote(quote, clock.now());
        return {
          status: 200,
          body: { quote: body, transaction_id: quote.transaction_number ?? '' },
        };
      });
    },
  );
}
