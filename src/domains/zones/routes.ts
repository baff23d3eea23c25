import type { Tx } from '../../platform/database/tx.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { type Staff, staff, staffOf } from '../access/index.js';
import { resolveScope, resolveStore } from '../stores/index.js';
import { visibleZone } from './find-zone.js';
import { presentZone } from './present.js';
import { removeZone } from './remove.js';
import { listZones, type Zone } from './repository.js';
import { saveZone } from './save-zone.js';
import { IdParams, ZoneAnswer, ZoneBody, type ZoneInput, ZoneQuery } from './schemas.js';

const tags = ['Zones'];
const path = '/zones/';
const one = `${path}:id/`;
const params = IdParams;
const read = { config: { access: staff('stock.read') } };
const response = { 200: ZoneAnswer };

export function zoneRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes<Partial<ZoneInput>>(app, platform.db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Create a zone',
      write: 'Write a zone',
      change: 'Change a zone',
      remove: 'Delete an unused zone',
    },
    access: staff('stock.adjust'),
    body: ZoneBody,
    answer: ZoneAnswer,
    save: async (tx, id, change, request) =>
      presentZone(await saved(tx, staffOf(request), id, change)),
    remove: (tx, id, request) => removeZone(tx, staffOf(request), id),
  });
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

/** Without `store`, an existing zone keeps its store. */
async function saved(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  { store, ...columns }: Partial<ZoneInput>,
): Promise<Zone> {
  const before = id === undefined ? undefined : await visibleZone(tx, caller, id);
  const storeId = store === undefined ? before?.store_id : await resolveStore(tx, caller, store);
  return saveZone(tx, before?.id, { ...columns, store_id: storeId });
}
