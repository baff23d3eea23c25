import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '../../platform/clock.js';
import type { Access, Guard } from '../../platform/http/access.js';
import { deviceAt } from '../../platform/http/address-blocks.js';
import { Failure, forbidden, tooMany, unauthenticated } from '../../platform/http/failure.js';
import { clientKey, isLoopback, type Verdict } from '../../platform/http/limits.js';
import type { Platform } from '../../platform/platform.js';
import { requireOwnOrigin } from './own-origin.js';
import { can, canInChain, type Principal, type Staff } from './principal.js';
import type { OfficePermission, Permission, TillPermission } from './roles.js';

/** Allows a till login or a back-office login, so only with a permission that fits a PIN. */
export const staff = (permission: TillPermission): Access => ({
  kind: 'permission',
  permission,
  from: ['till', 'office'],
});
/** Allows only a back-office login (cookie or access token); rejects a till's token. */
export const office = (permission: Permission): Access => ({
  kind: 'permission',
  permission,
  from: ['office'],
});
/** Like `office`, but also allows requests from the host itself and those with the metrics token. */
export const officeOrScraper = (permission: Permission): Access => ({
  kind: 'permission',
  permission,
  from: ['office', 'program'],
  orScraper: true,
});
/** Allows only a till login. */
export const till = (permission: TillPermission): Access => ({
  kind: 'permission',
  permission,
  from: ['till'],
});
/** Like `staff`, for a permission of the back office that one route of a till needs. */
export const atTillsToo = (permission: OfficePermission, because: string): Access => ({
  kind: 'permission',
  permission,
  from: ['till', 'office'],
  because,
});

/** Returns the caller of a request, synchronously if cached; null without a valid login. */
export type Authenticate = (
  request: FastifyRequest,
) => Promise<Principal | null> | Principal | null;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Under whose count a device is: that of the person or till that last logged in on it. */
export type RecognizeDevice = {
  /** By the token that the device got with its login; undefined without a valid one. */
  ofRequest(request: FastifyRequest): string | undefined;
  ofPerson(userId: string): string;
};

/** The devices of one address together, in multiples of the limit of one person or till. */
const DEVICES_AT_ADDRESS = 10;

/**
 * Counts requests per address, or per person or till at its address; skips loopback unless
 * `blockLoopback` is set. Requests over the limit of all devices are refused, but block nobody:
 * thirty tills that start at once after a power cut try again in the next second.
 */
const countFlood = async (
  { limits, config }: Platform,
  { ip }: FastifyRequest,
  owner?: string,
): Promise<Verdict> => {
  if (!config.blockLoopback && isLoopback(ip)) return { blocked: false };
  const address = clientKey(ip);
  if (owner === undefined) return limits.flood(address);
  const verdict = await limits.flood(deviceAt(address, owner));
  if (verdict.blocked) return verdict;
  const max = config.floodLimit * DEVICES_AT_ADDRESS;
  return limits.throttle('devices', address, max, SECOND_MS);
};

/** Counts on response, because only the handler knows whether the webhook signature is valid. */
export function countRefusedSignatures(app: FastifyInstance, platform: Platform): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
    if (!isRefused || request.routeOptions.config.access?.kind !== 'signature') return done();
    return countFlood(platform, request);
  });
}

