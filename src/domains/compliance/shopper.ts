import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { authenticateToken, resolveWebSession } from '../people/index.js';

/** The customer of an age or limit check: a web session, a login, or both. */
export type Shopper = {
  sessionId: string;
  userId: string | null;
  email: string | null;
  storeId: string | null;
};

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

/** Resolves the shopper by access token if one is sent, otherwise by web session; else 401. */
export async function shopperOf(platform: Platform, request: FastifyRequest): Promise<Shopper> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = SCHEME.exec(authorization)?.[1];
    const principal = token === undefined ? null : await authenticateToken(platform, token);
    if (principal === null) throw unauthenticated();
    return {
      sessionId: principal.sessionId,
      userId: principal.userId,
      email: null,
      storeId: principal.kind === 'staff' ? (principal.till?.storeId ?? null) : null,
    };
  }
  const visit = await resolveWebSession(platform, request);
  if (visit === null) throw unauthenticated('A web session or a login is required.');
  return { sessionId: visit.id, userId: visit.userId, email: visit.email, storeId: visit.storeId };
}
