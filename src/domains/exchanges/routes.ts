import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staffOf, till } from '../access/index.js';
import type { TillStaff } from '../pos/index.js';
import { exchangeGoods } from './exchange-goods.js';
import { ExchangeAnswer, ExchangeBody } from './schemas.js';

export function routes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/exchanges/',
    {
      config: { access: till('return.create') },
      schema: {
        tags: ['Returns'],
        summary: 'Exchange goods of a sale for others; the difference is paid or refunded',
        headers: IdempotencyHeaders,
        body: ExchangeBody,
        response: { 201: ExchangeAnswer },
      },
    },
    (request, reply) => {
      // The guard admits tills only.
      const caller = staffOf(request) as TillStaff;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        exchangeGoods(platform, caller, request.body, settle),
      );
    },
  );
}
