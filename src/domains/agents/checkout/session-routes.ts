import type { FastifyReply, FastifyRequest } from 'fastify';
import { signature } from '../../../platform/http/access.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { Params, Query, type Static, type TSchema, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import type { PaymentMethod } from '../../payments/index.js';
import { agentOf } from '../authenticate-agent.js';
import { type Policies, policiesOf } from '../policies.js';
import type { Agent } from '../repository.js';
import { cardMethods } from '../selling-terms.js';
import { cancelSession } from './cancel-session.js';
import { changeSession, openSession } from './change-session.js';
import { readSession } from './claim.js';
import { type AgentPayment, paySession } from './pay-session.js';
import type { ProtocolName, SessionChange, SessionView } from './session.js';

/** Signed webhooks may have parameters of their own; these routes have none. */
const NoQuery = Query({});
const OneParams = Params({ id: Type.String({ minLength: 1, maxLength: 100 }) });
/** Accepted and not stored: the service does not record why a buyer leaves. */
const CancelBody = Type.Unsafe<unknown>({ type: ['object', 'null'] });

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

/** What a session is shown with. */
export type Surroundings = { methods: readonly PaymentMethod[]; policies: Policies };

/** Maps one protocol to the shared session operations. */
export type SessionProtocol<
  Create extends TSchema,
  Change extends TSchema,
  Complete extends TSchema,
> = {
  name: ProtocolName;
  tag: string;
  /** Ends in a slash. */
  path: string;
  changeMethod: 'POST' | 'PUT';
  bodies: { create: Create; change: Change; complete: Complete };
  answer: TSchema;
  error: TSchema;
  changeToOpen(agent: Agent, body: Static<Create>, request: FastifyRequest): Promise<SessionChange>;
  /** The interventions that the program says it can show to its buyer. */
  interventionsOf(body: Static<Create>): string[] | null;
  changeOf(body: Static<Change>, request: FastifyRequest): SessionChange;
  paymentOf(body: Static<Complete>, clientAddress: string): AgentPayment;
  present(view: SessionView, surroundings: Surroundings, request: FastifyRequest): object;
};

/** The five operations on a session. Each change runs once per `Idempotency-Key`. */
export function sessionRoutes<
  Create extends TSchema,
  Change extends TSchema,
  Complete extends TSchema,
>(app: App, platform: Platform, protocol: SessionProtocol<Create, Change, Complete>): void {
  const route = routeUnder(protocol.tag);
  const idempotency = createIdempotency(platform);
  const errors = { '4xx': protocol.error, '5xx': protocol.error };
  const shown = async (request: FastifyRequest, view: SessionView): Promise<object> => {
    const agent = agentOf(request);
    const [methods, policies] = await Promise.all([
      cardMethods(platform, agent),
      policiesOf(platform, agent.store_id),
    ]);
    return protocol.present(view, { methods, policies }, request);
  };
  app.route({
    method: 'GET',
    url: `${protocol.path}:id/`,
    ...route('A checkout session', {
      params: OneParams,
      response: { 200: protocol.answer, ...errors },
    }),
    handler: async (request: FastifyRequest) =>
      shown(request, await readSession(platform, agentOf(request), idOf(request))),
  });
  for (const { method, url, summary, body, status, work } of changesOf(platform, protocol)) {
    app.route({
      method,
      url,
      ...route(summary, {
        ...(url !== protocol.path && { params: OneParams }),
        headers: IdempotencyHeaders,
        body,
        response: { 200: protocol.answer, [status]: protocol.answer, ...errors },
      }),
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        idempotency.run(request, reply, `agent ${agentOf(request).id}`, async () => ({
          status,
          body: await shown(request, await work(agentOf(request), request)),
        })),
    });
  }
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

type ChangeRoute = {
  method: 'POST' | 'PUT';
  url: string;
  summary: string;
  body: TSchema;
  status: 200 | 201;
  work(agent: Agent, request: FastifyRequest): Promise<SessionView>;
};

function changesOf<Create extends TSchema, Change extends TSchema, Complete extends TSchema>(
  platform: Platform,
  protocol: SessionProtocol<Create, Change, Complete>,
): ChangeRoute[] {
  const { path, bodies, changeMethod } = protocol;
  return [
    {
      method: 'POST',
      url: path,
      summary: 'Open a checkout session',
      body: bodies.create,
      status: 201,
      work: async (agent, request) => {
        const body = request.body as Static<Create>;
        const change = await protocol.changeToOpen(agent, body, request);
        return openSession(platform, agent, change, {
          protocol: protocol.name,
          interventions: protocol.interventionsOf(body),
        });
      },
    },
    {
      method: changeMethod,
      url: `${path}:id/`,
      summary: 'Change articles, buyer, address or delivery of a session',
      body: bodies.change,
      status: 200,
      work: (agent, request) => {
        const change = protocol.changeOf(request.body as Static<Change>, request);
        return changeSession(platform, agent, idOf(request), change);
      },
    },
    {
      method: 'POST',
      url: `${path}:id/complete/`,
      summary: 'Pay a session and place its order',
      body: bodies.complete,
      status: 200,
      work: (agent, request) => {
        const payment = protocol.paymentOf(request.body as Static<Complete>, request.ip);
        return paySession(platform, agent, idOf(request), payment);
      },
    },
    {
      method: 'POST',
      url: `${path}:id/cancel/`,
      summary: 'Cancel a session',
      body: CancelBody,
      status: 200,
      work: (agent, request) => cancelSession(platform, agent, idOf(request)),
    },
  ];
}
