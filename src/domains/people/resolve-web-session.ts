import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.js';
import { requireOwnOrigin } from '../access/index.js';
import { readSessionCookie } from './cookie.js';
import { hashToken } from './hashing.js';
import { guestByCartToken, type VisitRow, visitByCookie } from './session-repository.js';

/** A visit to the shop: a guest's, or with a login. */
export type WebSession = {
  id: string;
  userId: string | null;
  storeId: string | null;
  email: string | null;
  via: 'cart-token' | 'cookie';
};

const CART_TOKEN_HEADER = 'x-cart-session-token';

/** The cart token a request carries; an empty header carries none. */
export function sentCartToken(request: FastifyRequest): string | undefined {
  const token = request.headers[CART_TOKEN_HEADER];
  return token === undefined || token === '' ? undefined : String(token);
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Who is shopping: the cart token first (guests only), then the cookie. A token that was sent but
 * is not valid is no identity on unsafe methods, and an unsafe request that relies on the cookie
 * has to come from our own pages.
 */
export async function resolveWebSession(
  platform: Platform,
  request: FastifyRequest,
  options: { cookieOnly?: boolean } = {},
): Promise<WebSession | null> {
  const { db, clock, config } = platform;
  const isSafe = SAFE_METHODS.has(request.method);
  const token = options.cookieOnly ? undefined : sentCartToken(request);
  if (token !== undefined) {
    const guest = await guestByCartToken(db, hashToken(token), clock.now());
    if (guest) return asWebSession(guest, 'cart-token');
    if (!isSafe) return null;
  }
  const cookie = readSessionCookie(request);
  if (cookie === undefined) return null;
  const visit = await visitByCookie(db, hashToken(cookie), clock.now());
  if (visit === undefined) return null;
  if (!isSafe) {
    requireOwnOrigin(request, new Set([new URL(config.publicUrl).origin, ...config.corsOrigins]));
  }
  return asWebSession(visit, 'cookie');
}

const asWebSession = (row: VisitRow, via: WebSession['via']): WebSession => ({
  id: row.id,
  userId: row.user_id,
  storeId: row.store_id,
  email: row.email,
  via,
});
