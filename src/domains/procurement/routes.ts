import type { FastifyReply, FastifyRequest } from 'fastify';
import { atomically, type Tx } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, type Staff, staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { visibleOrder } from './find-order.js';
import { moveOrder } from './move-order.js';
import { presentOrder } from './present.js';
import { receiveOrder } from './receive-order.js';
import { removeOrder } from './remove-order.js';
import { listOrders, type Order } from './repository.js';
import { ACTIONS, type OrderAction } from './rules.js';
import { saveOrder } from './save-order.js';
import {
  OrderAnswer,
  OrderBody,
  type OrderInput,
  OrderParams,
  OrderQuery,
  ReceiveBody,
} from './schemas.js';

const tags = ['Procurement'];
const path = '/procurement/purchase-orders/';
const one = `${path}:id/`;
const params = OrderParams;
/** Staff who receive deliveries read orders, without their costs unless they have `cost.read`. */
const read = { config: { access: staff('delivery.manage') } };
const manage = { config: { access: staff('procurement.manage') } };
const response = { 200: OrderAnswer };

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
  actionRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the purchase orders of the stores you may see, newest first',
        querystring: OrderQuery,
        response: { 200: Type.Array(OrderAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, status, vendor, delivery } = request.query;
      const filter = {
        storeIds: await resolveScope(db, staffOf(request), store),
        status,
        vendor,
        supplierId: request.query.supplier,
        q: request.query.q,
        delivery,
        expectedFrom: request.query.expected_from,
        expectedTo: request.query.expected_to,
      };
      const rows = await listOrders(db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentOrder);
    },
  );

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A purchase order', params, response } },
    async request => presentOrder(await visibleOrder(db, staffOf(request), request.params.id)),
  );
}

type OrderChange = (tx: Tx, caller: Staff) => Promise<Order>;

/** Runs a change once per `Idempotency-Key` and answers with the changed order. */
function createChangeRunner(platform: Platform) {
  const idempotency = createIdempotency(platform);
  return (request: FastifyRequest, reply: FastifyReply, status: number, change: OrderChange) => {
    const caller = staffOf(request);
    return idempotency.run(request, reply, keyScope(caller), settle =>
      atomically(platform.db, async tx =>
        settle(tx, status, presentOrder(await change(tx, caller))),
      ),
    );
  };
}

function writeRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const change = createChangeRunner(platform);

  app.post(
    path,
    {
      ...manage,
      schema: {
        tags,
        summary: 'Draft a purchase order',
        headers: IdempotencyHeaders,
        body: OrderBody,
        response: { 201: OrderAnswer },
      },
    },
    (request, reply) =>
      change(request, reply, 201, (tx, caller) =>
        saveOrder(tx, caller, undefined, request.body, clock.now()),
      ),
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: one,
      ...manage,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a purchase order`,
        params,
        body: method === 'PUT' ? OrderBody : partial(OrderBody),
        response,
      },
      handler: request => {
        const fields = request.body as Partial<OrderInput>;
        // Presents before commit, so that an order whose totals overflow is not saved.
        return atomically(db, async tx =>
          presentOrder(
            await saveOrder(tx, staffOf(request), request.params.id, fields, clock.now()),
          ),
        );
      },
    });
  }

  app.delete(
    one,
    {
      ...manage,
      schema: { tags, summary: 'Delete a draft', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await atomically(db, tx => removeOrder(tx, staffOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );
}

function actionRoutes(app: App, platform: Platform): void {
  const { clock } = platform;
  const change = createChangeRunner(platform);
  const access = (action: OrderAction) => ({
    config: { access: staff(ACTIONS[action].permission) },
  });

  for (const action of ['submit', 'close', 'cancel'] as const) {
    app.post(
      `${one}${action}/`,
      {
        ...access(action),
        schema: {
          tags,
          summary: `Set a purchase order to ${ACTIONS[action].to}`,
          headers: IdempotencyHeaders,
          params,
          response,
        },
      },
      (request, reply) => {
        const { id } = request.params as { id: string };
        return change(request, reply, 200, (tx, caller) =>
          moveOrder(tx, caller, id, action, clock.now()),
        );
      },
    );
  }

  app.post(
    `${one}receive/`,
    {
      ...access('receive'),
      schema: {
        tags,
        summary: 'Receive goods of an order into stock; without lines, everything outstanding',
        headers: IdempotencyHeaders,
        params,
        body: ReceiveBody,
        response,
      },
    },
    (request, reply) =>
      change(request, reply, 200, (tx, caller) =>
        receiveOrder(tx, caller, request.params.id, request.body ?? {}, clock.now()),
      ),
  );
}
