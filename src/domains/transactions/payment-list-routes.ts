import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Params, type Static, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { can, keyScope, maySee, type Staff, staff, staffOf, storeScope } from '../access/index.js';
import {
  findPaymentMethod,
  PaymentAnswer,
  RefundAnswer,
  readVerification,
  retryRefund,
} from '../payments/index.js';
import { blindShifts } from '../shifts/index.js';
import { findStore } from '../stores/index.js';
import {
  listPayments,
  listRefunds,
  paymentView,
  type RefundView,
  refundView,
} from './payment-list-repository.js';
import { presentPayment, presentRefund } from './present-payment.js';
import { parseSaleRef } from './references.js';
import { findSale } from './repository.js';
import { PaymentQuery, RefundQuery } from './schemas.js';

const tags = ['Payments'];
const read = { config: { access: staff('payment.read') } };
/** Matches only UUIDs, because other segments at this place are separate routes. */
const PAYMENT_ID = ':pk(^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$)';

/** Payments and refunds with the number of their sale. */
export function paymentListRoutes(app: App, platform: Platform): void {
  paymentRoutes(app, platform);
  refundRoutes(app, platform);
}

function paymentRoutes(app: App, { db }: Platform): void {
  const list = async (
    request: FastifyRequest<{ Querystring: Static<typeof PaymentQuery> }>,
    reply: FastifyReply,
  ) => {
    const { limit = 50, cursor, status, transaction, payment_method, store } = request.query;
    const { verification: shown } = request.query;
    const verification = shown && readVerification(shown);
    const scope = await scopeOf(db, staffOf(request), { store, transaction });
    const method =
      payment_method === undefined ? undefined : await findPaymentMethod(db, payment_method);
    const isUnknownMethod = payment_method !== undefined && method === undefined;
    if (scope === undefined || isUnknownMethod) return [];
    const notInShifts = await hiddenShifts(db, staffOf(request), scope);
    const filter = { ...scope, status, verification, methodId: method?.id, notInShifts };
    const rows = await listPayments(db, filter, idIn(cursor), limit + 1);
    return page(request, reply, rows, limit, row => [row.id]).map(row =>
      presentPayment(row, can(staffOf(request), 'refund.issue')),
    );
  };
  for (const base of ['/payments/', '/payments/payments/'] as const) {
    app.get(
      base,
      {
        ...read,
        schema: {
          tags,
          summary:
            'Payments, newest first; cashiers cannot list those of a shift before its drawer is counted',
          querystring: PaymentQuery,
          response: { 200: Type.Array(PaymentAnswer) },
        },
      },
      list,
    );
    app.get(
      `${base}${PAYMENT_ID}/`,
      {
        ...read,
        schema: {
          tags,
          summary: 'A payment with its refunds',
          params: Params({ pk: Uuid }),
          response: { 200: PaymentAnswer },
        },
      },
      async request => {
        const payment = await paymentView(db, request.params.pk);
        if (payment === undefined || !maySee(staffOf(request), payment.store_id)) {
          throw notFound('Payment');
        }
        return presentPayment(payment, can(staffOf(request), 'refund.issue'));
      },
    );
  }
}

function refundRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);
  const params = Params({ pk: Type.String({ description: 'UUID or REF number' }) });

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

  app.post(
    '/payments/refunds/:pk/retry/',
    {
      config: { access: staff('refund.issue') },
      schema: {
        tags,
        summary: 'Retry a refund that has not succeeded',
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

async function visibleRefund(reader: Reader, ref: string, caller: Staff): Promise<RefundView> {
  const refund = await refundView(reader, isUuid(ref) ? 'id' : 'refund_id', ref);
  if (refund === undefined || !maySee(caller, refund.store_id)) throw notFound('Refund');
  return refund;
}

type Scope = { stores: readonly string[] | undefined; saleId?: string };

/** Cashiers may look up single sales, but not a shift's totals before they count the drawer. */
const hiddenShifts = async (reader: Reader, caller: Staff, scope: Scope): Promise<string[]> =>
  scope.saleId === undefined ? blindShifts(reader, caller, scope.stores) : [];

/** The stores and the sale that limit a list; undefined if the list is empty. */
async function scopeOf(
  reader: Reader,
  caller: Staff,
  filter: { store: string | undefined; transaction: string | undefined },
): Promise<Scope | undefined> {
  let stores = storeScope(caller);
  if (filter.store !== undefined) {
    const store = await findStore(reader, filter.store);
    if (store === undefined || !maySee(caller, store.id)) return undefined;
    stores = [store.id];
  }
  if (filter.transaction === undefined) return { stores };
  const saleId = await saleIdOf(reader, filter.transaction);
  return saleId === undefined ? undefined : { stores, saleId };
}

async function saleIdOf(reader: Reader, text: string): Promise<string | undefined> {
  const ref = parseSaleRef(text);
  if (ref === undefined || 'id' in ref) return ref?.id;
  return (await findSale(reader, ref))?.id;
}

function idIn(cursor: string | undefined): string | undefined {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (id === undefined) return undefined;
  // An invalid id becomes the smallest one, which ends the list.
  return typeof id === 'string' && isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
