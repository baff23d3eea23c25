import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anybody } from '../../../platform/http/access.js';
import { asFailure, sendFailure } from '../../../platform/http/envelope.js';
import { Failure } from '../../../platform/http/failure.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { hasKey } from '../../../platform/http/idempotency.js';
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
import { acpEnvelope } from './envelope.js';
import { presentDiscovery, presentSession } from './present.js';
import { changeOf, paymentOf, refuseCurrency } from './read-input.js';
import {
  ACP_VERSION,
  CancelBody,
  CompleteBody,
  CreateBody,
  DiscoveryAnswer,
  ErrorAnswer,
  SessionAnswer,
  SessionParams,
  UpdateBody,
} from './schemas.js';

const TAG = 'Agentic Commerce Protocol';
const route = routeUnder(TAG);
const errors = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const ok = { 200: SessionAnswer, ...errors };
const one = '/acp/checkout_sessions/:id/';

/** Error shape, key and version of the protocol, for the routes of one scope. */
function speakAcp(scope: FastifyInstance, platform: Platform): void {
  scope.decorateRequest('agent', null);
  // The protocol answers a key with another body by 422, where our other routes say 409.
  scope.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error, request.body);
    return failure?.code === 'IDEMPOTENCY_KEY_BODY_MISMATCH'
      ? reply.code(422).send(acpEnvelope.body(failure))
      : sendFailure(acpEnvelope, error, request, reply);
  });
  scope.addHook('onRequest', async (request, reply) => {
    echoHeaders(request, reply);
    request.agent = await authenticateAgent(platform, request);
    const version = request.headers['api-version'];
    if (version === undefined) throw versionRefused('MISSING_API_VERSION');
    if (version !== ACP_VERSION) throw versionRefused('UNSUPPORTED_API_VERSION');
    if (request.method === 'POST' && !hasKey(request)) {
      throw new Failure(
        'invalid',
        'IDEMPOTENCY_KEY_REQUIRED',
        'Idempotency-Key is required for every POST.',
      );
    }
  });
}

const versionRefused = (code: 'MISSING_API_VERSION' | 'UNSUPPORTED_API_VERSION'): Failure =>
  new Failure('invalid', code, `Send API-Version: ${ACP_VERSION}.`);

const SANE = /^[\x21-\x7e]{1,255}$/;

function echoHeaders({ headers }: FastifyRequest, reply: FastifyReply): void {
  for (const name of ['idempotency-key', 'request-id']) {
    const value = headers[name];
    if (typeof value === 'string' && SANE.test(value)) reply.header(name, value);
  }
}

export function acpRoutes(app: App, platform: Platform): void {
  app.get(
    '/.well-known/acp.json',
    {
      config: { access: anybody },
      schema: {
        tags: [TAG],
        summary: 'Where programs find the checkout; 404 while none has a key',
        response: { 200: DiscoveryAnswer },
      },
    },
    async (_request, reply) => {
      const terms = await sellingTerms(platform);
      reply.headers({
        'cache-control': 'public, max-age=3600',
        link: catalogueLink(platform),
      });
      return presentDiscovery(platform, terms);
    },
  );
  app.register(async scope => {
    speakAcp(scope, platform);
    sessionRoutes(scope as App, platform);
  });
}

function sessionRoutes(app: App, platform: Platform): void {
  const { shown, once } = answerSessions(platform, (view, methods) =>
    presentSession(platform, view, methods),
  );

  app.post(
    '/acp/checkout_sessions/',
    route('Open a checkout session', {
      headers: IdempotencyHeaders,
      body: CreateBody,
      response: { 201: SessionAnswer, ...errors },
    }),
    (request, reply) =>
      once(request, reply, 201, async () => {
        await refuseCurrency(platform, agentOf(request), request.body.currency);
        return openSession(platform, agentOf(request), changeOf(request.body));
      }),
  );

  app.get(
    one,
    route('A checkout session', { params: SessionParams, response: ok }),
    async request =>
      shown(request, await readSession(platform, agentOf(request), request.params.id)),
  );

  app.post(
    one,
    route('Change articles, buyer, address or delivery of a session', {
      params: SessionParams,
      headers: IdempotencyHeaders,
      body: UpdateBody,
      response: ok,
    }),
    (request, reply) =>
      once(request, reply, 200, () =>
        changeSession(platform, agentOf(request), request.params.id, changeOf(request.body)),
      ),
  );

  app.post(
    `${one}complete/`,
    route('Pay a session and place its order', {
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
    route('Cancel a session', {
      params: SessionParams,
      headers: IdempotencyHeaders,
      body: CancelBody,
      response: ok,
    }),
    (request, reply) =>
      once(request, reply, 200, () => cancelSession(platform, agentOf(request), request.params.id)),
  );
}
