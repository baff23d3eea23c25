import type { FastifyReply, FastifyRequest } from 'fastify';
import { signature } from '../../../platform/http/access.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { Query, type TSchema } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import type { PaymentMethod } from '../../payments/index.js';
import { agentOf } from '../authenticate-agent.js';
import { cardMethods } from '../selling-terms.js';
import type { SessionView } from './session.js';

/** Signed webhooks may have parameters of their own; these routes have none. */
const NoQuery = Query({});

type Schemas = {
  headers?: TSchema;
  params?: TSchema;
  body?: TSchema;
  response: Record<string, TSchema>;
};

/** Declares the routes of a protocol under its tag; programs log in with their key. */
export const routeUnder =
  (tag: string) =>
  <S extends Schemas>(summary: string, schemas: S) => ({
    config: { access: signature },
    schema: { tags: [tag], summary, querystring: NoQuery, ...schemas },
  });

/** Answers sessions in the shape of a protocol; `once` runs a change once per key. */
export function answerSessions<Answer>(
  platform: Platform,
  present: (view: SessionView, methods: PaymentMethod[]) => Answer,
) {
  const idempotency = createIdempotency(platform);
  const shown = async (request: FastifyRequest, view: SessionView): Promise<Answer> =>
    present(view, await cardMethods(platform, agentOf(request)));
  const once = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    work: () => Promise<SessionView>,
  ): Promise<Answer> =>
    idempotency.run(request, reply, `agent ${agentOf(request).id}`, async () => ({
      status,
      body: await shown(request, await work()),
    }));
  return { shown, once };
}
