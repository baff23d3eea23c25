import { conflict, invalidField } from '../../../platform/http/failure.js';
import { Query, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, staff, staffOf } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { visibleFulfillment } from '../find-fulfillment.js';
import { isOpen } from '../rules.js';
import { FulfillmentParams } from '../schemas.js';
import { readLabels } from './parcel-label.js';
import { readOrderPickList, readPickList } from './pick-list.js';
import { renderLabels } from './render-labels.js';
import { renderPickList } from './render-pick-list.js';

const tags = ['Fulfillments'];
const config = { access: staff('fulfillment.handle') };
const response = {
  200: {
    content: {
      'application/pdf': {
        schema: Type.Unsafe<string | Buffer>({ type: 'string', format: 'binary' }),
      },
    },
  },
};

/** Papers of the stock room, as PDF. */
export function paperRoutes(app: App, platform: Platform): void {
  pickListRoutes(app, platform);
  labelRoute(app, platform);
}

function pickListRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/fulfillments/pick-list/',
    {
      config,
      schema: {
        tags,
        summary: 'The goods to pick for open orders of a store, as PDF',
        querystring: Query({ store: Text(255, 1) }),
        response,
      },
    },
    async (request, reply) => {
      const store = await findStore(db, request.query.store);
      if (store === undefined || !maySee(staffOf(request), store.id)) {
        throw invalidField('store', 'There is no such store.');
      }
      const list = await readPickList(db, store, clock.now());
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="pick-list-${store.code}.pdf"`)
        .send(await renderPickList(list));
    },
  );

  app.get(
    '/fulfillments/:id/pick-list/',
    {
      config,
      schema: {
        tags,
        summary: 'The goods to pick for one order, as PDF',
        params: FulfillmentParams,
        response,
      },
    },
    async (request, reply) => {
      const row = await visibleFulfillment(db, staffOf(request), request.params.id);
      const { status, fulfillment_type } = row;
      if (!isOpen(status) || fulfillment_type === 'digital') {
        const text = `A ${fulfillment_type} fulfillment that is ${status} has nothing to pick.`;
        throw conflict('INVALID_STATE', text, { status, fulfillment_type });
      }
      const store = await findStore(db, row.store_id);
      if (store === undefined) throw new Error('the store of a fulfillment is missing');
      const list = await readOrderPickList(db, store, row, clock.now());
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="pick-list-${row.transaction_number}.pdf"`)
        .send(await renderPickList(list));
    },
  );
}

function labelRoute(app: App, { db }: Platform): void {
  app.get(
    '/fulfillments/:id/labels/',
    {
      config,
      schema: {
        tags,
        summary: 'Labels for the parcels of an order, as PDF',
        params: FulfillmentParams,
        querystring: Query({ shipment: Type.Optional(Uuid) }),
        response,
      },
    },
    async (request, reply) => {
      const row = await visibleFulfillment(db, staffOf(request), request.params.id);
      const labels = await readLabels(db, row, request.query.shipment);
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="labels-${row.transaction_number}.pdf"`)
        .send(await renderLabels(labels));
    },
  );
}
