import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.js';
import { requireOwnOrigin } from '../../access/index.js';
import { hashToken } from '../hashing.js';
import { readSessionCookie } from '../logins/cookie.js';
import { guestByCartToken, type VisitRow, visitByCookie } from '../logins/session-repository.js';
import type { GuestProof } from '../logins/web-login.js';

/** A visit to the shop, by a guest or a logged-in user. */
export type WebSession = {
  id: string;
  userId: string | null;
  storeId: string | null;
  email: string | null;
  via: 'cart-token' | 'cookie';
};

const CART_TOKEN_HEADER = 'x-cart-session-token';

/** An empty header counts as no token. */
export function sentCartToken(request: FastifyRequest): string | undefined {
  const token = request.headers[CART_TOKEN_HEADER];
  return token === undefined || token === '' ? undefined : String(token);
}

/** The tokens of the guest's visit that a login takes over. */
export const guestProofOf = (request: FastifyRequest): GuestProof => ({
  cartToken: sentCartToken(request),
  cookie: readSessionCookie(request),
});

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Identifies the shopper by cart token (guests only), then by cookie, on every method: an invalid
 * token identifies nobody. On unsafe methods a browser may use the cookie from our own pages only.
 */
export async function resolveWebSession(
  platform: Platform,
  request: FastifyRequest,
  options: { cookieOnly?: boolean } = {},
): Promise<WebSession | null> {
  const { db, clock, config } = platform;
  const token = options.cookieOnly ? undefined : sentCartToken(request);
  if (token !== undefined) {
    const guest = await guestByCartToken(db, hashToken(token), clock.now());
    if (guest) return asWebSession(guest, 'cart-token');
  }
  const cookie = readSessionCookie(request);
  if (cookie === undefined) return null;
  const visit = await visitByCookie(db, hashToken(cookie), clock.now());
  if (visit === undefined) return null;
  if (!SAFE_METHODS.has(request.method)) requireOwnOrigin(request, config);
  return asWebSession(visit, 'cookie');
}

const asWebSession = (row: VisitRow, via: WebSession['via']): WebSession => ({
  id: row.id,
  userId: row.user_id,
  storeId: row.store_id,
  email: row.email,
  via,
});
