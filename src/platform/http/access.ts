import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from './failure.js';

/**
 * Where a call comes from. `till` and `office` are logins of staff, with a PIN and with a password.
 * `web` is a visitor of the shop, with or without a login. `program` proves itself by a signature, a
 * key or the token of a login that it was given. `anybody` needs nothing.
 */
export const PLACES = ['till', 'office', 'web', 'program', 'anybody'] as const;
export type Place = (typeof PLACES)[number];

/**
 * Who may call a route, and from where. Every route declares one; the service does not start if one
 * is missing. docs/routes-by-class.md lists all routes by `from`.
 */
export type Access = {
  from: readonly [Place, ...Place[]];
  /** Why a route of a guarded area is nevertheless open to tills or to anybody. */
  because?: string;
} & (
  | /** Counted toward the flood block unless it is a probe or page: /health/, /app/desk/. */
  { kind: 'public'; probe?: boolean }
  /** A machine that signs the body. */
  | { kind: 'signature' }
  /**
   * Any caller with a valid session. `ownOrigin` refuses pages of other sites before that, whatever
   * they send.
   */
  | { kind: 'signed-in'; ownOrigin?: boolean }
  /** Staff whose role has the permission; `orScraper` also admits local calls and the metrics token. */
  | { kind: 'permission'; permission: string; orScraper?: boolean }
);

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Undefined for pages and descriptions of the service itself. */
    domain?: string;
  }
}

export const anybody: Access = { kind: 'public', from: ['anybody'] };
export const probe: Access = { kind: 'public', probe: true, from: ['anybody'] };
/** Pages and calls of the shop; a visit is told by its cookie or cart token. */
export const visitor: Access = { kind: 'public', from: ['web'] };
/** Every handshake is accepted; the token decides what the socket gets. */
export const socket: Access = { kind: 'public', probe: true, from: ['program'] };
export const signature: Access = { kind: 'signature', from: ['program'] };
export const signedIn = (...from: Access['from']): Access => ({ kind: 'signed-in', from });
/** For a route of a guarded area that is open to tills or to anybody; docs show the reason. */
export const justified = (because: string, access: Access): Access => ({ ...access, because });

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
