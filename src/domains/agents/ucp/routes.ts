import type { FastifyInstance } from 'fastify';
import { anybody } from '../../../platform/http/access.js';
import { asFailure, type Envelope, sendFailure } from '../../../platform/http/envelope.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { agentOf, authenticateAgent } from '../authenticate-agent.js';
import { catalogueLink } from '../catalogue-link.js';
import { cancelSession } from '../checkout/cancel-session.js';
import { changeSession, openSession } from '../checkout/change-session.js';
import { readSession } from '../checkout/claim.js';
import { paySession } from '../checkout/pay-session.js';
import { answerSessions, routeUnder } from '../checkout/session-routes.js';
import { sellingTerms } from '../selling-terms.js';
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

const TAG = 'Universal Commerce Protocol';
const route = routeUnder(TAG);
const ok = { 200: SessionAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer };
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
        tags: [TAG],
        summary: 'What programs can do here; 404 while none has a key',
        response: { 200: ProfileAnswer },
      },
    },
    async (_request, reply) => {
      await sellingTerms(platform);
      reply.headers({
        'cache-control': 'public, max-age=3600',
        link: catalogueLink(platform),
      });
      return presentProfile(platform);
    },
  );
  app.register(async scope => {
    speakUcp(scope, platform);
    sessionRoutes(scope as App, platform);
  });
}

function sessionRoutes(app: App, platform: Platform): void {
  const { shown, once } = answerSessions(platform, presentSession);

  app.post(
    '/ucp/v1/checkout-sessions/',
    route('Create a checkout', {
      headers: IdempotencyHeaders,
      body: CheckoutBody,
      response: { ...ok, 201: SessionAnswer },
    }),
    (request, reply) =>
      once(request, reply, 201, () =>
        openSession(platform, agentOf(request), changeOf(request.body)),
      ),
  );

  app.get(one, route('A checkout', { params: SessionParams, response: ok }), async request =>
    shown(request, await readSession(platform, agentOf(request), request.params.id)),
  );

  app.put(
    one,
    route('Change articles, buyer or delivery of a checkout', {
      params: SessionParams,
      headers: IdempotencyHeaders,
      body: CheckoutBody,
      response: ok,
    }),
    (request, reply) =>
      once(request, reply, 200, () =>
        changeSession(platform, agentOf(request), request.params.id, changeOf(request.body)),
      ),
  );

  app.post(
    `${one}complete/`,
    route('Pay a checkout and place its order', {
      params: SessionParams,
      headers: IdempotencyHeaders,
      body: CompleteBody,
      response: ok,
    }),
    (request, reply) =>
      once(request, reply, 200, () => {
        const payment = paymentOf(request.body, request.ip);
        return paySession(platform, agentOf(request), request.params.id, payment);
      }),
  );

  app.post(
    `${one}cancel/`,
    route('Cancel a checkout', {
      params: SessionParams,
      headers: IdempotencyHeaders,
      body: CancelBody,
      response: ok,
    }),
    (request, reply) =>
      once(request, reply, 200, () => cancelSession(platform, agentOf(request), request.params.id)),
  );
}
