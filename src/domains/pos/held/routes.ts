import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { type Static, Type, WHOLE_LIMIT } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, till, tillStaffOf } from '../../access/index.js';
import { findHeldSale } from './find-held-sale.js';
import { type HeldSale, heldSalesOf } from './held-sale-repository.js';
import { holdSale } from './hold-sale.js';
import { removeHeldSale } from './remove-held-sale.js';
import { resumeHeldSale } from './resume-held-sale.js';
import { HeldAnswer, HeldParams, HeldQuery, HoldBody, ResumeBody } from './schemas.js';

const tags = ['POS'];
const HELD = '/pos/held-sales/';

/** Sales that wait at the tills of a store. */
export function heldRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    HELD,
    {
      config: { access: till('sale.read') },
      schema: {
        tags,
        summary: 'Held sales of this store, newest first',
        querystring: HeldQuery,
        response: { 200: Type.Array(HeldAnswer) },
      },
    },
    async (request, reply) => {
      const { storeId } = tillStaffOf(request).till;
      const { limit = WHOLE_LIMIT, cursor } = request.query;
      const [heldAt, id] = decodeCursor(cursor, 2) ?? [];
      const before = id === undefined ? undefined : { heldAt: String(heldAt), id: String(id) };
      const rows = await heldSalesOf(db, storeId, limit + 1, before);
      const keyOf = (sale: HeldSale) => [sale.held_at.toISOString(), sale.id];
      return page(request, reply, rows, limit, keyOf).map(presentHeld);
    },
  );

  app.post(
    HELD,
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Hold a sale for any till of the store, or put a resumed one back',
        headers: IdempotencyHeaders,
        body: HoldBody,
        response: { 201: HeldAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        const write = await holdSale(platform, caller, request.body);
        return atomically(db, async tx => settle(tx, 201, presentHeld(await write(tx))));
      });
    },
  );

  oneRoutes(app, platform);
}

function oneRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    `${HELD}:id/`,
    {
      config: { access: till('sale.read') },
      schema: {
        tags,
        summary: 'A held sale of this store',
        params: HeldParams,
        response: { 200: HeldAnswer },
      },
    },
    async request =>
      presentHeld(await findHeldSale(db, tillStaffOf(request).till.storeId, request.params.id)),
  );

  app.post(
    `${HELD}:id/resume/`,
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Continue a held sale at this till; one till at a time',
        headers: IdempotencyHeaders,
        params: HeldParams,
        body: ResumeBody,
        response: { 200: HeldAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { id } = request.params;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const held = await resumeHeldSale(tx, platform, caller, id, request.body.version);
          return settle(tx, 200, presentHeld(held));
        }),
      );
    },
  );

  app.delete(
    `${HELD}:id/`,
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Remove a held sale',
        params: HeldParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => removeHeldSale(tx, tillStaffOf(request), request.params.id));
      return reply.status(204).send(null);
    },
  );
}

const presentHeld = (held: HeldSale): Static<typeof HeldAnswer> => ({
  id: held.id,
  version: held.version,
  status: held.resumed_at_terminal === null ? 'held' : 'resumed',
  name: held.name,
  note: held.note,
  terminal_id: held.resumed_at_terminal ?? held.terminal_id,
  employee: held.employee,
  customer_id: held.customer_id,
  currency: held.currency,
  total_amount: held.total_amount,
  ...held.content,
  held_at: held.held_at.toISOString(),
});
