import { conflict } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import { actionRoutes } from './action-routes.js';
import { visibleCount } from './find-count.js';
import { listLines } from './line-repository.js';
import { presentCount, presentLine } from './present.js';
import { listCounts } from './repository.js';
import { hidesExpected } from './rules.js';
import { CountAnswer, CountParams, CountQuery, LineAnswer, LineQuery } from './schemas.js';

const tags = ['Stock counts'];
const path = '/stock-counts/';
const one = `${path}:id/`;
const params = CountParams;
const read = { config: { access: staff('stock.count') } };

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  linesRoute(app, platform);
  actionRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    path,
    {
      ...read,
      schema: {
        tags,
        summary: 'List the stock counts of the stores you may see, newest first',
        querystring: CountQuery,
        response: { 200: Type.Array(CountAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, status } = request.query;
      const filter = { storeIds: await resolveScope(db, staffOf(request), store), status };
      const rows = await listCounts(db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentCount);
    },
  );

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A stock count', params, response: { 200: CountAnswer } } },
    async request => presentCount(await visibleCount(db, staffOf(request), request.params.id)),
  );
}

function linesRoute(app: App, { db }: Platform): void {
  app.get(
    `${one}lines/`,
    {
      ...read,
      schema: {
        tags,
        summary: 'The lines of a stock count by SKU; in a recount `open` lists what is left of it',
        params,
        querystring: LineQuery,
        response: { 200: Type.Array(LineAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, show, q } = request.query;
      const count = await visibleCount(db, staffOf(request), request.params.id);
      if (show === 'different' && hidesExpected(count)) {
        throw conflict('INVALID_STATE', 'Differences are shown after counting.', {
          status: count.status,
        });
      }
      const filter = { show, q };
      const rows = await listLines(db, count.id, filter, decodeCursor(cursor, 2), limit + 1);
      return page(request, reply, rows, limit, row => [row.sku, row.id]).map(line =>
        presentLine(count, line),
      );
    },
  );
}
