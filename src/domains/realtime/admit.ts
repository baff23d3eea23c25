import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.js';
import { authenticateToken } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { type Closing, NOT_ALLOWED, NOT_LOGGED_IN } from './closings.js';
import { isOwnOrigin, mayListen, type Post, tokenOf } from './rules.js';

/** What the path of a socket names; a store by UUID, code or content id. */
export type Place = { terminalId: string } | { storeRef: string };

/** Who listens where. The token is kept to be checked again; it must never be logged. */
export type Guest = {
  token: string;
  sessionId: string;
  userId: string;
  storeId: string;
  post: Post;
};

export type Admission = { guest: Guest } | { refused: Closing };

/** Decides who may listen. The handshake itself is always accepted, so refusals are closings. */
export async function admit(
  platform: Platform,
  request: FastifyRequest,
  place: Place,
): Promise<Admission> {
  const { config } = platform;
  const { origin, authorization, host } = request.headers;
  const ownOrigins = new Set([new URL(config.publicUrl).origin, ...config.corsOrigins]);
  if (!isOwnOrigin(origin, ownOrigins, host)) return { refused: NOT_ALLOWED };
  const token = tokenOf(request.query, authorization);
  const principal = token === undefined ? null : await authenticateToken(platform, token);
  if (token === undefined || principal === null) return { refused: NOT_LOGGED_IN };
  const post = await postAt(platform, place);
  if (principal.kind !== 'staff' || post === undefined || !mayListen(principal, post)) {
    return { refused: NOT_ALLOWED };
  }
  const storeId = post.kind === 'manager' ? post.storeId : principal.till?.storeId;
  if (storeId === undefined) return { refused: NOT_ALLOWED };
  const { sessionId, userId } = principal;
  return { guest: { token, sessionId, userId, storeId, post } };
}

async function postAt({ db }: Platform, place: Place): Promise<Post | undefined> {
  if ('terminalId' in place) return { kind: 'terminal', terminalId: place.terminalId };
  // The database takes no NUL in a text; no store is named so.
  if (place.storeRef.includes('\0')) return undefined;
  const store = await findStore(db, place.storeRef);
  return store && { kind: 'manager', storeId: store.id };
}

/** Whether somebody who listens still may: nothing if so. */
export async function admitAgain(platform: Platform, guest: Guest): Promise<Closing | undefined> {
  const principal = await authenticateToken(platform, guest.token);
  if (principal === null) return NOT_LOGGED_IN;
  return mayListen(principal, guest.post) ? undefined : NOT_ALLOWED;
}
