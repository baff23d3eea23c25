import type { FastifyRequest } from 'fastify';
import { clientKey } from '../http/limits.js';
import { storedUserAgent } from '../user-agent.js';
import type { AuditEntry } from './entry.js';

const MAX_USER_AGENT = 300;

/** Where a call came from. */
export type Origin = Pick<AuditEntry, 'address' | 'userAgent' | 'requestId'>;

export const originOf = ({ ip, id, headers }: FastifyRequest): Origin => {
  const { 'user-agent': agent } = headers;
  return {
    address: clientKey(ip),
    userAgent: agent === undefined ? null : storedUserAgent(agent, MAX_USER_AGENT),
    requestId: id,
  };
};
