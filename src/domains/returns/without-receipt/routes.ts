import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, till, tillStaffOf } from '../../access/index.js';
import { WithoutReceiptAnswer, WithoutReceiptBody } from '../schemas.js';
import { returnWithoutReceipt } from './return-without-receipt.js';
import { valueGoods } from './value-without-receipt.js';

export function withoutReceiptRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/returns/without-receipt/',
    {
      config: { access: till('return.create') },
      schema: {
        tags: ['Returns'],
        summary: 'Take goods back without a receipt, for a store credit and with an approval',
        headers: IdempotencyHeaders,
        body: WithoutReceiptBody,
        response: { 201: WithoutReceiptAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        const goods = await valueGoods(platform, caller, request.body);
        return atomically(platform.db, async tx =>
          settle(tx, 201, await returnWithoutReceipt(tx, caller, request.body, goods)),
        );
      });
    },
  );
}
