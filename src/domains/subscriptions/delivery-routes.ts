import { atomically } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import { page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { staff } from '../access/index.js';
import { deliverSoon } from './deliver.js';
import {
  deliveryById,
  insertDeliveries,
  listDeliveries,
  reopenDelivery,
} from './delivery-repository.js';
import { presentDelivery } from './present.js';
import type { Endpoint } from './repository.js';
import { cursorId, endpointOf, PATH } from './routes.js';
import { TEST_EVENT } from './rules.js';
import {
  DeliveryAnswer,
  DeliveryDetail,
  DeliveryParams,
  DeliveryQuery,
  EndpointParams,
} from './schemas.js';

const tags = ['Webhook endpoints'];
const config = { access: staff('webhook.manage') };

const requireActive = ({ is_active: isActive }: Endpoint): void => {
  if (!isActive) {
    throw conflict('INVALID_STATE', 'This endpoint is switched off.', { is_active: false });
  }
};

export function deliveryRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const all = `${PATH}:id/deliveries/`;

  app.get(
    all,
    {
      config,
      schema: {
        tags,
        summary: 'What was sent to an endpoint, newest first',
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
        summary: 'One delivery with what was sent',
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
      requireActive(endpoint);
      const deliveryId = request.params.delivery_id;
      const reopened = await atomically(db, async tx => {
        const found = await reopenDelivery(tx, endpoint.id, deliveryId, clock.now());
        if (found !== undefined) await deliverSoon(tx, [found]);
        return found;
      });
      if (reopened !== undefined) return reply.code(202).send(presentDelivery(reopened));
      const known = await deliveryById(db, endpoint.id, deliveryId);
      if (known === undefined) throw notFound('Delivery');
      throw conflict('INVALID_STATE', 'This delivery is still on its way.', { status: 'pending' });
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
      requireActive(endpoint);
      const delivery = await sendTest(platform, endpoint);
      return reply.code(202).send(presentDelivery(delivery));
    },
  );
}

async function sendTest({ db, clock }: Platform, endpoint: Endpoint) {
  const now = clock.now();
  const [id, eventId] = [newId(), newId()];
  const payload = {
    id: eventId,
    event: TEST_EVENT,
    occurred_at: now.toISOString(),
    store_id: null,
    subject_id: endpoint.id,
    data: { message: 'This is a test.' },
  };
  return atomically(db, async tx => {
    const added = { id, endpoint_id: endpoint.id, event_id: eventId, event: TEST_EVENT, payload };
    await deliverSoon(tx, await insertDeliveries(tx, [added], now));
    const delivery = await deliveryById(tx, endpoint.id, id);
    if (delivery === undefined) throw notFound('Webhook endpoint');
    return delivery;
  });
}
