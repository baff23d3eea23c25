import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/http/failure.js';
import { page } from '../../../platform/http/paginate.js';
import { Params, type Static, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, maySee, staff, staffOf } from '../../access/index.js';
import { findPaymentMethod, PaymentAnswer, readVerification } from '../../payments/index.js';
import { presentPayment } from '../payments/present.js';
import { PaymentQuery } from '../schemas.js';
import { listPayments, paymentView } from './repository.js';
import { hiddenShifts, idIn, scopeOf } from './scope.js';

const tags = ['Payments'];
const read = { config: { access: staff('payment.read') } };
/** Matches only UUIDs, because other segments at this place are separate routes. */
const PAYMENT_ID = ':pk(^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$)';

/** Payments with the number of their sale and their refunds. */
export function paymentListRoutes(app: App, { db }: Platform): void {
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
