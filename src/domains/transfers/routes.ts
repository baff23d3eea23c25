import { DEFAULT_LIMIT, decodeCursor, idCursor, page } from '../../platform/http/paginate.js';
import { Query, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { actionRoutes } from './action-routes.js';
import { visibleTransfer } from './find-transfer.js';
import { presentInTransit, presentTransfer } from './present.js';
import { listTransfers } from './repository.js';
import {
  PartnerAnswer,
  TransferAnswer,
  TransferParams,
  TransferQuery,
  TransitAnswer,
  TransitQuery,
} from './schemas.js';
import { listInTransit, listPartners } from './transit-repository.js';

const tags = ['Transfers'];
const path = '/transfers/';
const read = { config: { access: staff('stock.read') } };

export function routes(app: App, platform: Platform): void {
  listRoute(app, platform);
  transitRoutes(app, platform);
  app.get(
    `${path}:id/`,
    {
      ...read,
      schema: {
        tags,
        summary: 'A transfer between two stores',
        params: TransferParams,
        response: { 200: TransferAnswer },
      },
    },
    async request =>
      presentTransfer(await visibleTransfer(platform.db, staffOf(request), request.params.id)),
  );
  actionRoutes(app, platform);
}

function listRoute(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the transfers from and to the stores you may see, newest first',
        querystring: TransferQuery,
        response: { 200: Type.Array(TransferAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, direction, status } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      const filter = { storeIds, direction, status };
      const rows = await listTransfers(db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentTransfer);
    },
  );
}

function transitRoutes(app: App, { db }: Platform): void {
  app.get(
    `${path}stores/`,
    {
      config: { access: staff('stock.transfer') },
      schema: {
        tags,
        summary: 'The stores that a transfer can come from or go to',
        querystring: Query({}),
        response: { 200: Type.Array(PartnerAnswer) },
      },
    },
    () => listPartners(db),
  );

  app.get(
    `${path}in-transit/`,
    {
      ...read,
      schema: {
        tags,
        summary: 'Goods on their way to the stores you may see, by SKU',
        querystring: TransitQuery,
        response: { 200: Type.Array(TransitAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      const rows = await listInTransit(db, storeIds, decodeCursor(cursor, 2), limit + 1);
      return page(request, reply, rows, limit, row => [row.sku, row.to_store_id]).map(
        presentInTransit,
      );
    },
  );
}
