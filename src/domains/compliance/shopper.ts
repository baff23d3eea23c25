import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { authenticateToken, resolveWebSession } from '../people/index.js';

/** Whoever a gate is about: a visit to the shop, a login, or both. */
export type Shopper = {
  sessionId: string;
  userId: string | null;
  email: string | null;
  storeId: string | null;
};

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

/** By a login's token where one is sent, else by the web session; gates open to nobody else. */
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
