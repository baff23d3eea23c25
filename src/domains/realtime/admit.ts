import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.js';
import { authenticateToken } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { type Closing, NOT_ALLOWED, NOT_LOGGED_IN } from './closings.js';
import { isOwnOrigin, mayListen, type Topic, tokenOf } from './rules.js';

/** The place in the path of a socket. A store is named by UUID, code or content id. */
export type Place = { terminalId: string } | { storeRef: string };

/** An authenticated client and its topic. The token is kept for rechecks; it is never logged. */
export type Client = {
  token: string;
  sessionId: string;
  userId: string;
  storeId: string;
  topic: Topic;
};

export type Admission = { client: Client } | { refused: Closing };

/** Authorizes a socket. The handshake is always accepted, so a refusal is a close code. */
export async function admit(
  platform: Platform,
  request: FastifyRequest,
  place: Place,
): Promise<Admission> {
  if (!hasOwnOrigin(platform, request)) return { refused: NOT_ALLOWED };
  const token = tokenOf(request.query, request.headers.authorization);
  const principal = token === undefined ? null : await authenticateToken(platform, token);
  if (token === undefined || principal === null) return { refused: NOT_LOGGED_IN };
  const topic = await topicAt(platform, place);
  if (principal.kind !== 'staff' || topic === undefined || !mayListen(principal, topic)) {
    return { refused: NOT_ALLOWED };
  }
  const storeId = topic.kind === 'manager' ? topic.storeId : principal.till?.storeId;
  if (storeId === undefined) return { refused: NOT_ALLOWED };
  const { sessionId, userId } = principal;
  return { client: { token, sessionId, userId, storeId, topic } };
}

/** Whether the socket was opened by a program or by a page of this service. */
export function hasOwnOrigin(
  { config }: Pick<Platform, 'config'>,
  request: FastifyRequest,
): boolean {
  const { origin, host } = request.headers;
  const ownOrigins = new Set([new URL(config.publicUrl).origin, ...config.corsOrigins]);
  return isOwnOrigin(origin, ownOrigins, host);
}

async function topicAt({ db }: Platform, place: Place): Promise<Topic | undefined> {
  if ('terminalId' in place) return { kind: 'terminal', terminalId: place.terminalId };
  // PostgreSQL rejects NUL in text.
  if (place.storeRef.includes('\0')) return undefined;
  const store = await findStore(db, place.storeRef);
  return store && { kind: 'manager', storeId: store.id };
}

/** The reason to close a socket whose login or rights have ended; undefined if they are valid. */
export async function recheck(platform: Platform, client: Client): Promise<Closing | undefined> {
  const principal = await authenticateToken(platform, client.token);
  if (principal === null) return NOT_LOGGED_IN;
  return mayListen(principal, client.topic) ? undefined : NOT_ALLOWED;
}
