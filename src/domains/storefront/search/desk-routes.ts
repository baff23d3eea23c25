import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { resourceRoutes } from '../../../platform/http/resource.js';
import { Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { resolveScope } from '../../stores/index.js';
import { deleteMiss, listMisses, type Miss } from './misses-repository.js';
import { removeSynonyms, saveSynonyms } from './save-synonyms.js';
import { MissAnswer, MissesQuery, MissParams, SynonymsAnswer, SynonymsBody } from './schemas.js';
import { listSynonyms, type Synonyms, synonymsById } from './synonyms-repository.js';

const tags = ['Search of the shop'];

/** What managers do about the search of the shop. */
export function searchDeskRoutes(app: App, platform: Platform): void {
  missRoutes(app, platform);
  resourceRoutes<Synonyms, { terms?: string[] }>(app, platform, {
    path: '/search-synonyms/',
    tag: 'Search synonyms',
    noun: 'Synonyms',
    id: Uuid,
    read: staff('catalog.read'),
    write: staff('catalog.chain'),
    body: SynonymsBody,
    answer: SynonymsAnswer,
    list: listSynonyms,
    keyOf: row => row.id,
    find: synonymsById,
    save: saveSynonyms,
    remove: removeSynonyms,
    present: row => ({
      ...row,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
  });
}

const presentMiss = (miss: Miss) => ({
  ...miss,
  first_at: miss.first_at.toISOString(),
  last_at: miss.last_at.toISOString(),
});

function missRoutes(app: App, { db }: Platform): void {
  app.get(
    '/search-misses/',
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'Searches of the shop that found nothing, the most frequent first',
        querystring: MissesQuery,
        response: { 200: Type.Array(MissAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, store } = request.query;
      const [searches, id] = decodeCursor(cursor, 2) ?? [];
      const after =
        cursor === undefined ? undefined : { searches: Number(searches), id: String(id) };
      const scope = await resolveScope(db, staffOf(request), store);
      const rows = await listMisses(db, scope, after, limit + 1);
      return page(request, reply, rows, limit, row => [row.searches, row.id]).map(presentMiss);
    },
  );

  app.delete(
    '/search-misses/:id/',
    {
      config: { access: staff('catalog.manage') },
      schema: {
        tags,
        summary: 'Remove a search from the list; it comes back when somebody searches again',
        params: MissParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const scope = storeScope(staffOf(request));
      const isGone = await atomically(db, tx => deleteMiss(tx, request.params.id, scope));
      if (!isGone) throw notFound('Search');
      return reply.code(204).send(null);
    },
  );
}
