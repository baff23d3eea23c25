import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.js';
import { isOwnRequest } from '../../access/index.js';
import { hashToken } from '../hashing.js';
import { readSessionCookie } from '../logins/cookie.js';
import type { VisitRef } from './repository.js';
import { SAFE_METHODS, sentCartToken } from './resolve-web-session.js';

/**
 * What a request proves its visit with, for a statement that checks the visit itself. Undefined if
 * the request names no visit or may not use it; `resolveWebSession` then finds out why. It does so
 * too if the statement finds nothing, because a request falls back from its token to its cookie.
 */
export function visitRefOf({ config }: Platform, request: FastifyRequest): VisitRef | undefined {
  const token = sentCartToken(request);
  if (token !== undefined) return { by: 'cart_token_hash', value: hashToken(token) };
  const cookie = readSessionCookie(request);
  if (cookie === undefined) return undefined;
  if (!SAFE_METHODS.has(request.method) && !isOwnRequest(request, config)) {
    return undefined;
  }
  return { by: 'cookie_hash', value: hashToken(cookie) };
}
