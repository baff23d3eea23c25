import { atomically } from '../../../platform/database/tx.js';
import { signedIn } from '../../../platform/http/access.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { principalOf } from '../../access/index.js';
import { languageAsked } from '../../people/index.js';
import { cancelOrder } from './cancel-order.js';
import { guestOrderRoutes } from './guest/routes.js';
import { listOrders } from './list-orders.js';
import { ownOrder, readOrder, showOrder } from './read-order.js';
import { limitRequests, requestReturn, withdrawReturn } from './request-return.js';
import {
  CancelBody,
  OrderAnswer,
  OrderParams,
  OrderSummaryAnswer,
  OrdersQuery,
  RequestParams,
  ReturnRequestAnswer,
  ReturnRequestBody,
} from './schemas.js';

const tags = ['Web shop: orders'];
const own = { config: { access: signedIn('web') } };

export function orderRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  cancelRoute(app, platform);
  returnRoutes(app, platform);
  guestOrderRoutes(app, platform);
}

function readRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/orders/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Your orders in the shop and purchases at tills, newest first',
        querystring: OrdersQuery,
        response: { 200: Type.Array(OrderSummaryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const { userId } = principalOf(request);
      const rows = await listOrders(platform, userId, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]);
    },
  );

  app.get(
    '/web-commerce/orders/:transaction_id/',
    {
      ...own,
      schema: {
        tags,
        summary: 'One of your orders with goods, payments, refunds and parcels',
        params: OrderParams,
        response: { 200: OrderAnswer },
      },
    },
    request => {
      const { userId } = principalOf(request);
      return readOrder(platform, userId, request.params.transaction_id, languageAsked(request));
    },
  );
}

function cancelRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/web-commerce/orders/:transaction_id/cancel/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Cancel your order before the store packs it; the money goes back',
        headers: IdempotencyHeaders,
        params: OrderParams,
        body: CancelBody,
        response: { 200: OrderAnswer },
      },
    },
    (request, reply) => {
      const caller = principalOf(request);
      const { transaction_id: number } = request.params;
      const reason = request.body?.reason?.trim() ?? '';
      return idempotency.run(request, reply, caller.sessionId, async settle => {
        const sale = await ownOrder(platform.db, caller.userId, number);
        return cancelOrder(platform, sale, reason, settle, (reader, current) =>
          showOrder(reader, platform, current),
        );
      });
    },
  );
}

function returnRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/web-commerce/orders/:transaction_id/returns/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Ask the store to take goods back; staff accept or refuse it',
        headers: IdempotencyHeaders,
        params: OrderParams,
        body: ReturnRequestBody,
        response: { 201: ReturnRequestAnswer },
      },
    },
    async (request, reply) => {
      const caller = principalOf(request);
      const { transaction_id: number } = request.params;
      return idempotency.run(request, reply, caller.sessionId, async settle => {
        const sale = await ownOrder(db, caller.userId, number);
        await limitRequests(platform, sale);
        return atomically(db, async tx =>
          settle(tx, 201, await requestReturn(tx, platform, sale, request.body)),
        );
      });
    },
  );

  app.post(
    '/web-commerce/orders/:transaction_id/returns/:return_number/cancel/',
    {
      ...own,
      schema: {
        tags,
        summary: 'Withdraw your return request before the store has decided',
        headers: IdempotencyHeaders,
        params: RequestParams,
        response: { 200: ReturnRequestAnswer },
      },
    },
    (request, reply) => {
      const caller = principalOf(request);
      const { transaction_id: number, return_number: returnNumber } = request.params;
      return idempotency.run(request, reply, caller.sessionId, settle =>
        atomically(db, async tx => {
          const sale = await ownOrder(tx, caller.userId, number);
          return settle(tx, 200, await withdrawReturn(tx, platform, sale, returnNumber));
        }),
      );
    },
  );
}
