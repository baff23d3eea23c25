import type { FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { languageAsked, resolveWebSession, visitSecurity } from '../../people/index.js';
import { onOwnCart } from '../carts/own-cart.js';
import { cancelCheckout } from './cancel-checkout.js';
import { confirmPayment } from './challenge/confirm-payment.js';
import { completeCheckout } from './complete-checkout.js';
import { checkoutNotFound, notAuthorized, nothingToCancel } from './errors.js';
import { initiateCheckout } from './initiate-checkout.js';
import { ownCheckout } from './own-checkout.js';
import { presentCheckout, presentTotals } from './present.js';
import { readCheckout } from './read-checkout.js';
import {
  CheckoutParams,
  CheckoutRefBody,
  CompleteAnswer,
  CompleteBody,
  type CompleteReply,
  ConfirmBody,
  DoneAnswer,
  InitiateAnswer,
  InitiateBody,
  StatusAnswer,
} from './schemas.js';

const tags = ['Web shop: checkout'];
/** Ownership is checked before the body, so validation only attaches its error. */
const open = { config: { access: visitor }, attachValidation: true };

export function checkoutRoutes(app: App, platform: Platform): void {
  sessionRoutes(app, platform);
  payingRoutes(app, platform);
}

const cartIdOf = (request: FastifyRequest): unknown =>
  (request.body as { cart_id?: unknown } | undefined)?.cart_id;

const checkoutIdOf = (request: FastifyRequest): unknown =>
  (request.body as { checkout_session_id?: unknown } | undefined)?.checkout_session_id;

function sessionRoutes(app: App, platform: Platform): void {
  app.post(
    '/web-commerce/checkout/initiate/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Start the checkout of a cart; it reserves nothing yet',
        body: InitiateBody,
        response: { 201: InitiateAnswer },
      },
    },
    async (request, reply) => {
      const cartId = cartIdOf(request);
      if (typeof cartId !== 'string' && request.validationError) throw request.validationError;
      const { checkout, store, totals } = await onOwnCart(platform, request, String(cartId), ref =>
        initiateCheckout(platform, ref, () => resolveWebSession(platform, request), request.body),
      );
      const shown = presentCheckout(checkout, {
        store,
        saleNumber: null,
        now: platform.clock.now(),
      });
      return reply.code(201).send({
        success: true as const,
        checkout: { id: checkout.id, ...shown, totals: presentTotals(totals, store.currency) },
      });
    },
  );

  app.post(
    '/web-commerce/checkout/cancel/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Cancel a checkout',
        body: CheckoutRefBody,
        response: { 200: DoneAnswer },
      },
    },
    async request => {
      const owned = await ownCheckout(platform, request, checkoutIdOf(request), nothingToCancel);
      await cancelCheckout(platform, owned.checkout);
      return { success: true as const, message: 'Checkout cancelled.' };
    },
  );

  app.get(
    '/web-commerce/checkout/:checkout_session_id/status/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Status of a checkout',
        params: CheckoutParams,
        response: { 200: StatusAnswer },
      },
    },
    async request => {
      const ref = request.params.checkout_session_id;
      const owned = await ownCheckout(platform, request, ref, checkoutNotFound, true);
      return { success: true as const, checkout_session: await readCheckout(platform, owned) };
    },
  );
}

/** Thrown through the idempotency layer, so that it does not store a non-final answer. */
class StillOpen extends Error {
  constructor(readonly body: CompleteReply) {
    super('the challenge is still open');
  }
}

function payingRoutes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);

  app.post(
    '/web-commerce/checkout/complete/',
    {
      ...open,
      schema: {
        tags,
        security: visitSecurity,
        summary: 'Pay for a checkout and place the order',
        headers: IdempotencyHeaders,
        body: CompleteBody,
        response: { 200: CompleteAnswer },
      },
    },
    async (request, reply) => {
      const checkoutId = checkoutIdOf(request);
      const owned = await ownCheckout(platform, request, checkoutId, notAuthorized);
      const { session } = owned;
      const payer = { session, address: request.ip, language: languageAsked(request) };
      return idempotency.run(request, reply, session.id, async () => ({
        status: 200,
        body: await completeCheckout(platform, payer, owned, request.body),
      }));
    },
  );

  app.post(
    '/payments/confirm/',
    {
      ...open,
      schema: {
        security: visitSecurity,
        tags: ['Payments'],
        summary: "Finish a payment after the card holder's challenge",
        headers: IdempotencyHeaders,
        body: ConfirmBody,
        response: { 200: CompleteAnswer },
      },
    },
    async (request, reply) => {
      const checkoutId = checkoutIdOf(request);
      const { session, checkout } = await ownCheckout(platform, request, checkoutId, notAuthorized);
      const intentId = request.body.payment_intent_id ?? null;
      const payer = { session, address: request.ip };
      try {
        return await idempotency.run(request, reply, session.id, async () => {
          const body = await confirmPayment(platform, payer, checkout, intentId);
          if ('requires_action' in body) throw new StillOpen(body);
          return { status: 200, body };
        });
      } catch (error) {
        if (error instanceof StillOpen) return error.body;
        throw error;
      }
    },
  );
}
