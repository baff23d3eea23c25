import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from './failure.js';

/** Who may call a route. Every route declares one; the service does not start if one is missing. */
export type Access =
  /** Anybody; counted by the flood block unless it is a probe such as health. */
  | { kind: 'public'; probe?: boolean }
  /** A machine that proves itself by a signature over the body. */
  | { kind: 'signature' }
  /** Anybody with a live login, customers too. */
  | { kind: 'signed-in' }
  /** Staff whose role holds the permission, by the kind of login named; a few also serve the machine itself. */
  | { kind: 'permission'; permission: string; login: 'any' | 'web' | 'pos'; orLoopback?: boolean };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

export const anybody: Access = { kind: 'public' };
export const probe: Access = { kind: 'public', probe: true };
export const signature: Access = { kind: 'signature' };
export const signedIn: Access = { kind: 'signed-in' };

/** Throws where the caller is refused; gives a promise only where that must be waited for. */
export type Guard = (request: FastifyRequest, access: Access) => Promise<void> | undefined;

export function installGuard(app: FastifyInstance, guard: Guard): void {
  app.addHook('onRoute', route => {
    if (route.config?.access === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not declare who may call it.`);
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // The socket plugin logs the whole URL of an upgrade that no socket route takes, token and all.
    if (request.ws && !request.routeOptions.url?.startsWith('/ws/')) {
      throw new Failure('invalid', 'NOT_A_SOCKET', 'This path does not speak WebSocket.');
    }
    const access = request.routeOptions.config.access;
    // Unknown paths have no route; they are answered by the not-found handler.
    // Most callers are known at once. A promise for each would cost more than the look at it.
    const looking = access && guard(request, access);
    if (looking === undefined) done();
    return looking;
  });
}
