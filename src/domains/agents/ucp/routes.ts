import { Failure } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { sessionRoutes } from '../checkout/session-routes.js';
import { discoveryRoute } from '../discovery-route.js';
import { protocolScope, type Spoken } from '../protocol-scope.js';
import { catalogRoutes } from './catalog-routes.js';
import { negotiate, spokenOf } from './negotiate.js';
import { orderRoutes } from './order-routes.js';
import { presentError, presentProfile, presentSession } from './present.js';
import { Incompatible, UcpProblem } from './problem.js';
import { changeOf, paymentOf } from './read-input.js';
import {
  CheckoutBody,
  CompleteBody,
  ErrorAnswer,
  isUcpVersion,
  NEWEST_UCP,
  ProfileAnswer,
  ProfileQuery,
  SessionAnswer,
  TAG,
} from './schemas.js';

const ucpOf = (platform: Platform): Spoken => ({
  envelope: {
    schema: ErrorAnswer,
    body: ({ code, message }) => ({ code: code.toLowerCase(), content: message }),
  },
  admit: async (request, agent) => {
    request.spoken = await negotiate(platform, request, agent);
  },
  answerError: (error, reply, request) => {
    const shop = `${platform.config.publicUrl}/app/shop/`;
    if (error instanceof UcpProblem) {
      const { status, code, message: content } = error;
      reply.code(status).send({ code, content, continue_url: shop });
    } else if (error instanceof Incompatible) {
      const { capability, version } = error;
      const text = `The profile does not have ${capability} in version ${version}.`;
      reply.code(200).send(presentError(version, 'capabilities_incompatible', text, shop));
    } else if (error instanceof Failure && error.code === 'UNKNOWN_SKU') {
      // What cannot be bought is an outcome of the business, which the protocol answers with 200.
      const version = request.spoken?.version ?? NEWEST_UCP;
      reply.code(200).send(presentError(version, 'item_unavailable', error.message));
    } else return false;
    return true;
  },
});

export function ucpRoutes(app: App, platform: Platform): void {
  discoveryRoute(app, platform, {
    path: '/.well-known/ucp',
    tag: TAG,
    summary: 'What programs can do here; 404 while none has a key',
    query: ProfileQuery,
    answer: ProfileAnswer,
    present: (_terms, { version = NEWEST_UCP }) =>
      presentProfile(platform, isUcpVersion(version) ? version : NEWEST_UCP),
  });
  protocolScope(app, platform, ucpOf(platform), scope => {
    catalogRoutes(scope, platform);
    orderRoutes(scope, platform);
    sessionRoutes(scope, platform, {
      name: 'ucp',
      tag: TAG,
      path: '/ucp/v1/checkout-sessions/',
      changeMethod: 'PUT',
      bodies: { create: CheckoutBody, change: CheckoutBody, complete: CompleteBody },
      answer: SessionAnswer,
      error: ErrorAnswer,
      changeToOpen: async (_agent, body, request) => changeOf(body, spokenOf(request).capabilities),
      interventionsOf: () => null,
      changeOf: (body, request) => changeOf(body, spokenOf(request).capabilities),
      paymentOf,
      present: (view, surroundings, request) =>
        presentSession(view, surroundings, spokenOf(request)),
    });
  });
}
