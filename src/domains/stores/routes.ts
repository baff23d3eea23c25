import { atomically } from '../../platform/database/tx.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { PageQuery, Query, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { office, staff, staffOf, storeScope } from '../access/index.js';
import { allStores, dropStores } from './list-stores.js';
import { openStore } from './open-store.js';
import { presentStore } from './present.js';
import { requireNetworkPermission } from './printer-networks.js';
import { visibleStore } from './references.js';
import { removeStore } from './remove.js';
import { type StoreChange, saveStore } from './save-store.js';
import { NewStoreBody, StoreAnswer, StoreBody, StoreParams } from './schemas.js';
import { shippingZoneRoutes } from './shipping/routes.js';
import { siteRoutes } from './sites/routes.js';
import { requireTaxPermission } from './taxes/require-tax-permission.js';
import { taxRoutes } from './taxes/routes.js';
import { terminalRoutes } from './terminals/routes.js';

export function routes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  terminalRoutes(app, platform);
  writingRoutes(app, platform);
  shippingZoneRoutes(app, platform);
  siteRoutes(app, platform);
  taxRoutes(app, platform);
}

const tags = ['Stores'];
const read = { config: { access: staff('store.read') } };

function readingRoutes(app: App, platform: Platform): void {
  app.get(
    '/stores/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List the stores you may see',
        querystring: Query(PageQuery),
        response: { 200: Type.Array(StoreAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const [after = ''] = decodeCursor(cursor, 1) ?? [];
      const scope = storeScope(staffOf(request));
      const stores = (await allStores(platform)).filter(
        ({ id, code }) => code > String(after) && (scope === undefined || scope.includes(id)),
      );
      return page(request, reply, stores, limit, store => [store.code]);
    },
  );

  app.get(
    '/stores/:store/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A store by code, UUID or content id',
        params: StoreParams,
        response: { 200: StoreAnswer },
      },
    },
    async request =>
      presentStore(await visibleStore(platform.db, request.params.store, staffOf(request))),
  );
}

function writingRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    '/stores/',
    {
      config: { access: office('store.manage') },
      schema: { tags, summary: 'Open a store', body: NewStoreBody, response: { 201: StoreAnswer } },
    },
    async (request, reply) => {
      const store = await atomically(db, tx => openStore(tx, request.body));
      await dropStores(platform);
      return reply.code(201).send(presentStore(store));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/stores/:store/',
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a store`,
        params: StoreParams,
        body: method === 'PUT' ? StoreBody : partial(StoreBody),
        response: { 200: StoreAnswer },
      },
      handler: async request => {
        const store = await atomically(db, async tx => {
          const caller = staffOf(request);
          const found = await visibleStore(tx, request.params.store, caller);
          const change = request.body as StoreChange;
          requireTaxPermission(caller, found, change);
          requireNetworkPermission(caller, found, change.printer_networks);
          return saveStore(tx, found.id, change);
        });
        await dropStores(platform);
        return presentStore(store);
      },
    });
  }

  app.delete(
    '/stores/:store/',
    {
      config: { access: office('store.manage') },
      schema: {
        tags,
        summary: 'Delete a store that nothing refers to',
        params: StoreParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => removeStore(tx, request.params.store));
      await dropStores(platform);
      return reply.code(204).send(null);
    },
  );
}
