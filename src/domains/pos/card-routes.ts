import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency, requestKey } from '../../platform/http/idempotency.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, maySee, type TillStaff, till, tillStaffOf } from '../access/index.js';
import {
  type CardPayment,
  cancelCardPayment,
  presentCardPayment,
  readCardPayment,
  startCardPayment,
} from '../transactions/index.js';
import { CardAnswer, CardBody, CardStartedAnswer, SaleParams } from './schemas.js';

const tags = ['POS'];
const access = till('payment.take');
const PATH = '/pos/transactions/:transaction_id/card/';

/** Card payments on the reader of the till. */
export function cardRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);

  app.post(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary:
          'Start a card payment on the reader of the till; without an amount all that is due',
        headers: IdempotencyHeaders,
        params: SaleParams,
        body: CardBody,
        response: { 202: CardStartedAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { body, params } = request;
      return idempotency.run(request, reply, keyScope(caller), async () => {
        const payment = await startCardPayment(platform, {
          sale: params.transaction_id,
          ...(body.amount !== undefined && { amount: body.amount }),
          ...(body.tip !== undefined && { tip: body.tip }),
          ...(body.payment_method_id !== undefined && { method: body.payment_method_id }),
          ...(body.age_check !== undefined && { ageCheck: body.age_check }),
          operatorId: caller.userId,
          terminalId: caller.till.terminalId,
          maySee: storeId => maySee(caller, storeId),
          startKey: startKey(request, caller),
        });
        return { status: 202, body: started(payment) };
      });
    },
  );

  app.get(
    PATH,
    {
      config: { access },
      schema: {
        tags,
        summary: 'The newest card payment of a sale; asks the processor while it is in progress',
        params: SaleParams,
        response: { 200: CardAnswer },
      },
    },
    async request => shown(await readCardPayment(platform, queryOf(request))),
  );

  app.post(
    `${PATH}cancel/`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Cancel the card payment in progress; one that has ended stays as it is',
        headers: IdempotencyHeaders,
        params: SaleParams,
        response: { 200: CardAnswer },
      },
    },
    (request, reply) =>
      idempotency.run(request, reply, keyScope(tillStaffOf(request)), async () => ({
        status: 200,
        body: shown(await cancelCardPayment(platform, queryOf(request))),
      })),
  );
}

const queryOf = (request: FastifyRequest<{ Params: { transaction_id: string } }>) => ({
  sale: request.params.transaction_id,
  maySee: (storeId: string) => maySee(tillStaffOf(request), storeId),
});

/** A key that is taken over from a dead node finds the attempt that the node has stored. */
function startKey(request: FastifyRequest, caller: TillStaff): string | null {
  const key = requestKey(request);
  if (key === undefined) return null;
  return createHash('sha256')
    .update(`${keyScope(caller)}\n${request.url}\n${key}`)
    .digest('hex');
}

const shown = (payment: CardPayment) => ({
  success: true as const,
  ...presentCardPayment(payment),
});

const started = (payment: CardPayment) => ({
  success: true as const,
  payment_id: payment.payment_id,
  payment_intent_id: payment.processor_transaction_id,
  status: payment.status,
});
