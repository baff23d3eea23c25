import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff, staffOf } from '../../access/index.js';
import { dropStores } from '../list-stores.js';
import { resolveScope } from '../references.js';
import { removeShippingZone } from './remove-zone.js';
import { listShippingZones, type StoredZone } from './repository.js';
import { saveShippingZone, visibleShippingZone } from './save-zone.js';
import { ZoneAnswer, ZoneBody, type ZoneInput, ZoneParams, ZoneQuery } from './schemas.js';

const tags = ['Shipping zones'];
const path = '/shipping-zones/';
const one = `${path}:id/`;
const params = ZoneParams;
const read = { config: { access: staff('store.read') } };

const present = (zone: StoredZone) => ({
  ...zone,
  created_at: zone.created_at.toISOString(),
  updated_at: zone.updated_at.toISOString(),
});

export function shippingZoneRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the shipping zones of the stores you may see',
        querystring: ZoneQuery,
        response: { 200: Type.Array(ZoneAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const storeIds = await resolveScope(db, staffOf(request), store);
      const afterId = after === undefined ? undefined : String(after);
      const rows = await listShippingZones(db, storeIds, afterId, limit + 1);
      return page(request, reply, rows, limit, zone => [zone.id]).map(present);
    },
  );

  app.get(
    one,
    {
      ...read,
      schema: { tags, summary: 'A shipping zone', params, response: { 200: ZoneAnswer } },
    },
    async request => present(await visibleShippingZone(db, staffOf(request), request.params.id)),
  );

  writeRoutes<Partial<ZoneInput>>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Create a shipping zone of a store',
      write: 'Write a shipping zone',
      change: 'Change a shipping zone',
      remove: 'Delete a shipping zone',
    },
    access: office('store.settings'),
    body: ZoneBody,
    answer: ZoneAnswer,
    save: async (tx, id, change, request) =>
      present(await saveShippingZone(tx, staffOf(request), id, change)),
    remove: (tx, id, request) => removeShippingZone(tx, staffOf(request), id),
    changed: () => dropStores(platform),
  });
}
