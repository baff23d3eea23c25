import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anybody, signature } from '../../../platform/http/access.js';
import { asFailure, type Envelope, sendFailure } from '../../../platform/http/envelope.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { Query } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { agentOf, authenticateAgent } from '../authenticate-agent.js';
import { cancelSession } from '../checkout/cancel-session.js';
import { changeSession, openSession } from '../checkout/change-session.js';
import { readSession } from '../checkout/claim.js';
import { paySession } from '../checkout/pay-session.js';
import type { SessionView } from '../checkout/session.js';
import { cardMethods, sellingTerms } from '../selling-terms.js';
import { presentProfile, presentSession, presentUnavailable } from './present.js';
import { changeOf, checkProfile, paymentOf } from './read-input.js';
import {
  CancelBody,
  CheckoutBody,
  CompleteBody,
  ErrorAnswer,
  ProfileAnswer,
  SessionAnswer,
  SessionParams,
} from './schemas.js';

const tags = ['Universal Commerce Protocol'];
const config = { access: signature };
const errors = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
/** Signed webhooks may have parameters of their own; these routes have none. */
const NoQuery = Query({});
const one = '/ucp/v1/checkout-sessions/:id/';

const ucpEnvelope: Envelope = {
  schema: ErrorAnswer,
  body: ({ code, message }) => ({ code: code.toLowerCase(), content: message }),
};

/** Error shape and login of the protocol, for the routes of one scope. */
function speakUcp(scope: FastifyInstance, platform: Platform): void {
  scope.decorateRequest('agent', null);
  scope.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error, request.body);
    // What cannot be bought is an outcome of the business, which the protocol answers with 200.
    return failure?.code === 'UNKNOWN_SKU'
      ? reply.code(200).send(presentUnavailable(failure.message))
      : sendFailure(ucpEnvelope, error, request, reply);
  });
  scope.addHook('onRequest', async request => {
    const agent = await authenticateAgent(platform, request);
    checkProfile(agent, request.headers['ucp-agent']);
    request.agent = agent;
  });
}

export function ucpRoutes(app: App, platform: Platform): void {
  app.get(
    '/.well-known/ucp',
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'What programs can do here; 404 while none has a key',
        response: { 200: ProfileAnswer },
      },
    },
    async (_request, reply) => {
      await sellingTerms(platform);
      reply.header('cache-control', 'public, max-age=3600');
      return presentProfile(platform);
    },
  );
  app.register(async scope => {
    speakUcp(scope, platform);
    sessionRoutes(scope as App, platform);
    payingRoutes(scope as App, platform);
  });
}

/** Runs a change once per key and answers the checkout. */
function answering(platform: Platform) {
  const idempotency = createIdempotency(platform);
  const shown = async (request: FastifyRequest, view: SessionView) =>
    presentSession(view, await cardMethods(platform, agentOf(request)));
  const once = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    work: () => Promise<SessionView>,
  ) =>
    idempotency.run(request, reply, `agent ${agentOf(request).id}`, async () => ({
      status,
      body: await shown(request, await work()),
    }));
  return { shown, once };
}

function sessionRoutes(app: App, platform: Platform): void {
  const { shown, once } = answering(platform);

  app.post(
    '/ucp/v1/checkout-sessions/',
    {
      config,
      schema: {
        tags,
        summary: 'Create a checkout',
        querystring: NoQuery,
        body: CheckoutBody,
        response: { 200: SessionAnswer, 201: SessionAnswer, ...errors },
      },
    },
    (request, reply) =>
      once(request, reply, 201, () =>
        openSession(platform, agentOf(request), changeOf(request.body)),
      ),
  );

  app.get(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'A checkout',
        querystring: NoQuery,
        params: SessionParams,
        response: { 200: SessionAnswer, ...errors },
      },
    },
    async request =>
      shown(request, await readSession(platform, agentOf(request), request.params.id)),
  );

  app.put(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'Change articles, buyer or delivery of a checkout',
        querystring: NoQuery,
        params: SessionParams,
        body: CheckoutBody,
        response: { 200: SessionAnswer, ...errors },
      },
    },
    (request, reply) =>
      once(request, reply, 200, () =>
        changeSession(platform, agentOf(request), request.params.id, changeOf(request.body)),
      ),
  );
}

function payingRoutes(app: App, platform: Platform): void {
  const { once } = answering(platform);

  app.post(
    `${one}complete/`,
    {
      config,
      schema: {
        tags,
        summary: 'Pay a checkout and place its order',
        querystring: NoQuery,
        params: SessionParams,
        body: CompleteBody,
        response: { 200: SessionAnswer, ...errors },
      },
    },
    (request, reply) =>
      once(request, reply, 200, () => {
        const payment = paymentOf(request.body, request.ip);
        return paySession(platform, agentOf(request), request.params.id, payment);
      }),
  );

  app.post(
    `${one}cancel/`,
    {
      config,
      schema: {
        tags,
        summary: 'Cancel a checkout',
        querystring: NoQuery,
        params: SessionParams,
        body: CancelBody,
        response: { 200: SessionAnswer, ...errors },
      },
    },
    (request, reply) =>
      once(request, reply, 200, () => cancelSession(platform, agentOf(request), request.params.id)),
  );
}
