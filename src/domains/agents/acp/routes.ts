import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../platform/http/failure.js';
import { hasKey } from '../../../platform/http/idempotency.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { sessionRoutes } from '../checkout/session-routes.js';
import { discoveryRoute } from '../discovery-route.js';
import { feedRoutes } from '../feed/routes.js';
import { protocolScope, type Spoken } from '../protocol-scope.js';
import { acpEnvelope } from './envelope.js';
import { presentDiscovery, presentSession } from './present.js';
import { changeOf, interventionsOf, paymentOf, refuseCurrency } from './read-input.js';
import {
  ACP_VERSION,
  CompleteBody,
  CreateBody,
  DiscoveryAnswer,
  ErrorAnswer,
  SessionAnswer,
  TAG,
  UpdateBody,
} from './schemas.js';

const acp: Spoken = {
  envelope: acpEnvelope,
  greet: echoHeaders,
  admit: request => {
    const version = request.headers['api-version'];
    if (version === undefined) throw versionRefused('MISSING_API_VERSION');
    if (version !== ACP_VERSION) throw versionRefused('UNSUPPORTED_API_VERSION');
    if (request.method === 'POST' && !hasKey(request)) throw keyRequired();
  },
  // The protocol answers a key with another body by 422, where our other routes say 409.
  answerError: (error, reply) => {
    const isOtherBody = error instanceof Failure && error.code === 'IDEMPOTENCY_KEY_BODY_MISMATCH';
    if (isOtherBody) reply.code(422).send(acpEnvelope.body(error));
    return isOtherBody;
  },
};

const versionRefused = (code: 'MISSING_API_VERSION' | 'UNSUPPORTED_API_VERSION'): Failure =>
  new Failure('invalid', code, `Send API-Version: ${ACP_VERSION}.`);

const keyRequired = (): Failure =>
  new Failure('invalid', 'IDEMPOTENCY_KEY_REQUIRED', 'Idempotency-Key is required for every POST.');

const SANE = /^[\x21-\x7e]{1,255}$/;

function echoHeaders({ headers }: FastifyRequest, reply: FastifyReply): void {
  for (const name of ['idempotency-key', 'request-id']) {
    const value = headers[name];
    if (typeof value === 'string' && SANE.test(value)) reply.header(name, value);
  }
}

export function acpRoutes(app: App, platform: Platform): void {
  discoveryRoute(app, platform, {
    path: '/.well-known/acp.json',
    tag: TAG,
    summary: 'Where programs find the checkout; 404 while none has a key',
    answer: DiscoveryAnswer,
    present: terms => presentDiscovery(platform, terms),
  });
  protocolScope(app, platform, acp, scope => {
    feedRoutes(scope, platform);
    sessionRoutes(scope, platform, {
      name: 'acp',
      tag: TAG,
      path: '/acp/checkout_sessions/',
      changeMethod: 'POST',
      bodies: { create: CreateBody, change: UpdateBody, complete: CompleteBody },
      answer: SessionAnswer,
      error: ErrorAnswer,
      changeToOpen: async (agent, body) => {
        await refuseCurrency(platform, agent, body.currency);
        return changeOf(body);
      },
      interventionsOf,
      changeOf,
      paymentOf,
      present: (view, surroundings) => presentSession(platform, view, surroundings),
    });
  });
}
