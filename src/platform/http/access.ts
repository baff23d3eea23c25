import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from './failure.js';

/** Who may call a route. Every route declares one; the service does not start if one is missing. */
export type Access =
  /** Any caller. Counted toward the flood block unless it is a probe or page: /health/, /app/desk/. */
  | { kind: 'public'; probe?: boolean }
  /** A machine that signs the body. */
  | { kind: 'signature' }
  /**
   * Any caller with a valid session, including customers. `ownOrigin` refuses pages of other sites
   * before that, whatever they send.
   */
  | { kind: 'signed-in'; ownOrigin?: boolean }
  /**
   * Staff whose role has the permission, with that kind of login; `orScraper` also admits local calls
   * and calls with the metrics token.
   */
  | { kind: 'permission'; permission: string; login: 'any' | 'web' | 'pos'; orScraper?: boolean };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

export const anybody: Access = { kind: 'public' };
export const probe: Access = { kind: 'public', probe: true };
export const signature: Access = { kind: 'signature' };
export const signedIn: Access = { kind: 'signed-in' };

/** Throws if the caller is refused; returns a promise only if the check needs I/O. */
export type Guard = (request: FastifyRequest, access: Access) => Promise<void> | undefined;

export function installGuard(app: FastifyInstance, guard: Guard): void {
  app.addHook('onRoute', route => {
    if (route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not declare who may call it.`);
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // The socket plugin logs the full URL, with its token, of an upgrade without a socket route.
    if (request.ws && !request.routeOptions.url?.startsWith('/ws/')) {
      throw new Failure('invalid', 'NOT_A_SOCKET', 'This path does not speak WebSocket.');
    }
    const access = request.routeOptions.config.access;
    // Unknown paths have no route; the not-found handler answers them.
    // Most sessions are cached; a promise for each request would cost more than the check.
    const checking = access && guard(request, access);
    if (checking === undefined) done();
    return checking;
  });
}
