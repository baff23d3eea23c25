import { notFound } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { storeInQuery } from '../store-in-query.js';
import { deleteList, type ListRow, listById, listLists } from './repository.js';
import { saveList } from './save-list.js';
import { ListAnswer, ListBody, type ListFields, ListParams, ListQuery } from './schemas.js';

const tags = ['Price lists'];
const read = { config: { access: staff('catalog.read') } };

export function priceListRoutes(app: App, { db }: Platform): void {
  app.get(
    '/price-lists/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List price lists by code',
        querystring: ListQuery,
        response: { 200: Type.Array(ListAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, currency, store } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const filter = { currency, store: await storeInQuery(db, staffOf(request), store) };
      const code = after === undefined ? undefined : String(after);
      const rows = await listLists(db, filter, code, limit + 1);
      return page(request, reply, rows, limit, row => [row.code]).map(present);
    },
  );

  app.get(
    '/price-lists/:id/',
    {
      ...read,
      schema: { tags, summary: 'A price list', params: ListParams, response: { 200: ListAnswer } },
    },
    async request => {
      const found = await listById(db, request.params.id);
      if (found === undefined) throw notFound('Price list');
      return present(found);
    },
  );

  writeRoutes<Partial<ListFields>>(app, db, {
    path: '/price-lists/',
    one: '/price-lists/:id/',
    params: ListParams,
    tags,
    summaries: {
      create: 'Create a price list',
      write: 'Write a price list',
      change: 'Change a price list',
      remove: 'Delete a price list with its prices',
    },
    access: staff('catalog.chain'),
    body: ListBody,
    answer: ListAnswer,
    save: async (tx, id, change) => present(await saveList(tx, id, change)),
    remove: async (tx, id) => {
      if (!(await deleteList(tx, id))) throw notFound('Price list');
    },
  });
}

const present = (list: ListRow) => ({
  ...list,
  valid_from: list.valid_from?.toISOString() ?? null,
  valid_to: list.valid_to?.toISOString() ?? null,
  created_at: list.created_at.toISOString(),
  updated_at: list.updated_at.toISOString(),
});
