import { atomically } from '../../platform/database/tx.js';
import { probe } from '../../platform/http/access.js';
import { Failure, notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { deliveryByDeliveryId, listDeliveries } from './delivery-repository.js';
import { moveDelivery } from './move-delivery.js';
import { presentDelivery } from './present.js';
import { removeDelivery } from './remove-delivery.js';
import { DELIVERY_ACTIONS, type DeliveryAction } from './rules.js';
import { saveDelivery } from './save-delivery.js';
import {
  DeliveryAnswer,
  DeliveryBody,
  type DeliveryInput,
  DeliveryParams,
  DeliveryQuery,
} from './schemas.js';

const tags = ['Delivery schedules'];
const path = '/tasks/delivery-schedules/';
const one = `${path}:delivery_id/`;
const params = DeliveryParams;
const read = { config: { access: staff('delivery.read') } };
const manage = { config: { access: staff('delivery.manage') } };

export function deliveryRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  readRoutes(app, platform);
  writeRoutes<Partial<DeliveryInput>>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Plan a delivery',
      write: 'Write a delivery',
      change: 'Change a delivery',
      remove: 'Delete a delivery',
    },
    access: staff('delivery.manage'),
    body: DeliveryBody,
    answer: DeliveryAnswer,
    save: async (tx, id, change, request) =>
      presentDelivery(await saveDelivery(tx, staffOf(request), id, change, clock.now())),
    remove: (tx, id, request) => removeDelivery(tx, staffOf(request), id),
  });
  actionRoutes(app, platform);
  otherMethods(app);
}

function actionRoutes(app: App, { db, clock }: Platform): void {
  for (const action of Object.keys(DELIVERY_ACTIONS) as DeliveryAction[]) {
    app.post(
      `${one}${action}/`,
      {
        ...manage,
        schema: {
          tags,
          summary: `A delivery becomes ${DELIVERY_ACTIONS[action].to}`,
          params,
          response: { 200: DeliveryAnswer },
        },
      },
      async request => {
        const { delivery_id } = request.params as { delivery_id: string };
        return presentDelivery(
          await atomically(db, tx =>
            moveDelivery(tx, staffOf(request), delivery_id, action, clock.now()),
          ),
        );
      },
    );
  }
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the deliveries of the stores you may see, latest scheduled first',
        querystring: DeliveryQuery,
        response: { 200: Type.Array(DeliveryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, status, late } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      const { date_from: dateFrom, date_to: dateTo } = request.query;
      const filter = { storeIds, status, dateFrom, dateTo, late };
      const rows = await listDeliveries(db, filter, decodeCursor(cursor, 3), limit + 1);
      return page(request, reply, rows, limit, row => [
        row.scheduled_date,
        row.scheduled_time,
        row.id,
      ]).map(presentDelivery);
    },
  );

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A delivery', params, response: { 200: DeliveryAnswer } } },
    async request => {
      const delivery = await deliveryByDeliveryId(db, request.params.delivery_id);
      if (delivery === undefined || !maySee(staffOf(request), delivery.store_id)) {
        throw notFound('Delivery');
      }
      return presentDelivery(delivery);
    },
  );
}

/** Without these routes, the router would take the path of the deliveries for `/tasks/:task_id/`. */
function otherMethods(app: App): void {
  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: path,
    config: { access: probe },
    schema: { hide: true },
    handler: () => {
      throw new Failure(
        'method_not_allowed',
        'METHOD_NOT_ALLOWED',
        'This path does not take that method.',
        { allow: ['GET', 'HEAD', 'POST'] },
      );
    },
  });
}
