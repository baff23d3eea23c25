import { atomically } from '../../../platform/database/tx.js';
import { anybody } from '../../../platform/http/access.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, staffOf, till, tillStaffOf } from '../../access/index.js';
import { displayOf } from './find-display.js';
import { makeDisplayCode } from './make-code.js';
import { pairDisplay } from './pair-display.js';
import { readPlace } from './read-place.js';
import { BasketBody, CodeAnswer, OwnAnswer, PairAnswer, PairBody } from './schemas.js';
import { showBasket } from './show-basket.js';

const tags = ['Customer displays'];

/** The display's side: it shows a code, and reads its store once a till has taken the code. */
export function displayRoutes(app: App, platform: Platform): void {
  app.post(
    '/pos/displays/',
    {
      config: { access: anybody },
      bodyLimit: 1_024,
      schema: {
        tags,
        summary: 'Make a code for a new customer display; it is valid for ten minutes',
        response: { 201: CodeAnswer },
      },
    },
    async (_request, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ success: true as const, ...(await makeDisplayCode(platform)) }),
  );

  app.get(
    '/pos/displays/own/',
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'The store and till of the display whose token is sent as a bearer token',
        response: { 200: OwnAnswer },
      },
    },
    async request => readPlace(platform, await displayOf(platform.db, request)),
  );

  tillRoutes(app, platform);
}

function tillRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);

  app.post(
    '/pos/displays/pair/',
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Let the display that shows this code follow this till',
        headers: IdempotencyHeaders,
        body: PairBody,
        response: { 201: PairAnswer },
      },
    },
    (request, reply) =>
      idempotency.run(request, reply, keyScope(staffOf(request)), settle =>
        atomically(platform.db, async tx => {
          const device = await pairDisplay(
            tx,
            platform,
            tillStaffOf(request).till,
            request.body.code,
          );
          const { id: device_id, terminal_id } = device;
          return settle(tx, 201, { success: true as const, device_id, terminal_id });
        }),
      ),
  );

  app.put(
    '/pos/displays/basket/',
    {
      // Nothing is stored, and a till sends it with every item.
      config: { access: till('sale.create'), audit: 'none' },
      schema: {
        tags,
        summary: 'Show the basket of this till on its customer displays',
        body: BasketBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const caller = tillStaffOf(request);
      await showBasket(platform, caller, caller.till, request.body);
      return reply.code(204).send(null);
    },
  );
}
