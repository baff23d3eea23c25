import type { FastifyRequest } from 'fastify';
import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf, storeScope } from '../access/index.js';
import { type Agent, agentById, deleteAgent, listAgents } from './repository.js';
import { addAgent, changeAgent, checkAddresses } from './save-agent.js';
import {
  AgentAnswer,
  AgentBody,
  AgentChangeBody,
  AgentParams,
  AgentQuery,
  AgentWithKey,
} from './schemas.js';

const tags = ['Buying programs'];
const config = { access: office('store.settings') };

const presentAgent = (agent: Agent) => ({
  ...agent,
  feed_pushed_at: agent.feed_pushed_at?.toISOString() ?? null,
  created_at: agent.created_at.toISOString(),
  updated_at: agent.updated_at.toISOString(),
});

/** The programs that may buy at the stores of the caller. */
export function agentRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  app.get(
    '/agents/',
    {
      config,
      schema: {
        tags,
        summary: 'Programs that may buy for customers',
        querystring: AgentQuery,
        response: { 200: Type.Array(AgentAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const scope = storeScope(staffOf(request));
      const rows = await listAgents(db, scope, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentAgent);
    },
  );

  app.post(
    '/agents/',
    {
      config,
      schema: {
        tags,
        summary: 'Let a program buy at a store; the answer contains its key',
        body: AgentBody,
        response: { 201: AgentWithKey },
      },
    },
    async (request, reply) => {
      await checkAddresses(platform, request.body);
      const { agent, ...secrets } = await atomically(db, tx =>
        addAgent(tx, platform, staffOf(request), request.body),
      );
      return reply.code(201).send({ ...presentAgent(agent), ...secrets });
    },
  );

  oneAgentRoutes(app, platform);
}

function oneAgentRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const agentOf = async (reader: Parameters<typeof agentById>[0], request: FastifyRequest) => {
    const { id } = request.params as { id: string };
    const agent = await agentById(reader, storeScope(staffOf(request)), id);
    if (agent === undefined) throw notFound('Agent');
    return agent;
  };

  app.get(
    '/agents/:id/',
    {
      config,
      schema: { tags, summary: 'A program', params: AgentParams, response: { 200: AgentAnswer } },
    },
    async request => presentAgent(await agentOf(db, request)),
  );

  app.patch(
    '/agents/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'Change a program, or refuse its key',
        params: AgentParams,
        body: AgentChangeBody,
        response: { 200: AgentAnswer },
      },
    },
    async request => {
      await checkAddresses(platform, request.body);
      const { agent, ...made } = await atomically(db, async tx =>
        changeAgent(tx, platform, await agentOf(tx, request), request.body),
      );
      return { ...presentAgent(agent), ...made };
    },
  );

  app.delete(
    '/agents/:id/',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a program and its open checkout sessions; its orders stay',
        params: AgentParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, async tx => deleteAgent(tx, (await agentOf(tx, request)).id));
      return reply.code(204).send(null);
    },
  );
}
