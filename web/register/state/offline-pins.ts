import type { Session } from './types.js';

/**
 * Who signed in at this till since the page was opened, with a hash of the PIN, so that they can take
 * over without a connection. In memory only: all PINs of four digits can be tried against a hash, so none
 * is written to the disk of the device.
 */
type Known = Pick<Session, 'user' | 'permissions'> & {
  storeId: string;
  terminal: string;
  salt: Uint8Array<ArrayBuffer>;
  hash: string;
  signedInMs: number;
  failures: number;
  /** By `performance.now()`, which does not follow the clock of the device. */
  blockedUntilMs: number;
};

const known = new Map<string, Known>();

/**
 * The last login of each person that the service accepted. A hash takes a moment: that of an earlier
 * login, or of one before a refusal, may be ready only afterwards, and is thrown away.
 */
const lastLogins = new Map<string, symbol>();

/** What OWASP recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
/** The service books entries of people who were logged in at the till within 12 hours of them. */
const KEPT_MS = 12 * 3_600_000;
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

export type Taken =
  | { ok: true; cashier: Pick<Session, 'user' | 'permissions'> }
  | { ok: false; waitSeconds: number };

/** Pages over plain http from another machine have no `subtle`; they keep nobody. */
const subtle = (): typeof crypto.subtle | undefined =>
  (crypto as { subtle?: typeof crypto.subtle }).subtle;

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const crypt = subtle();
  if (crypt === undefined) throw new Error('this page has no cryptography');
  const typed = new TextEncoder().encode(pin);
  const key = await crypt.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  const bytes = new Uint8Array(await crypt.deriveBits(how, key, 256));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** After the service has accepted the PIN. */
export async function rememberPin(session: Session, pin: string): Promise<void> {
  if (subtle() === undefined || session.user.number === '') return;
  const { user, permissions, store, terminal } = session;
  const signedInMs = Date.now();
  const login = Symbol(user.number);
  lastLogins.set(user.number, login);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await hashOf(pin, salt);
  if (lastLogins.get(user.number) !== login) return;
  known.set(user.number, {
    user,
    permissions,
    storeId: store.id,
    terminal,
    salt,
    hash,
    signedInMs,
    failures: 0,
    blockedUntilMs: 0,
  });
}

/** The service has refused the PIN: it was changed, or the person is not active any more. */
export function forgetPin(number: string): void {
  lastLogins.delete(number);
  known.delete(number);
}

const isHere = ({ store, terminal }: Session, one: Known): boolean =>
  one.storeId === store.id && one.terminal === terminal && Date.now() - one.signedInMs < KEPT_MS;

/** People who can take over this till without a connection. */
export const knownAt = (session: Session): { number: string; name: string }[] =>
  [...known.values()].filter(one => isHere(session, one)).map(({ user }) => user);

/** Five wrong PINs, then a wait that doubles with each further one; the right PIN waits as well. */
export async function checkPin(session: Session, number: string, pin: string): Promise<Taken> {
  const one = known.get(number);
  if (one === undefined || !isHere(session, one)) return { ok: false, waitSeconds: 0 };
  const leftMs = one.blockedUntilMs - performance.now();
  if (leftMs > 0) return { ok: false, waitSeconds: Math.ceil(leftMs / 1_000) };
  // Counted before the hash is computed, so that parallel tries count as well.
  one.failures += 1;
  const over = one.failures - FREE_TRIES;
  const waitMs = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS);
  one.blockedUntilMs = performance.now() + waitMs;
  if ((await hashOf(pin, one.salt)) !== one.hash) return { ok: false, waitSeconds: waitMs / 1_000 };
  one.failures = 0;
  one.blockedUntilMs = 0;
  const { user, permissions } = one;
  return { ok: true, cashier: { user, permissions } };
}
