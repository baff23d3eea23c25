import type { FastifyRequest } from 'fastify';
import { atomically } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import { decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { partial } from '../../platform/http/write-routes.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { office, staffOf, storeScope } from '../access/index.js';
import { endpointDeleted } from './events.js';
import { presentEndpoint } from './present.js';
import { deleteEndpoint, type Endpoint, findEndpoint, listEndpoints } from './repository.js';
import {
  changeEndpoint,
  createEndpoint,
  type EndpointInput,
  rotateSecret,
} from './save-endpoint.js';
import {
  EndpointAnswer,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointWithSecret,
} from './schemas.js';

export const PATH = '/webhook-endpoints/';
const tags = ['Webhook endpoints'];
const config = { access: office('webhook.manage') };

/** The endpoint in the path, if the caller may see it. */
export async function endpointOf({ db }: Platform, request: FastifyRequest): Promise<Endpoint> {
  const { id } = request.params as { id: string };
  const endpoint = await findEndpoint(db, id, storeScope(staffOf(request)));
  if (endpoint === undefined) throw notFound('Webhook endpoint');
  return endpoint;
}

/** The last id of the previous page. */
export function cursorId(cursor: string | undefined): string | undefined {
  const [before] = decodeCursor(cursor, 1) ?? [];
  if (before === undefined) return undefined;
  if (isUuid(String(before))) return String(before);
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}

export function endpointRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Webhook endpoints, newest first',
        querystring: EndpointQuery,
        response: { 200: Type.Array(EndpointAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const scope = storeScope(staffOf(request));
      const rows = await listEndpoints(db, scope, cursorId(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentEndpoint);
    },
  );

  app.post(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Register an endpoint; the answer contains its secret',
        body: EndpointBody,
        response: { 201: EndpointWithSecret },
      },
    },
    async (request, reply) => {
      const { endpoint, secret } = await createEndpoint(platform, staffOf(request), request.body);
      return reply.code(201).send({ ...presentEndpoint(endpoint), secret });
    },
  );

  oneEndpointRoutes(app, platform);
}

function oneEndpointRoutes(app: App, platform: Platform): void {
  const one = `${PATH}:id/`;

  app.get(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'An endpoint',
        params: EndpointParams,
        response: { 200: EndpointAnswer },
      },
    },
    async request => presentEndpoint(await endpointOf(platform, request)),
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: one,
      config,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Replace' : 'Change'} an endpoint`,
        params: EndpointParams,
        body: method === 'PUT' ? EndpointBody : partial(EndpointBody),
        response: { 200: EndpointAnswer },
      },
      handler: async request => {
        const input = request.body as Partial<EndpointInput>;
        return presentEndpoint(
          await changeEndpoint(platform, staffOf(request), request.params.id, input),
        );
      },
    });
  }

  app.delete(
    one,
    {
      config,
      schema: {
        tags,
        summary: 'Delete an endpoint and its deliveries',
        params: EndpointParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = await endpointOf(platform, request);
      await atomically(platform.db, async tx => {
        await deleteEndpoint(tx, id);
        await record(tx, endpointDeleted(id));
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}rotate-secret/`,
    {
      config,
      schema: {
        tags,
        summary: 'Give an endpoint a new secret',
        params: EndpointParams,
        response: { 200: EndpointWithSecret },
      },
    },
    async request => {
      const { id } = request.params;
      const { endpoint, secret } = await rotateSecret(platform, staffOf(request), id);
      return { ...presentEndpoint(endpoint), secret };
    },
  );
}
