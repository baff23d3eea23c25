import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anybody, signature } from '../../../platform/http/access.js';
import { asFailure, sendFailure } from '../../../platform/http/envelope.js';
import { Failure } from '../../../platform/http/failure.js';
import { createIdempotency, hasKey } from '../../../platform/http/idempotency.js';
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

const tags = ['Agentic Commerce Protocol'];
const config = { access: signature };
const errors = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
/** Signed webhooks may have parameters of their own; these routes have none. */
const NoQuery = Query({});
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
        tags,
        summary: 'Where programs find the checkout; 404 while none has a key',
        response: { 200: DiscoveryAnswer },
      },
    },
    async (_request, reply) => {
      const terms = await sellingTerms(platform);
      reply.header('cache-control', 'public, max-age=3600');
      return presentDiscovery(platform, terms);
    },
  );
  app.register(async scope => {
    speakAcp(scope, platform);
    sessionRoutes(scope as App, platform);
    payingRoutes(scope as App, platform);
  });
}

/** Runs a change once per key and answers the session. */
function answering(platform: Platform) {
  const idempotency = createIdempotency(platform);
  const shown = async (request: FastifyRequest, view: SessionView) =>
    presentSession(platform, view, await cardMethods(platform, agentOf(request)));
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
    '/acp/checkout_sessions/',
    {
      config,
      schema: {
        tags,
        summary: 'Open a checkout session',
        querystring: NoQuery,
        body: CreateBody,
        response: { 201: SessionAnswer, ...errors },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async () => {
        await refuseCurrency(platform, agentOf(request), request.body.currency);
        return openSession(platform, agentOf(request), changeOf(request.body));
      }),
  );

  app.get(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'A checkout session',
        querystring: NoQuery,
        params: SessionParams,
        response: { 200: SessionAnswer, ...errors },
      },
    },
    async request =>
      shown(request, await readSession(platform, agentOf(request), request.params.id)),
  );

  app.post(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'Change articles, buyer, address or delivery of a session',
        querystring: NoQuery,
        params: SessionParams,
        body: UpdateBody,
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
        summary: 'Pay a session and place its order',
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
        summary: 'Cancel a session',
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
