import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically, type Reader } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import {
  can,
  keyScope,
  maySee,
  staff,
  staffOf,
  storeScope,
  till,
  tillStaffOf,
} from '../access/index.js';
import { presentRefundRecord } from '../payments/index.js';
import { PaymentBody, tenderFields } from '../pos/index.js';
import { guardCodes } from '../stored-value/index.js';
import { linesOf, listScope, type Paid, takePayment } from '../transactions/index.js';
import { cancelLayaway } from './cancel-layaway.js';
import { createLayaway, type Kept } from './create-layaway.js';
import { extendLayaway } from './extend-layaway.js';
import { findLayaway } from './find-layaway.js';
import { liabilityAt } from './liability-repository.js';
import { presentLayaway, presentLayaways } from './present.js';
import { layawayById, listLayaways } from './repository.js';
import {
  CancelBody,
  CancelledAnswer,
  ExtendBody,
  LayawayAnswer,
  LayawayBody,
  LayawayParams,
  LiabilityAnswer,
  LiabilityQuery,
  ListQuery,
  PaidAnswer,
} from './schemas.js';

const tags = ['Layaways'];
const PATH = '/layaways/';

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  liabilityRoute(app, platform);
  moneyRoutes(app, platform);
  extendRoute(app, platform);
  cancelRoute(app, platform);
}

function readRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.get(
    PATH,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'Layaways of your stores, newest first',
        querystring: ListQuery,
        response: { 200: Type.Array(LayawayAnswer) },
      },
    },
    async (request, reply) => {
      const { status, customer, store, limit = DEFAULT_LIMIT, cursor } = request.query;
      const stores = await listScope(db, staffOf(request), store);
      const filter = { stores, status, customerId: customer, beforeId: idCursor(cursor) };
      const rows = await listLayaways(db, filter, limit + 1);
      return presentLayaways(
        db,
        page(request, reply, rows, limit, row => [row.id]),
      );
    },
  );

  app.get(
    `${PATH}:id/`,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'A layaway with its goods',
        params: LayawayParams,
        response: { 200: LayawayAnswer },
      },
    },
    async request => {
      const layaway = await findLayaway(db, staffOf(request), request.params.id);
      return presentLayaway(layaway, await linesOf(db, layaway.id));
    },
  );
}

function liabilityRoute(app: App, platform: Platform): void {
  app.get(
    `${PATH}liability/`,
    {
      config: { access: staff('report.read') },
      schema: {
        tags,
        summary: 'What is owed to customers for layaways, by day',
        querystring: LiabilityQuery,
        response: { 200: LiabilityAnswer },
      },
    },
    async request => {
      const date = request.query.date ?? platform.clock.now().toISOString().slice(0, 10);
      const start = new Date(`${date}T00:00:00Z`);
      const liabilities = await liabilityAt(platform.replica, {
        start,
        end: addMs(start, DAY_MS),
        storeIds: storeScope(staffOf(request)) ?? null,
      });
      return { date, liabilities };
    },
  );
}

function moneyRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    PATH,
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: 'Keep goods for a customer who pays a deposit',
        headers: IdempotencyHeaders,
        body: LayawayBody,
        response: { 201: PaidAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { body } = request;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        guardCodes(platform, caller.userId, body.deposit.gift_card_code, () =>
          createLayaway(platform, caller, body, run =>
            atomically(db, async tx => settle(tx, 201, await keptAnswer(tx, await run(tx)))),
          ),
        ),
      );
    },
  );

  app.post(
    `${PATH}:id/pay/`,
    {
      config: { access: till('payment.take') },
      schema: {
        tags,
        summary:
          'Take an instalment; the last one completes the sale, and the goods are handed over',
        headers: IdempotencyHeaders,
        params: LayawayParams,
        body: PaymentBody,
        response: { 200: PaidAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { body } = request;
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        const { transaction_number: sale } = await findLayaway(db, caller, request.params.id);
        const tender = {
          ...tenderFields(body),
          sale,
          operatorId: caller.userId,
          registerId: caller.till.terminalId,
          maySee: (storeId: string) => maySee(caller, storeId),
        };
        return guardCodes(platform, caller.userId, body.gift_card_code, () =>
          atomically(db, async tx =>
            settle(tx, 200, await answerTo(tx, await takePayment(platform, tx, tender))),
          ),
        );
      });
    },
  );
}

const answerTo = (tx: Reader, paid: Paid) => keptAnswer(tx, { saleId: paid.saleId, paid });

async function keptAnswer(tx: Reader, { saleId, paid }: Kept) {
  const layaway = await layawayById(tx, saleId);
  if (layaway === undefined) throw new Error('the layaway is missing');
  return {
    ...presentLayaway(layaway, await linesOf(tx, saleId)),
    payment: paid && {
      id: paid.paymentId,
      change_due: paid.changeDue,
      ...(paid.rounded && { cash_due: paid.rounded.cashDue }),
    },
  };
}

function extendRoute(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.patch(
    `${PATH}:id/`,
    {
      config: { access: staff('sale.void') },
      schema: {
        tags,
        summary: 'Keep the goods of an open layaway until another moment',
        headers: IdempotencyHeaders,
        params: LayawayParams,
        body: ExtendBody,
        response: { 200: LayawayAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { expires_at } = request.body;
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const layaway = await extendLayaway(platform, caller, request.params.id, expires_at);
        return { status: 200, body: presentLayaway(layaway, await linesOf(db, layaway.id)) };
      });
    },
  );
}

function cancelRoute(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  app.post(
    `${PATH}:id/cancel/`,
    {
      config: { access: staff('sale.create') },
      schema: {
        tags,
        summary:
          'Cancel a layaway: its goods are on sale again, the fee is kept, the rest goes back',
        headers: IdempotencyHeaders,
        params: LayawayParams,
        body: CancelBody,
        response: { 200: CancelledAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { reason, waive_fee, approval_request_id, shift_id } = request.body;
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const { layaway, refunds } = await cancelLayaway(platform, caller, request.params.id, {
          reason,
          waivesFee: waive_fee,
          approvalRequestId: approval_request_id,
          shiftId: shift_id,
        });
        const showsCodes = can(caller, 'refund.issue');
        return {
          status: 200,
          body: {
            ...presentLayaway(layaway, await linesOf(db, layaway.id)),
            refunds: refunds.map(refund => presentRefundRecord(refund, showsCodes)),
          },
        };
      });
    },
  );
}