export function createGuard(
  platform: Platform,
  authenticate: Authenticate,
  device: RecognizeDevice,
): Guard {
  const { metricsToken } = platform.config;
  const scraperToken = metricsToken === undefined ? undefined : digest(metricsToken);

  const countAs = async (request: FastifyRequest, owner?: string): Promise<void> => {
    const verdict = await countFlood(platform, request, owner);
    if (verdict.blocked) throw flooded(verdict.retryAfterSeconds);
  };

  const countAnonymous = (request: FastifyRequest): Promise<void> =>
    countAs(request, device.ofRequest(request));

  /** Staff are never counted; all logins and devices of a customer are counted as one. */
  const countCaller = async (request: FastifyRequest, caller: Principal): Promise<void> => {
    if (caller.kind !== 'staff') await countAs(request, device.ofPerson(caller.userId));
  };

  /**
   * Public routes do not require a login, but one that is sent with the request keeps its device out
   * of the count of the address. The session of a cookie is looked up only if the address is
   * blocked: every guest of the shop has such a cookie, and most have no login.
   */
  const countUnlessLoggedIn = async (request: FastifyRequest): Promise<void> => {
    const owner = device.ofRequest(request);
    if (request.headers.authorization !== undefined) {
      const caller = await authenticate(request);
      return caller === null ? countAs(request, owner) : countCaller(request, caller);
    }
    const verdict = await countFlood(platform, request, owner);
    if (!verdict.blocked) return;
    const caller = await authenticate(request);
    if (caller === null) throw flooded(verdict.retryAfterSeconds);
    await countCaller(request, caller);
  };

  const refuseAnonymous = async (request: FastifyRequest): Promise<never> => {
    await countAnonymous(request);
    throw unauthenticated();
  };

  const admit = (
    request: FastifyRequest,
    access: Access,
    principal: Principal | null,
  ): Promise<void> | undefined => {
    if (principal === null) return refuseAnonymous(request);
    if (principal.proof === 'cookie' && !SAFE_METHODS.has(request.method)) {
      requireOwnOrigin(request, platform.config);
    }
    request.principal = principal;
    if (access.kind === 'permission') requirePermission(principal, access);
    else requirePlace(principal, access);
    return undefined;
  };

  return (request, access) => {
    if (access.kind === 'signature' || (access.kind === 'public' && access.probe)) return undefined;
    if (access.kind === 'public') return countUnlessLoggedIn(request);
    if (access.kind === 'permission' && access.orScraper && isScraper(request, scraperToken)) {
      return undefined;
    }
    if (access.kind === 'signed-in' && access.ownOrigin) requireOwnOrigin(request, platform.config);
    const found = authenticate(request);
    return found instanceof Promise
      ? found.then(principal => admit(request, access, principal))
      : admit(request, access, found);
  };
}

const flooded = (retryAfterSeconds: number): Failure =>
  tooMany('Too many requests from this address.', retryAfterSeconds, 'FLOOD_BLOCKED');

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Distinguishes a local client from a reverse proxy on the same host, whose requests also come from
 * loopback. A proxy adds forwarding headers or passes on the public Host header, and DNS rebinding
 * shows a foreign Host too. A proxy that does neither is recognised by HTTP/1.0, nginx's default.
 */
const isLocalClient = ({ ip, headers, raw }: FastifyRequest): boolean =>
  isLoopback(ip) &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  raw.httpVersion !== '1.0' &&
  PROXY_HEADERS.every(name => headers[name] === undefined);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests, which have one length, in constant time. */
function isScraper(request: FastifyRequest, token: Buffer | undefined): boolean {
  if (isLocalClient(request)) return true;
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), token);
}

/**
 * A login of the back office serves its owner in the shop as well. A program calls with the token
 * of any login of the staff.
 */
function comesFrom(principal: Principal, { kind, from }: Access): boolean {
  if (principal.kind === 'customer') return from.includes('web');
  if (kind === 'signed-in' && from.includes('program')) return true;
  return principal.till !== null
    ? from.includes('till')
    : from.includes('office') || from.includes('web');
}

function requirePlace(principal: Principal, access: Access): void {
  if (comesFrom(principal, access)) return;
  if (principal.kind !== 'staff') throw forbidden('This is for staff only.');
  if (principal.till === null) {
    throw forbidden('This needs a login at a till.', 'TERMINAL_REQUIRED');
  }
  throw forbidden('This needs a back-office login; a till cannot do it.', 'WEB_SESSION_REQUIRED');
}

function requirePermission(principal: Principal, access: Access & { kind: 'permission' }): void {
  requirePlace(principal, access);
  if (principal.kind !== 'staff') throw forbidden('This is for staff only.');
  if (!can(principal, access.permission as Permission)) {
    throw new Failure('forbidden', 'PERMISSION_DENIED', 'Your role does not allow this.');
  }
  if (!canInChain(principal, access.permission as Permission)) throw appliesToChain();
}

/** Refuses a member of the staff as a route with this permission and these places does. */
export const requireAccess = (
  staff: Staff,
  { permission, from }: { permission: Permission; from: Access['from'] },
): void => requirePermission(staff, { kind: 'permission', permission, from });

/** Whether the caller of a request that was admitted may also call a route with this access. */
export function mayAlsoCall({ principal }: FastifyRequest, access: Access): boolean {
  if (access.kind === 'public') return true;
  if (!principal || access.kind === 'signature') return false;
  try {
    if (access.kind === 'permission') requirePermission(principal, access);
    else requirePlace(principal, access);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

export const appliesToChain = (): Failure =>
  forbidden('This applies to all stores, including those you do not manage.', 'PERMISSION_DENIED');
