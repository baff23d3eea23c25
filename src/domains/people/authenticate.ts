import { LRUCache } from 'lru-cache';
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import type { Authenticate, Principal } from '../access/index.js';
import { readSessionCookie } from './cookie.js';
import { hashToken } from './hashing.js';
import { fullName, worksAt, worksEverywhere } from './rules.js';
import { type LoginRow, loginByCookie, loginById, noteSeen } from './session-repository.js';
import { SESSIONS_CHANNEL, type SessionsMessage } from './sessions.js';
import { readToken } from './tokens.js';

/** A login is looked up again after this time even if no message said that it ended. */
const REMEMBERED_MS = 5 * SECOND_MS;
const MAX_REMEMBERED = 20_000;
/** Our own tokens are shorter; a header may be stretched by spaces, and memory is not for that. */
const LONGEST_REMEMBERED = 1_000;
const SEEN_EVERY_MS = MINUTE_MS;

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

type Login = { principal: Principal; expiresAt: Date };

/**
 * Finds the live login behind a request. What the caller claims in `Authorization` counts: with a
 * bad token there is no falling back to a cookie, or a till that was logged out would go on as
 * whoever uses the browser.
 */
export function createAuthenticate(platform: Platform): Authenticate {
  const remember = createMemory(platform);
  return request => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      const cookie = readSessionCookie(request);
      if (cookie === undefined) return null;
      // No header has a NUL in it, so none can name what is remembered of a cookie.
      return remember(`cookie\0${cookie}`, () => loginOfCookie(platform, cookie));
    }
    return remember(authorization, async () => {
      const token = SCHEME.exec(authorization)?.[1];
      return token === undefined ? null : loginOfToken(platform, token);
    });
  };
}

/** For callers that do not send headers, such as a socket; always asks the database. */
export const authenticateToken = async (
  platform: Platform,
  token: string,
): Promise<Principal | null> => (await loginOfToken(platform, token))?.principal ?? null;

/**
 * Spares most requests the signature and the query. Whatever ends or changes a login empties its
 * place at once on this node, and by the bus on the others.
 */
function createMemory(platform: Platform) {
  const logins = new LRUCache<string, Login>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  // A login read before a message arrived may be outdated by it, so it is used but not kept.
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
      platform.log.error({ err: error }, 'the end of sessions will be noticed late'),
    );

  const look = async (
    key: string,
    load: () => Promise<Login | null>,
  ): Promise<Principal | null> => {
    const heard = messages;
    const login = await load();
    if (login === null) return null;
    if (heard === messages && key.length <= LONGEST_REMEMBERED) logins.set(key, login);
    return login.principal;
  };

  return (
    key: string,
    load: () => Promise<Login | null>,
  ): Promise<Principal | null> | Principal | null => {
    const known = logins.get(key);
    if (known === undefined) return look(key, load);
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
  note(platform, row);
  return { principal, expiresAt: row.expires_at };
}

function asPrincipal(row: LoginRow, proof: Principal['proof']): Principal | null {
  const login = { sessionId: row.id, userId: row.user_id, name: fullName(row), proof };
  if (row.role === 'customer') return { ...login, kind: 'customer', role: 'customer' };
  const { store_id: storeId, terminal_id: terminalId } = row;
  const till = storeId !== null && terminalId !== null ? { storeId, terminalId } : null;
  // Whoever was taken off a store is out of its tills too.
  if (row.kind === 'pos' && (till === null || !worksAt(row, till.storeId))) return null;
  return {
    ...login,
    kind: 'staff',
    role: row.role,
    employeeNumber: row.employee_number,
    stores: worksEverywhere(row) ? 'all' : row.store_ids,
    till: row.kind === 'pos' ? till : null,
  };
}

/** Nobody waits for this write, and it comes at most once a minute. */
function note(platform: Platform, row: LoginRow): void {
  const now = platform.clock.now();
  const before = addMs(now, -SEEN_EVERY_MS);
  if (row.last_seen_at > before) return;
  noteSeen(platform.db, row.id, now, before).catch((error: unknown) =>
    platform.log.debug({ err: error }, 'when a session was last seen could not be noted'),
  );
}
