import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { hashToken } from '../people/index.js';
import { type Agent, agentByKey } from './repository.js';
import type { UcpVersion } from './ucp/schemas.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The program that buys for a customer; null on all other routes. */
    agent: Agent | null;
    /** Version and capabilities of UCP that both sides support; null on other routes. */
    spoken: { version: UcpVersion; capabilities: ReadonlySet<string> } | null;
  }
}

const KEY = /^[\w-]{20,100}$/;

/** Finds the program by its key: `Authorization: Bearer` or `X-API-Key`. */
export async function authenticateAgent({ db }: Platform, request: FastifyRequest): Promise<Agent> {
  const { authorization = '', 'x-api-key': apiKey } = request.headers;
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? apiKey;
  const agent =
    typeof key === 'string' && KEY.test(key) ? await agentByKey(db, hashToken(key)) : undefined;
  if (agent === undefined) throw unauthenticated('The key is not valid.');
  return agent;
}

export function agentOf({ agent }: FastifyRequest): Agent {
  if (agent === null) throw unauthenticated();
  return agent;
}
