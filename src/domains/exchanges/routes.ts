import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, till, tillStaffOf } from '../access/index.js';
import { exchangeGoods } from './exchange-goods.js';
import { findExchanges } from './find-exchanges.js';
import { presentListedExchange } from './present.js';
import { ExchangeAnswer, ExchangeBody, ExchangeQuery, ListedExchangeAnswer } from './schemas.js';

const tags = ['Returns'];

export function routes(app: App, platform: Platform): void {
  listRoute(app, platform);
  createRoute(app, platform);
}

function listRoute(app: App, { db }: Platform): void {
  app.get(
    '/exchanges/',
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'Exchanges at the stores you may see, newest first',
        querystring: ExchangeQuery,
        response: { 200: Type.Array(ListedExchangeAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const caller = staffOf(request);
      const rows = await findExchanges(db, caller, request.query, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentListedExchange);
    },
  );
}

function createRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/exchanges/',
    {
      config: { access: till('return.create') },
      schema: {
        tags,
        summary: 'Exchange goods of a sale for others; the difference is paid or refunded',
        headers: IdempotencyHeaders,
        body: ExchangeBody,
        response: { 201: ExchangeAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        exchangeGoods(platform, caller, request.body, settle),
      );
    },
  );
}
