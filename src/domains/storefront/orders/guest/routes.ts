import { atomically } from '../../../../platform/database/tx.js';
import { visitor } from '../../../../platform/http/access.js';
import { IdempotencyHeaders } from '../../../../platform/http/headers.js';
import { createIdempotency } from '../../../../platform/http/idempotency.js';
import type { App } from '../../../../platform/http/server.js';
import type { Platform } from '../../../../platform/platform.js';
import type { Sale } from '../../../transactions/index.js';
import { cancelOrder } from '../cancel-order.js';
import { limitRequests, requestReturn, withdrawReturn } from '../request-return.js';
import { ReturnRequestAnswer } from '../schemas.js';
import { findGuestOrder } from './find-guest-order.js';
import {
  GuestCancelBody,
  GuestOrderAnswer,
  GuestOrderBody,
  GuestReturnBody,
  GuestReturnParams,
  ProofBody,
  TrackBody,
} from './schemas.js';
import { showGuestOrder } from './show-guest-order.js';

const tags = ['Web shop: orders'];
const open = { config: { access: visitor } };

/** A guest has no session, so keys belong to the order. */
const keyScope = (sale: Sale): string => `order:${sale.id}`;

export function guestOrderRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  cancelRoute(app, platform);
  returnRoutes(app, platform);
}

function readRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.post(
    '/web-commerce/guest-order/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Read an order by the token of its receipt link',
        body: GuestOrderBody,
        response: { 200: GuestOrderAnswer },
      },
    },
    async ({ body, ip }) => showGuestOrder(db, await findGuestOrder(platform, body, ip)),
  );

  app.post(
    '/web-commerce/orders/track/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Read an order by its number and the mail address it was placed with',
        body: TrackBody,
        response: { 200: GuestOrderAnswer },
      },
    },
    async ({ body, ip }) => showGuestOrder(db, await findGuestOrder(platform, body, ip)),
  );
}

function cancelRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    '/web-commerce/guest-order/cancel/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Cancel an order without a login before the store packs it; the money goes back',
        headers: IdempotencyHeaders,
        body: GuestCancelBody,
        response: { 200: GuestOrderAnswer },
      },
    },
    async (request, reply) => {
      const { reason = '', ...proof } = request.body;
      const sale = await findGuestOrder(platform, proof, request.ip);
      return idempotency.run(request, reply, keyScope(sale), settle =>
        cancelOrder(platform, sale, reason.trim(), settle, showGuestOrder),
      );
    },
  );
}

function returnRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    '/web-commerce/guest-order/returns/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Ask the store without a login to take goods back; staff accept or refuse it',
        headers: IdempotencyHeaders,
        body: GuestReturnBody,
        response: { 201: ReturnRequestAnswer },
      },
    },
    async (request, reply) => {
      const sale = await findGuestOrder(platform, request.body, request.ip);
      return idempotency.run(request, reply, keyScope(sale), async settle => {
        await limitRequests(platform, sale);
        return atomically(db, async tx =>
          settle(tx, 201, await requestReturn(tx, platform, sale, request.body)),
        );
      });
    },
  );

  app.post(
    '/web-commerce/guest-order/returns/:return_number/cancel/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Withdraw a return request without a login before the store has decided',
        headers: IdempotencyHeaders,
        params: GuestReturnParams,
        body: ProofBody,
        response: { 200: ReturnRequestAnswer },
      },
    },
    async (request, reply) => {
      const sale = await findGuestOrder(platform, request.body, request.ip);
      const { return_number: returnNumber } = request.params;
      return idempotency.run(request, reply, keyScope(sale), settle =>
        atomically(db, async tx =>
          settle(tx, 200, await withdrawReturn(tx, platform, sale, returnNumber)),
        ),
      );
    },
  );
}
