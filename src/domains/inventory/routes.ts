import { atomically, type Reader } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { type Static, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff, staff, staffOf } from '../access/index.js';
import { changeLevel } from './change-level.js';
import { levelFilterOf } from './level-filter.js';
import { openLevel } from './open-level.js';
import { presentLevel, presentMovement } from './present.js';
import { resolveStoreRef, stepsOfField, variantOfBody } from './references.js';
import { removeLevel } from './remove-level.js';
import { type Level, levelById, listLevels } from './repository.js';
import {
  LevelAnswer,
  LevelParams,
  LevelQuery,
  MovementAnswer,
  MovementQuery,
  OpenBody,
  SettingsBody,
} from './schemas.js';
import { listMovements } from './stock-repository.js';
import { stockRoutes } from './stock-routes.js';

const tags = ['Inventory'];

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes(app, platform);
  deleteRoute(app, platform);
  stockRoutes(app, platform);
}

/** Throws 404 for unknown levels and for stores outside the caller's scope. */
async function visibleLevel(reader: Reader, caller: Staff, id: string): Promise<Level> {
  const level = await levelById(reader, id);
  if (level === undefined || !maySee(caller, level.store_id)) throw notFound('Inventory level');
  return level;
}

function readRoutes(app: App, { db }: Platform): void {
  const read = { config: { access: staff('stock.read') } };

  app.get(
    '/inventory-levels/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List stock by SKU',
        querystring: LevelQuery,
        response: { 200: Type.Array(LevelAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, ...filters } = request.query;
      const [afterSku, afterId] = decodeCursor(cursor, 2) ?? [];
      const rows = await listLevels(
        db,
        await levelFilterOf(db, staffOf(request), filters),
        cursor === undefined ? undefined : { sku: String(afterSku), id: cursorId(afterId) },
        limit + 1,
      );
      return page(request, reply, rows, limit, row => [row.sku, row.id]).map(presentLevel);
    },
  );

  app.get(
    '/inventory-levels/:id/',
    {
      ...read,
      schema: {
        tags,
        summary: 'A stock level',
        params: LevelParams,
        response: { 200: LevelAnswer },
      },
    },
    async request => presentLevel(await visibleLevel(db, staffOf(request), request.params.id)),
  );

  app.get(
    '/inventory-levels/:id/movements/',
    {
      ...read,
      schema: {
        tags,
        summary: 'Movements of a level, newest first',
        params: LevelParams,
        querystring: MovementQuery,
        response: { 200: Type.Array(MovementAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [];
      const level = await visibleLevel(db, staffOf(request), request.params.id);
      const beforeId = cursor === undefined ? null : cursorId(before);
      const rows = await listMovements(db, level, beforeId, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(row =>
        presentMovement(row, level.unit),
      );
    },
  );
}

function writeRoutes(app: App, { db }: Platform): void {
  const write = { config: { access: staff('stock.adjust') } };

  app.post(
    '/inventory-levels/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Create the level of a variant at a store',
        body: OpenBody,
        response: { 201: LevelAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const caller = staffOf(request);
      const level = await atomically(db, async tx => {
        const storeId = await resolveStoreRef(tx, caller, 'store', body.store);
        const { id: variantId, unit } = await variantOfBody(tx, body);
        return openLevel(tx, {
          storeId,
          variantId,
          onHand: stepsOfField('on_hand', body.on_hand ?? 0, unit),
          reorderPoint: stepsOfField('reorder_point', body.reorder_point ?? 0, unit),
          isActive: body.is_active,
          sanityId: body.sanity_id,
          actorId: caller.userId,
        });
      });
      return reply.code(201).send(presentLevel(level));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/inventory-levels/:id/',
      ...write,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'} the settings of a level`,
        params: LevelParams,
        body: method === 'PUT' ? SettingsBody : partial(SettingsBody),
        response: { 200: LevelAnswer },
      },
      handler: async request =>
        presentLevel(
          await atomically(db, async tx => {
            const level = await visibleLevel(tx, staffOf(request), request.params.id);
            const { reorder_point, ...settings } = request.body as Partial<
              Static<typeof SettingsBody>
            >;
            return changeLevel(tx, level.id, {
              ...settings,
              ...(reorder_point !== undefined && {
                reorder_point: stepsOfField('reorder_point', reorder_point, level.unit),
              }),
            });
          }),
        ),
    });
  }
}

function deleteRoute(app: App, { db }: Platform): void {
  app.delete(
    '/inventory-levels/:id/',
    {
      config: { access: staff('stock.adjust') },
      schema: {
        tags,
        summary: 'Delete a level without movements',
        params: LevelParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, async tx => {
        const level = await visibleLevel(tx, staffOf(request), request.params.id);
        await removeLevel(tx, level.id);
      });
      return reply.code(204).send(null);
    },
  );
}

/** A cursor is untrusted input, so its id is validated before the query. */
function cursorId(part: unknown): string {
  if (typeof part === 'string' && isUuid(part)) return part;
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}
