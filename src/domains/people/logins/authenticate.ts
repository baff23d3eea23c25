import { LRUCache } from 'lru-cache';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import type { Authenticate, Principal } from '../../access/index.js';
import { hashToken } from '../hashing.js';
import { fullName, worksAt, worksEverywhere } from '../rules.js';
import { readSessionCookie } from './cookie.js';
import { type LoginRow, loginByCookie, loginById, updateLastSeen } from './session-repository.js';
import { SESSIONS_CHANNEL, type SessionsMessage } from './sessions.js';
import { readToken } from './tokens.js';

/** Cached logins are reloaded after this time even if no bus message invalidates them. */
const CACHE_TTL_MS = 5 * SECOND_MS;
const MAX_CACHED = 20_000;
/** Our tokens are shorter; a header padded with spaces must not fill the cache. */
const MAX_KEY_LENGTH = 1_000;
const SEEN_EVERY_MS = MINUTE_MS;

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

type Login = { principal: Principal; expiresAt: Date };

/**
 * Finds the live login of a request. A bad token in `Authorization` never falls back to the cookie:
 * a till that was logged out would otherwise continue as the user of the browser.
 */
export function createAuthenticate(platform: Platform): Authenticate {
  const cached = createLoginCache(platform);
  return request => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      const cookie = readSessionCookie(request);
      if (cookie === undefined) return null;
      // A header cannot contain NUL, so no `Authorization` value collides with this key.
      return cached(`cookie\0${cookie}`, () => loginOfCookie(platform, cookie));
    }
    return cached(authorization, async () => {
      const token = SCHEME.exec(authorization)?.[1];
      return token === undefined ? null : loginOfToken(platform, token);
    });
  };
}

/** For callers without headers, such as a socket; always queries the database. */
export const authenticateToken = async (
  platform: Platform,
  token: string,
): Promise<Principal | null> => (await loginOfToken(platform, token))?.principal ?? null;

/**
 * Saves most requests the signature check and the query. A change to a login evicts it at once on
 * this node, and on the other nodes through the bus.
 */
function createLoginCache(platform: Platform) {
  const logins = new LRUCache<string, Login>({ max: MAX_CACHED, ttl: CACHE_TTL_MS });
  // A message that arrives during a load may invalidate the result, so it is not cached.
  let messages = 0;
  const forget = (message: SessionsMessage): void => {
    messages += 1;
    const ended = new Set(message.ended);
    const changed = new Set(message.changedUsers);
    for (const [key, { principal }] of logins.entries()) {
      if (ended.has(principal.sessionId) || changed.has(principal.userId)) logins.delete(key);
    }
  };
  const forgetAll = (): void => {
    messages += 1;
    logins.clear();
  };
  platform.bus
    .subscribe(SESSIONS_CHANNEL, message => forget(message as SessionsMessage), forgetAll)
    .catch((error: unknown) =>
      platform.log.error({ err: error }, 'subscribing to session changes failed'),
    );

  const loadAndCache = async (
    key: string,
    load: () => Promise<Login | null>,
  ): Promise<Principal | null> => {
    const messagesBefore = messages;
    const login = await load();
    if (login === null) return null;
    if (messagesBefore === messages && key.length <= MAX_KEY_LENGTH) logins.set(key, login);
    return login.principal;
  };

  return (
    key: string,
    load: () => Promise<Login | null>,
  ): Promise<Principal | null> | Principal | null => {
    const known = logins.get(key);
    if (known === undefined) return loadAndCache(key, load);
    return known.expiresAt > platform.clock.now() ? known.principal : null;
  };
}

async function loginOfToken(platform: Platform, token: string): Promise<Login | null> {
  const read = await readToken(platform, token);
  if (read === null) return null;
  const row = await loginById(platform.db, read.sessionId);
  if (row?.kind !== read.kind) return null;
  const login = asLogin(platform, row, 'token');
  if (login === null || login.expiresAt < read.expiresAt) return login;
  return { ...login, expiresAt: read.expiresAt };
}

async function loginOfCookie(platform: Platform, cookie: string): Promise<Login | null> {
  const row = await loginByCookie(platform.db, hashToken(cookie));
  return row === undefined ? null : asLogin(platform, row, 'cookie');
}

function asLogin(platform: Platform, row: LoginRow, proof: Principal['proof']): Login | null {
  if (row.expires_at <= platform.clock.now()) return null;
  const principal = asPrincipal(row, proof);
  if (principal === null) return null;
  touchSession(platform, row);
  return { principal, expiresAt: row.expires_at };
}

function asPrincipal(row: LoginRow, proof: Principal['proof']): Principal | null {
  const login = { sessionId: row.id, userId: row.user_id, name: fullName(row), proof };
  if (row.role === 'customer') return { ...login, kind: 'customer', role: 'customer' };
  const { store_id: storeId, terminal_id: terminalId } = row;
  const till = storeId !== null && terminalId !== null ? { storeId, terminalId } : null;
  // Removing a person from a store also ends their logins at its tills.
  if (row.kind === 'pos' && (till === null || !worksAt(row, till.storeId))) return null;
  return {
    ...login,
    kind: 'staff',
    role: row.role,
    ownRole: row.own_role,
    employeeNumber: row.employee_number,
    stores: worksEverywhere(row) ? 'all' : row.store_ids,
    till: row.kind === 'pos' ? till : null,
  };
}

/** Updates `last_seen_at` at most once a minute; the request does not wait for it. */
function touchSession(platform: Platform, row: LoginRow): void {
  const now = platform.clock.now();
  const before = addMs(now, -SEEN_EVERY_MS);
  if (row.last_seen_at > before) return;
  updateLastSeen(platform.db, row.id, now, before).catch((error: unknown) =>
    platform.log.debug({ err: error }, 'updating last_seen_at of a session failed'),
  );
}
