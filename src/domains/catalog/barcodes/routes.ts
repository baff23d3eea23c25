import { atomically } from '../../../platform/database/tx.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { partial } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff, staffOf } from '../../access/index.js';
import { resolveScope } from '../../stores/index.js';
import { listPatterns, type Pattern } from './repository.js';
import { removePattern, savePattern, visiblePattern } from './save-pattern.js';
import {
  PatternAnswer,
  PatternBody,
  type PatternInput,
  PatternParams,
  PatternQuery,
} from './schemas.js';

const tags = ['Barcode patterns'];
const one = '/barcode-patterns/:id/';
const read = { config: { access: staff('catalog.read') } };
const write = { config: { access: office('store.settings') } };

const present = ({ store_id, ...pattern }: Pattern) => ({
  ...pattern,
  store: store_id,
  created_at: pattern.created_at.toISOString(),
  updated_at: pattern.updated_at.toISOString(),
});

/** How the labels of a store's scales are read. */
export function barcodeRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/barcode-patterns/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List the barcode patterns of the stores you may see',
        querystring: PatternQuery,
        response: { 200: Type.Array(PatternAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, store } = request.query;
      const [storeId, prefix] = decodeCursor(cursor, 2) ?? [];
      const rows = await listPatterns(
        db,
        await resolveScope(db, staffOf(request), store),
        cursor === undefined ? undefined : { store: String(storeId), prefix: String(prefix) },
        limit + 1,
      );
      return page(request, reply, rows, limit, row => [row.store_id, row.prefix]).map(present);
    },
  );

  app.get(
    one,
    {
      ...read,
      schema: {
        tags,
        summary: 'A barcode pattern',
        params: PatternParams,
        response: { 200: PatternAnswer },
      },
    },
    request =>
      atomically(db, async tx =>
        present(await visiblePattern(tx, staffOf(request), request.params.id)),
      ),
  );
}

function writeRoutes(app: App, { db }: Platform): void {
  app.post(
    '/barcode-patterns/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Create the barcode pattern of a prefix at a store',
        body: PatternBody,
        response: { 201: PatternAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const saved = await atomically(db, tx => savePattern(tx, staffOf(request), undefined, body));
      return reply.code(201).send(present(saved));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: one,
      ...write,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} a barcode pattern`,
        params: PatternParams,
        body: method === 'PUT' ? PatternBody : partial(PatternBody),
        response: { 200: PatternAnswer },
      },
      handler: async request =>
        present(
          await atomically(db, tx =>
            savePattern(
              tx,
              staffOf(request),
              request.params.id,
              request.body as Partial<PatternInput>,
            ),
          ),
        ),
    });
  }

  app.delete(
    one,
    {
      ...write,
      schema: {
        tags,
        summary: 'Delete a barcode pattern',
        params: PatternParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => removePattern(tx, staffOf(request), request.params.id));
      return reply.code(204).send(null);
    },
  );
}
