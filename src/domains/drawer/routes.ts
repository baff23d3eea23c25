import { atomically } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { type Static, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, staff, staffOf, storeScope, till } from '../access/index.js';
import { openDrawer } from './open-drawer.js';
import { presentOpened, presentOperations } from './present.js';
import { listOperations } from './repository.js';
import { reasonToOpen, refuseEmpty } from './rules.js';
import { OpenedAnswer, OperationAnswer, OperationBody, OperationQuery } from './schemas.js';

const tags = ['Cash drawer'];

/** Mounts the same two routes for the till and for the back office. */
export const routesAt =
  (path: string) =>
  (app: App, platform: Platform): void => {
    const { db, clock } = platform;
    const idempotency = createIdempotency(platform);

    app.post(
      path,
      {
        config: { access: till('drawer.open') },
        preValidation: async request => refuseEmpty(request.body),
        schema: {
          tags,
          summary: 'Open the drawer of this till',
          headers: IdempotencyHeaders,
          body: OperationBody,
          response: { 200: OpenedAnswer },
        },
      },
      async (request, reply) => {
        const caller = staffOf(request);
        const { till: terminal, userId } = caller;
        if (terminal === null)
          throw forbidden('This needs a login at a till.', 'TERMINAL_REQUIRED');
        const reason = reasonToOpen(request.body.operation, request.body.reason);
        const opening = { ...terminal, operatorId: userId, reason, now: clock.now() };
        const answer = await idempotency.run(request, reply, keyScope(caller), settle =>
          atomically(db, async tx => settle(tx, 200, presentOpened(await openDrawer(tx, opening)))),
        );
        return answer as Static<typeof OpenedAnswer>;
      },
    );

    app.get(
      path,
      {
        config: { access: staff('drawer.open') },
        schema: {
          tags,
          summary: 'Drawer operations of your stores, newest first',
          querystring: OperationQuery,
          response: { 200: Type.Array(OperationAnswer) },
        },
      },
      async (request, reply) => {
        const { limit = DEFAULT_LIMIT, cursor } = request.query;
        const [before] = decodeCursor(cursor, 1) ?? [];
        const beforeId = before === undefined ? undefined : String(before);
        const rows = await listOperations(db, storeScope(staffOf(request)), beforeId, limit + 1);
        return presentOperations(
          db,
          page(request, reply, rows, limit, row => [row.id]),
        );
      },
    );
  };
