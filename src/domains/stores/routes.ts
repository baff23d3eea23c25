import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { resourceRoutes } from '../../platform/http/resource.js';
import { PageQuery, Query, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff, staff, staffOf, storeScope } from '../access/index.js';
import { allStores, dropStores } from './list-stores.js';
import { openStore } from './open-store.js';
import {
  presentJurisdiction,
  presentSite,
  presentStore,
  presentTaxClass,
  presentTaxRate,
  presentTerminal,
} from './present.js';
import { requireNetworkPermission } from './printer-networks.js';
import {
  removeJurisdiction,
  removeSite,
  removeStore,
  removeTaxClass,
  removeTaxRate,
} from './remove.js';
import {
  findStore,
  jurisdictionById,
  listJurisdictions,
  listSites,
  listTerminals,
  type StoreWithTaxes,
  siteById,
  terminalById,
} from './repository.js';
import { requireTaxPermission } from './require-tax-permission.js';
import { saveJurisdiction } from './save-jurisdiction.js';
import { saveSite } from './save-site.js';
import { type StoreChange, saveStore } from './save-store.js';
import { saveTaxClass } from './save-tax-class.js';
import { saveTaxRate } from './save-tax-rate.js';
import {
  JurisdictionAnswer,
  JurisdictionBody,
  NewStoreBody,
  SiteAnswer,
  SiteBody,
  StoreAnswer,
  StoreBody,
  StoreParams,
  TaxClassAnswer,
  TaxClassBody,
  TaxRateAnswer,
  TaxRateBody,
  TerminalAnswer,
  TerminalParams,
} from './schemas.js';
import { shippingZoneRoutes } from './shipping/routes.js';
import {
  listTaxClasses,
  listTaxRates,
  taxClassByCode,
  taxRateById,
} from './tax-rate-repository.js';

export function routes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  tillRoutes(app, platform);
  writingRoutes(app, platform);
  shippingZoneRoutes(app, platform);
  resourceRoutes(app, platform, {
    path: '/sites/',
    tag: 'Sites',
    noun: 'Site',
    id: Uuid,
    read: staff('store.read'),
    write: staff('store.manage'),
    body: SiteBody,
    answer: SiteAnswer,
    list: listSites,
    keyOf: site => site.code,
    find: siteById,
    save: saveSite,
    remove: removeSite,
    present: presentSite,
  });
  resourceRoutes(app, platform, {
    path: '/tax-jurisdictions/',
    tag: 'Tax jurisdictions',
    noun: 'Tax jurisdiction',
    id: Uuid,
    read: staff('store.read'),
    write: staff('store.manage'),
    body: JurisdictionBody,
    answer: JurisdictionAnswer,
    list: listJurisdictions,
    keyOf: jurisdiction => jurisdiction.code,
    find: jurisdictionById,
    save: saveJurisdiction,
    remove: removeJurisdiction,
    present: presentJurisdiction,
    changed: dropStores,
  });
  taxRoutes(app, platform);
}

function taxRoutes(app: App, platform: Platform): void {
  resourceRoutes(app, platform, {
    path: '/tax-classes/',
    tag: 'Tax classes',
    noun: 'Tax class',
    id: Type.String({ minLength: 1, maxLength: 50, description: 'Code' }),
    read: staff('store.read'),
    write: staff('store.manage'),
    body: TaxClassBody,
    answer: TaxClassAnswer,
    list: listTaxClasses,
    keyOf: taxClass => taxClass.code,
    find: taxClassByCode,
    save: saveTaxClass,
    remove: removeTaxClass,
    present: presentTaxClass,
  });
  resourceRoutes(app, platform, {
    path: '/tax-rates/',
    tag: 'Tax rates',
    noun: 'Tax rate',
    id: Uuid,
    read: staff('store.read'),
    write: staff('store.manage'),
    body: TaxRateBody,
    answer: TaxRateAnswer,
    list: listTaxRates,
    keyOf: rate => rate.id,
    find: taxRateById,
    save: saveTaxRate,
    remove: removeTaxRate,
    present: presentTaxRate,
    changed: dropStores,
  });
}

/** A store outside the caller's scope answers 404. */
const visible = (found: StoreWithTaxes | undefined, caller: Staff): StoreWithTaxes => {
  if (found === undefined || !maySee(caller, found.id)) throw notFound('Store');
  return found;
};

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
      presentStore(visible(await findStore(platform.db, request.params.store), staffOf(request))),
  );
}

function tillRoutes(app: App, { db }: Platform): void {
  app.get(
    '/stores/:store/terminals/',
    {
      ...read,
      schema: {
        tags,
        summary: 'The tills of a store',
        params: StoreParams,
        response: { 200: Type.Array(TerminalAnswer) },
      },
    },
    async request => {
      const store = visible(await findStore(db, request.params.store), staffOf(request));
      const terminals = await listTerminals(db, store.id);
      return terminals.map(terminal => presentTerminal(terminal, store.id));
    },
  );

  app.get(
    '/stores/:store/terminals/:terminal/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A till of a store',
        params: TerminalParams,
        response: { 200: TerminalAnswer },
      },
    },
    async request => {
      const store = visible(await findStore(db, request.params.store), staffOf(request));
      const terminal = await terminalById(db, request.params.terminal);
      if (terminal?.store_id !== store.id) throw notFound('Terminal');
      return presentTerminal(terminal, store.id);
    },
  );
}

function writingRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    '/stores/',
    {
      config: { access: staff('store.manage') },
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
      config: { access: staff('store.settings') },
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
          const found = visible(await findStore(tx, request.params.store), caller);
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
      config: { access: staff('store.manage') },
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
