import type { FastifyRequest } from 'fastify';
import { signedIn } from '../../platform/http/access.js';
import { unauthenticated } from '../../platform/http/failure.js';
import { OneOf, Query, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staffOf } from '../access/index.js';
import type { Caller } from './call-route.js';
import { OperationIndex, operationsOf } from './operations.js';

const McpQuery = Query({
  tools: Type.Optional(
    OneOf(['operations', 'compact'], {
      description: 'operations: one tool each. compact: three tools that find and call them.',
    }),
  ),
  tags: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Areas of this document, separated by commas; only their operations are tools.',
    }),
  ),
});

/** A message of JSON-RPC 2.0; the protocol has its own schemas. */
const Message = Type.Unsafe<Record<string, unknown>>({ type: 'object' });
const AnyAnswer = Type.Unsafe<unknown>({ description: 'A message of JSON-RPC 2.0' });

export function routes(app: App, platform: Platform): void {
  // Built by the first call, when every route is declared.
  let operations: OperationIndex | undefined;

  app.post(
    '/mcp/',
    {
      config: { access: { ...signedIn('program'), ownOrigin: true }, audit: 'none' },
      schema: {
        tags: ['Programs of the staff'],
        summary: 'Model Context Protocol: the operations of this document as tools',
        querystring: McpQuery,
        body: Message,
        response: { 200: AnyAnswer, 202: AnyAnswer, '4xx': AnyAnswer },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      operations ??= new OperationIndex(operationsOf(app.swagger()));
      const { tools, tags = '' } = request.query;
      // The SDK is loaded by the first call: most nodes never serve one.
      const { serveMcp } = await import('./serve-mcp.js');
      const answer = await serveMcp(
        { platform, app, operations, caller },
        { isCompact: tools === 'compact', tags: tags.split(',').flatMap(tag => tag.trim() || []) },
        { headers: headersFor(request), body: request.body },
      );
      const text = await answer.text();
      reply.code(answer.status);
      if (text !== '') reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(text);
    },
  );
}

/** A cookie is the login of a person in a browser, so programs need a token. */
function callerOf(request: FastifyRequest): Caller {
  const staff = staffOf(request);
  const { authorization } = request.headers;
  if (staff.proof !== 'token' || authorization === undefined) throw unauthenticated();
  return {
    staff,
    authorization,
    address: request.ip,
    requestId: request.id,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** Every answer is JSON, so a client that does not take event streams is served as well. */
function headersFor({ headers }: FastifyRequest): Headers {
  const version = headers['mcp-protocol-version'];
  return new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
  });
}
