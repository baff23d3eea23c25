import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { page } from '../../../platform/http/paginate.js';
import { Params, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, keyScope, staff, staffOf } from '../../access/index.js';
import { RefundAnswer, retryRefund } from '../../payments/index.js';
import { listRefunds } from '../payment-list/repository.js';
import { hiddenShifts, idIn, scopeOf } from '../payment-list/scope.js';
import { presentRefund } from '../payments/present.js';
import { ConfirmBody, RefundQuery } from '../schemas.js';
import { confirmRefund } from './confirm-refund.js';
import { visibleRefund } from './find-refund.js';

const tags = ['Payments'];
const read = { config: { access: staff('payment.read') } };
const params = Params({ pk: Type.String({ description: 'UUID or REF number' }) });

/** Refunds with the number of their sale. */
export function refundRoutes(app: App, platform: Platform): void {
  readingRoutes(app, platform);
  actionRoutes(app, platform);
}

function readingRoutes(app: App, { db }: Platform): void {
  app.get(
    '/payments/refunds/',
    {
      ...read,
      schema: {
        tags,
        summary:
          'Refunds, newest first; cashiers cannot list those of a shift before its drawer is counted',
        querystring: RefundQuery,
        response: { 200: Type.Array(RefundAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status, transaction, payment, store } = request.query;
      const scope = await scopeOf(db, staffOf(request), { store, transaction });
      if (scope === undefined) return [];
      const notInShifts =
        payment === undefined ? await hiddenShifts(db, staffOf(request), scope) : [];
      const filter = {
        ...scope,
        status,
        paymentId: payment,
        actionRequired: request.query.action_required,
        notInShifts,
      };
      const rows = await listRefunds(db, filter, idIn(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(row =>
        presentRefund(row, can(staffOf(request), 'refund.issue')),
      );
    },
  );

  app.get(
    '/payments/refunds/:pk/',
    { ...read, schema: { tags, summary: 'A refund', params, response: { 200: RefundAnswer } } },
    async request => {
      const caller = staffOf(request);
      const refund = await visibleRefund(db, request.params.pk, caller);
      return presentRefund(refund, can(caller, 'refund.issue'));
    },
  );
}

function actionRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    '/payments/refunds/:pk/confirm/',
    {
      config: { access: staff('payment.take') },
      schema: {
        tags,
        summary: 'Confirm a refund made on a separate terminal with its slip number',
        headers: IdempotencyHeaders,
        params,
        body: ConfirmBody,
        response: { 200: RefundAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const reference = request.body.reference.trim();
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const refund = await confirmRefund(
            tx,
            caller,
            request.params.pk,
            reference,
            platform.clock.now(),
          );
          return settle(tx, 200, presentRefund(refund, can(caller, 'refund.issue')));
        }),
      );
    },
  );

  app.post(
    '/payments/refunds/:pk/retry/',
    {
      config: { access: staff('refund.issue') },
      schema: {
        tags,
        summary: 'Retry a refund that has not succeeded',
        headers: IdempotencyHeaders,
        params,
        response: { 200: RefundAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const { id } = await visibleRefund(db, request.params.pk, caller);
        await retryRefund(platform, id);
        return { status: 200, body: presentRefund(await visibleRefund(db, id, caller), true) };
      });
    },
  );
}
