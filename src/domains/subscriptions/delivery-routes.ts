import { notFound } from '../../platform/http/failure.js';
import { page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office } from '../access/index.js';
import { deliveryById, listDeliveries } from './delivery-repository.js';
import { presentDelivery } from './present.js';
import { redeliver } from './redeliver.js';
import { cursorId, endpointOf, PATH } from './routes.js';
import {
  DeliveryAnswer,
  DeliveryDetail,
  DeliveryParams,
  DeliveryQuery,
  EndpointParams,
} from './schemas.js';
import { sendTest } from './send-test.js';

const tags = ['Webhook endpoints'];
const config = { access: office('webhook.manage') };

export function deliveryRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const all = `${PATH}:id/deliveries/`;

  app.get(
    all,
    {
      config,
      schema: {
        tags,
        summary: 'Deliveries to an endpoint, newest first',
        params: EndpointParams,
        querystring: DeliveryQuery,
        response: { 200: Type.Array(DeliveryAnswer) },
      },
    },
    async (request, reply) => {
      const { id } = await endpointOf(platform, request);
      const { limit = 50, cursor, status } = request.query;
      const rows = await listDeliveries(db, id, status, cursorId(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentDelivery);
    },
  );

  app.get(
    `${all}:delivery_id/`,
    {
      config,
      schema: {
        tags,
        summary: 'One delivery with its payload',
        params: DeliveryParams,
        response: { 200: DeliveryDetail },
      },
    },
    async request => {
      const { id } = await endpointOf(platform, request);
      const delivery = await deliveryById(db, id, request.params.delivery_id);
      if (delivery === undefined) throw notFound('Delivery');
      return { ...presentDelivery(delivery), payload: delivery.payload };
    },
  );

  app.post(
    `${all}:delivery_id/redeliver/`,
    {
      config,
      schema: {
        tags,
        summary: 'Send a delivery again, under the same id',
        params: DeliveryParams,
        response: { 202: DeliveryAnswer },
      },
    },
    async (request, reply) => {
      const endpoint = await endpointOf(platform, request);
      const delivery = await redeliver(platform, endpoint, request.params.delivery_id);
      return reply.code(202).send(presentDelivery(delivery));
    },
  );

  app.post(
    `${PATH}:id/test/`,
    {
      config,
      schema: {
        tags,
        summary: 'Send a test event',
        params: EndpointParams,
        response: { 202: DeliveryAnswer },
      },
    },
    async (request, reply) => {
      const endpoint = await endpointOf(platform, request);
      const delivery = await sendTest(platform, endpoint);
      return reply.code(202).send(presentDelivery(delivery));
    },
  );
}
