import { atomically } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { Answer, Body, OneOf, Params, Text, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf } from '../access/index.js';
import { limitSender } from '../people/index.js';
import { visibleSale } from '../transactions/index.js';
import { emailReceipt } from './email-receipt.js';
import { linkRoute, pageRoute } from './link-routes.js';
import { printRoute } from './print-routes.js';

const tags = ['Receipts'];
const access = staff('sale.read');
const params = Params({ transactionId: Text(300, 1) });
/** A receipt has a note of the cashier, so a stolen login could mail any words to anybody. */
const RECEIPTS = { name: 'receipt by mail', plural: 'receipts by mail' };

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
        headers: IdempotencyHeaders,
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
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        await limitSender(platform, RECEIPTS, caller, email);
        return atomically(db, async tx => {
          const sale = await visibleSale(tx, caller, request.params.transactionId);
          await emailReceipt(tx, platform, sale, email);
          const queued = { transaction: sale.transaction_number, email, status: 'queued' as const };
          return settle(tx, 202, queued);
        });
      });
    },
  );
}
