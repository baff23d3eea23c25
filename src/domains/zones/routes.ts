import { atomically } from '../../platform/database/tx.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { partial } from '../../platform/http/resource.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { resolveScope, resolveStore } from '../stores/index.js';
import { visibleZone } from './find-zone.js';
import { presentZone } from './present.js';
import { removeZone } from './remove.js';
import { listZones } from './repository.js';
import { saveZone } from './save-zone.js';
import { IdParams, ZoneAnswer, ZoneBody, type ZoneInput, ZoneQuery } from './schemas.js';

const tags = ['Zones'];
const path = '/zones/';
const one = `${path}:id/`;
const params = IdParams;
const read = { config: { access: staff('stock.read') } };
const manage = { config: { access: staff('stock.adjust') } };
const response = { 200: ZoneAnswer };

export function zoneRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the zones of the stores you may see, in their order',
        querystring: ZoneQuery,
        response: { 200: Type.Array(ZoneAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, kind, is_active: isActive } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      const filter = { storeIds, kind, isActive };
      const rows = await listZones(db, filter, decodeCursor(cursor, 3), limit + 1);
      return page(request, reply, rows, limit, row => [row.sort_order, row.code, row.id]).map(
        presentZone,
      );
    },
  );

  app.get(one, { ...read, schema: { tags, summary: 'A zone', params, response } }, async request =>
    presentZone(await visibleZone(db, staffOf(request), request.params.id)),
  );
}

function writeRoutes(app: App, { db }: Platform): void {
  app.post(
    path,
    {
      ...manage,
      schema: { tags, summary: 'Create a zone', body: ZoneBody, response: { 201: ZoneAnswer } },
    },
    async (request, reply) => {
      const { store, ...columns } = request.body;
      const zone = await atomically(db, async tx => {
        const storeId = await resolveStore(tx, staffOf(request), store);
        return saveZone(tx, undefined, { ...columns, store_id: storeId });
      });
      return reply.code(201).send(presentZone(zone));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: one,
      ...manage,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a zone`,
        params,
        body: method === 'PUT' ? ZoneBody : partial(ZoneBody),
        response,
      },
      handler: async request => {
        const caller = staffOf(request);
        const { store, ...columns } = request.body as Partial<ZoneInput>;
        const zone = await atomically(db, async tx => {
          const { id, store_id } = await visibleZone(tx, caller, request.params.id);
          const storeId = store === undefined ? store_id : await resolveStore(tx, caller, store);
          return saveZone(tx, id, { ...columns, store_id: storeId });
        });
        return presentZone(zone);
      },
    });
  }

  app.delete(
    one,
    {
      ...manage,
      schema: { tags, summary: 'Delete an unused zone', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await atomically(db, tx => removeZone(tx, staffOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );
}
