import { atomically } from '../../platform/database/tx.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { Answer, Body, OneOf, Params, Query, Text, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf } from '../access/index.js';
import { visibleSale } from '../transactions/index.js';
import { emailReceipt } from './email-receipt.js';
import { linkRoute, pageRoute } from './link-routes.js';
import { readReceipt } from './read-receipt.js';
import { RECEIPT_POLICY, renderHtml } from './render-html.js';
import { renderText } from './render-text.js';

const tags = ['Receipts'];
const access = staff('sale.read');
const params = Params({ transactionId: Text(300, 1) });
const page = {
  'text/html; charset=utf-8': { schema: Type.String() },
  'text/plain; charset=utf-8': { schema: Type.String() },
};

/** The sales collection has two paths. */
const PATHS = ['/transactions/', '/sale-transactions/'] as const;

export function routes(app: App, platform: Platform): void {
  for (const path of PATHS) {
    printRoute(app, platform, path);
    mailRoute(app, platform, path);
    linkRoute(app, platform, path);
  }
  pageRoute(app, platform);
}

function printRoute(app: App, { db }: Platform, path: string): void {
  app.get(
    `${path}:transactionId/receipt/`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'The receipt of a sale, as HTML or as text with 42 columns',
        params,
        querystring: Query({
          format: Type.Optional(OneOf(['html', 'text'], { default: 'html' })),
        }),
        response: { 200: { content: page } },
      },
    },
    async (request, reply) => {
      const sale = await visibleSale(db, staffOf(request), request.params.transactionId);
      const receipt = await readReceipt(db, sale);
      if (request.query.format === 'text') {
        return reply.type('text/plain; charset=utf-8').send(renderText(receipt));
      }
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', RECEIPT_POLICY)
        .send(renderHtml(receipt));
    },
  );
}

function mailRoute(app: App, platform: Platform, path: string): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    `${path}:transactionId/receipt/email/`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Send the receipt of a sale by mail',
        params,
        body: Body({ email: Type.String({ format: 'email', minLength: 3, maxLength: 254 }) }),
        response: {
          202: Answer({
            transaction: Type.String({ description: 'TXN number' }),
            email: Type.String(),
            status: OneOf(['queued']),
          }),
        },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { email } = request.body;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const sale = await visibleSale(tx, caller, request.params.transactionId);
          await emailReceipt(tx, platform, sale, email);
          const queued = { transaction: sale.transaction_number, email, status: 'queued' as const };
          return settle(tx, 202, queued);
        }),
      );
    },
  );
}
