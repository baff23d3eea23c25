import { Params, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { agentOf } from '../authenticate-agent.js';
import { routeUnder } from '../checkout/session-routes.js';
import { readOrder } from '../orders/read-order.js';
import { orderOfAgent } from '../orders/repository.js';
import { orderUcp, ucpOrder } from '../orders/ucp-order.js';
import { spokenOf } from './negotiate.js';
import { ErrorAnswer, TAG, UCP_VERSIONS_TEXT, type UcpVersion } from './schemas.js';

const OrderParams = Params({ id: Type.String({ minLength: 1, maxLength: 100 }) });
const OrderAnswer = Type.Object(
  {},
  {
    additionalProperties: true,
    description: `Order of the protocol, versions ${UCP_VERSIONS_TEXT}`,
  },
);

/** Orders that the program has placed; others are not found. */
export function orderRoutes(app: App, platform: Platform): void {
  app.get(
    '/ucp/v1/orders/:id/',
    routeUnder(TAG)('An order of the program, as it is now', {
      params: OrderParams,
      response: { 200: OrderAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
    }),
    async request => {
      const order = await orderOfAgent(platform.db, agentOf(request).id, request.params.id);
      const view = order && (await readOrder(platform, order));
      const { version } = spokenOf(request);
      return view === undefined ? notFound(version) : ucpOrder(view, version);
    },
  );
}

/** An outcome, which the protocol answers with 200. */
const notFound = (version: UcpVersion) => ({
  ucp: { ...orderUcp(version), status: 'error' },
  messages: [
    { type: 'error', code: 'not_found', content: 'Order not found.', severity: 'unrecoverable' },
  ],
});
