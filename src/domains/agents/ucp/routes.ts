import { Failure } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { sessionRoutes } from '../checkout/session-routes.js';
import { discoveryRoute } from '../discovery-route.js';
import { protocolScope, type Spoken } from '../protocol-scope.js';
import { catalogRoutes } from './catalog-routes.js';
import { presentProfile, presentSession, presentUnavailable } from './present.js';
import { changeOf, checkProfile, paymentOf } from './read-input.js';
import {
  CheckoutBody,
  CompleteBody,
  ErrorAnswer,
  ProfileAnswer,
  SessionAnswer,
  TAG,
} from './schemas.js';

const ucp: Spoken = {
  envelope: {
    schema: ErrorAnswer,
    body: ({ code, message }) => ({ code: code.toLowerCase(), content: message }),
  },
  admit: (request, agent) => checkProfile(agent, request.headers['ucp-agent']),
  // What cannot be bought is an outcome of the business, which the protocol answers with 200.
  answerError: (error, reply) => {
    const isUnknown = error instanceof Failure && error.code === 'UNKNOWN_SKU';
    if (isUnknown) reply.code(200).send(presentUnavailable(error.message));
    return isUnknown;
  },
};

export function ucpRoutes(app: App, platform: Platform): void {
  discoveryRoute(app, platform, {
    path: '/.well-known/ucp',
    tag: TAG,
    summary: 'What programs can do here; 404 while none has a key',
    answer: ProfileAnswer,
    present: () => presentProfile(platform),
  });
  protocolScope(app, platform, ucp, scope => {
    catalogRoutes(scope, platform);
    sessionRoutes(scope, platform, {
      name: 'ucp',
      tag: TAG,
      path: '/ucp/v1/checkout-sessions/',
      changeMethod: 'PUT',
      bodies: { create: CheckoutBody, change: CheckoutBody, complete: CompleteBody },
      answer: SessionAnswer,
      error: ErrorAnswer,
      changeToOpen: async (_agent, body) => changeOf(body),
      interventionsOf: () => null,
      changeOf,
      paymentOf,
      present: presentSession,
    });
  });
}
