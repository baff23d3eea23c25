import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Params, type Static, Type, Uuid } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, maySee, type Staff, staff, staffOf, storeScope } from '../access/index.js';
import { findPaymentMethod, PaymentAnswer, RefundAnswer, retryRefund } from '../payments/index.js';
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
/** Only ids: every other word at this place in a path is a path of its own, or none. */
const PAYMENT_ID = ':pk(^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$)';

/** Lists of payments and refunds, which show the number of the sale. */
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
    const sought = await scopeOf(db, staffOf(request), { store, transaction });
    const method =
      payment_method === undefined ? undefined : await findPaymentMethod(db, payment_method);
    const isNothing = payment_method !== undefined && method === undefined;
    if (sought === undefined || isNothing) return [];
    const notInShifts = await hiddenShifts(db, staffOf(request), sought);
    const filter = { ...sought, status, methodId: method?.id, notInShifts };
    const rows = await listPayments(db, filter, idIn(cursor), limit + 1);
    return page(request, reply, rows, limit, row => [row.id]).map(presentPayment);
  };
  for (const base of ['/payments/', '/payments/payments/'] as const) {
    app.get(
      base,
      {
        ...read,
        schema: {
          tags,
          summary:
            'Payments, newest first; cashiers see those of a shift one sale at a time until its drawer is counted',
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
        return presentPayment(payment);
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
          'Refunds, newest first; cashiers see those of a shift one sale at a time until its drawer is counted',
        querystring: RefundQuery,
        response: { 200: Type.Array(RefundAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor, status, transaction, payment, store } = request.query;
      const sought = await scopeOf(db, staffOf(request), { store, transaction });
      if (sought === undefined) return [];
      const notInShifts =
        payment === undefined ? await hiddenShifts(db, staffOf(request), sought) : [];
      const filter = { ...sought, status, paymentId: payment, notInShifts };
      const rows = await listRefunds(db, filter, idIn(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentRefund);
    },
  );

  app.get(
    '/payments/refunds/:pk/',
    { ...read, schema: { tags, summary: 'A refund', params, response: { 200: RefundAnswer } } },
    async request => presentRefund(await seenRefund(db, request.params.pk, staffOf(request))),
  );

  app.post(
    '/payments/refunds/:pk/retry/',
    {
      config: { access: staff('refund.issue') },
      schema: {
        tags,
        summary: 'Try a refund again that has not gone through',
        params,
        response: { 200: RefundAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const { id } = await seenRefund(db, request.params.pk, caller);
        await retryRefund(platform, id);
        return { status: 200, body: presentRefund(await seenRefund(db, id, caller)) };
      });
    },
  );
}

async function seenRefund(reader: Reader, ref: string, caller: Staff): Promise<RefundView> {
  const refund = await refundView(reader, isUuid(ref) ? 'id' : 'refund_id', ref);
  if (refund === undefined || !maySee(caller, refund.store_id)) throw notFound('Refund');
  return refund;
}

type Scope = { stores: readonly string[] | undefined; saleId?: string };

/** One sale may be looked up at any time; a whole day's takings would make the count a formality. */
const hiddenShifts = async (reader: Reader, caller: Staff, scope: Scope): Promise<string[]> =>
  scope.saleId === undefined ? blindShifts(reader, caller, scope.stores) : [];

/** The stores and the sale a list is limited to; undefined when nothing can be in it. */
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
  // What is no id of ours sorts before all of them.
  return typeof id === 'string' && isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
