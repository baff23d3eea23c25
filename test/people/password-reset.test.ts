import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/domains/people/clean-up.js';
import { hashToken } from '../../src/domains/people/hashing.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { mailsTo } from '../support/mails.js';
import {
  addPerson,
  inParallel,
  MINUTE_MS,
  movableClock,
  openShop,
  type Shop,
  tally,
} from './support.js';

const clock = movableClock();
const logged: string[] = [];
let shop: Shop;
beforeAll(async () => {
  // A mail server that nobody asks: the queue does not run.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
  const log = createLog('debug', { write: line => void logged.push(line) });
  shop = await openShop({ clock, background: false, env, log });
});
afterAll(() => shop.close());

/** A new login each time, because the tests move the clock past the end of the last one. */
const admin = async (): Promise<string> => (await logIn('admin', 'admin-demo')).body.access;

const OLD = 'the-password-before';
const NEW = 'the-password-after';
let next = 0;

type Person = { id: string; email: string; login: string };

/** A staff account or a customer with a password of its own. */
async function person(fields: object = {}): Promise<Person> {
  next += 1;
  const email = `reset-${next}@example.com`;
  const body = { role: 'customer', email, password: OLD, first_name: 'Rae', ...fields };
  const reply = await addPerson(shop, await admin(), body);
  expect(reply.status).toBe(201);
  return { id: reply.body.id, email, login: email };
}
const employee = (fields: object = {}) =>
  person({
    role: 'cashier',
    employee_number: `R-${next + 1}`,
    pin_code: '778899',
    store_ids: ['DOWNTOWN'],
    ...fields,
  });

const ask = (email: string, headers: Record<string, string> = {}) =>
  shop.call('POST', '/auth/password-reset/', { body: { email }, headers });
const confirm = (token: string, password = NEW, headers: Record<string, string> = {}) =>
  shop.call('POST', '/auth/password-reset/confirm/', { body: { token, password }, headers });
const logIn = (username: string, password: string) =>
  shop.call('POST', '/auth/login/', { body: { username, password } });
const statusOf = async (login: string, password: string) => (await logIn(login, password)).status;

const resetMails = async (email: string) =>
  (await mailsTo(shop, email)).filter(({ purpose }) => purpose === 'password-reset');
const tokenIn = (text: string): string => /reset-password#([\w-]{43})/.exec(text)?.[1] ?? '';
const lastToken = async (email: string) =>
  tokenIn((await resetMails(email)).at(-1)?.body_text ?? '');
const askedToken = async (email: string): Promise<string> => {
  expect((await ask(email)).status).toBe(202);
  return lastToken(email);
};
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('asking for a new password', () => {
  it('answers the same for every address and mails only the owner of an account', async () => {
    const known = await person();
    const asked = await ask(known.email.toUpperCase());
    const unknown = await ask('nobody-has-this@example.com');
    expect(asked.status).toBe(202);
    expect(asked.body).toEqual({
      success: true,
      message: 'If the address has an account, a link is on its way.',
    });
    expect([unknown.status, unknown.body]).toEqual([asked.status, asked.body]);
    expect(await mailsTo(shop, 'nobody-has-this@example.com')).toEqual([]);
    const [mail] = await resetMails(known.email);
    expect(mail?.subject).toBe('Choose a new password');
    expect(mail?.body_text).toMatch(/\/app\/shop\/reset-password#[\w-]{43}$/m);
    expect(mail?.body_html).toContain(`#${tokenIn(mail?.body_text ?? '')}">`);
  });

  it('stores the token as a hash only, with as many rows for an unknown address', async () => {
    const known = await person();
    const before = await counted();
    const token = await askedToken(known.email);
    await ask('nobody-either@example.com');
    expect((await counted()) - before).toBe(2);
    const [row] = await statement<{ user_id: string; expires_at: Date; text: string }>(
      shop.platform.db,
      'select user_id, expires_at, r::text as text from password_resets r where token_hash = $1',
      [hashToken(token)],
    );
    expect(row).toMatchObject({ user_id: known.id });
    expect(row?.expires_at.getTime()).toBe(clock.now().getTime() + 30 * MINUTE_MS);
    expect(row?.text).not.toContain(token);
    const stored = await statement<{ text: string }>(
      shop.platform.db,
      'select m::text as text from mails m where recipient = $1',
      [known.email],
    );
    expect(stored[0]?.text).not.toContain(token);
  });

  it('writes in the language of the person, for a customer as for staff', async () => {
    const german = await employee({ role: 'manager', store_ids: ['AIRPORT'] });
    await statement(shop.platform.db, `update users set language = 'de' where id = $1`, [
      german.id,
    ]);
    await ask(german.email, { 'accept-language': 'en' });
    const [mail] = await resetMails(german.email);
    expect(mail?.subject).toBe('Neues Passwort wählen');
    expect(mail?.body_text).toMatch(/\/app\/desk\/reset-password#[\w-]{43}$/m);
    expect(mail?.body_html).toContain('<html lang="de">');
    const customer = await person();
    await ask(customer.email, { 'accept-language': 'de-CH,de;q=0.9' });
    expect((await resetMails(customer.email))[0]?.subject).toBe('Neues Passwort wählen');
  });

  it('mails neither a disabled user nor staff who only have a PIN', async () => {
    const disabled = await person({ is_active: false });
    const withPin = await employee({ password: undefined });
    for (const { email } of [disabled, withPin]) {
      const reply = await ask(email);
      expect([reply.status, reply.body.success]).toEqual([202, true]);
      expect(await resetMails(email)).toEqual([]);
    }
  });

  it('is refused to a mailbox after ten links in an hour, known or not', async () => {
    const known = await person();
    for (const email of [known.email, 'flooded-nobody@example.com']) {
      for (let i = 0; i < 10; i += 1) expect((await ask(email)).status).toBe(202);
      const refused = await ask(email);
      expect([refused.status, refused.body]).toEqual([
        429,
        { detail: 'Too many password resets for this address.', code: 'TOO_MANY_REQUESTS' },
      ]);
    }
    expect(await resetMails(known.email)).toHaveLength(10);
  });

  it('refuses what is no address and stores nothing', async () => {
    const before = await counted();
    for (const body of [
      {},
      { email: 'manager' },
      { email: 7 },
      { email: `${'a'.repeat(255)}@b.co` },
    ]) {
      expect((await shop.call('POST', '/auth/password-reset/', { body })).status).toBe(400);
    }
    expect(await counted()).toBe(before);
  });
});

const counted = async (): Promise<number> => {
  const [row] = await statement<{ n: number }>(
    shop.platform.db,
    'select count(*)::int as n from password_resets',
  );
  return row?.n ?? -1;
};

describe('the link', () => {
  it('sets the password once, ends all logins and mails the owner', async () => {
    const { id, email, login } = await person();
    const token = await askedToken(email);
    const open = (await logIn(login, OLD)).body;
    expect((await shop.call('GET', '/auth/me/', { token: open.access })).status).toBe(200);
    const reply = await confirm(token);
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, message: 'The password was changed; sign in with it.' },
    ]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await shop.call('GET', '/auth/me/', { token: open.access })).status).toBe(401);
    const refreshed = await shop.call('POST', '/auth/refresh/', {
      body: { refresh: open.refresh },
    });
    expect(refreshed.status).toBe(401);
    expect([await statusOf(login, OLD), await statusOf(login, NEW)]).toEqual([401, 200]);
    const [changed] = (await mailsTo(shop, email)).filter(m => m.purpose === 'password-changed');
    expect(changed?.subject).toBe('Your password was changed');
    const again = await confirm(token, 'yet-another-password');
    expect(code(again)).toEqual([410, 'RESET_LINK_USED']);
    expect([await statusOf(login, 'yet-another-password'), await statusOf(login, NEW)]).toEqual([
      401, 200,
    ]);
    const [user] = await statement<{ is_verified: boolean }>(
      shop.platform.db,
      'select email_verified_at is not null as is_verified from users where id = $1',
      [id],
    );
    expect(user?.is_verified).toBe(true);
  });

  it('lets one of two confirmations at the same moment win', async () => {
    const { email, login } = await person();
    const token = await askedToken(email);
    const replies = await inParallel(4, index => confirm(token, `password-of-${index}`));
    expect(tally(replies)).toEqual({ 200: 1, 410: 3 });
    const winner = replies.findIndex(({ status }) => status === 200);
    const logins = await inParallel(4, index => statusOf(login, `password-of-${index}`));
    expect(logins).toEqual([0, 1, 2, 3].map(index => (index === winner ? 200 : 401)));
    expect((await mailsTo(shop, email)).map(mail => mail.purpose)).toEqual([
      'password-reset',
      'password-changed',
    ]);
  });

  it('is valid for 30 minutes', async () => {
    const { email, login } = await person();
    const token = await askedToken(email);
    clock.advance(30 * MINUTE_MS);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
    expect(await statusOf(login, OLD)).toBe(200);
    const fresh = await askedToken(email);
    clock.advance(30 * MINUTE_MS - 1);
    expect((await confirm(fresh)).status).toBe(200);
  });

  it('voids the other links that were mailed', async () => {
    const { email, login } = await person();
    const first = await askedToken(email);
    const second = await askedToken(email);
    expect((await confirm(first)).status).toBe(200);
    expect(code(await confirm(second, 'yet-another-password'))).toEqual([
      410,
      'RESET_LINK_INVALID',
    ]);
    expect(await statusOf(login, NEW)).toBe(200);
  });

  it.each([
    ['is switched off', { is_active: false }],
    ['has a new e-mail address', { email: 'moved-away@example.com' }],
    ['got another password', { password: 'set-by-the-admin' }],
  ])('does nothing once the account %s', async (_what, change) => {
    const { id, email } = await employee();
    const token = await askedToken(email);
    const path = `/users/${id}/`;
    expect((await shop.call('PATCH', path, { token: await admin(), body: change })).status).toBe(
      200,
    );
    const before = await hashesOf(id);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
    expect(await hashesOf(id)).toEqual(before);
  });

  it('keeps the PIN of a person who works at a till, and ends the login there', async () => {
    const { id, email, login } = await employee();
    const [{ employee_number } = { employee_number: '' }] = await statement<{
      employee_number: string;
    }>(shop.platform.db, 'select employee_number from users where id = $1', [id]);
    const atTill = () =>
      shop.call('POST', '/pos/auth/terminal-login/', {
        body: {
          employee_id: employee_number,
          pin_code: '778899',
          store_id: 'DOWNTOWN',
          terminal_id: 'T-004',
        },
      });
    const { token: till } = (await atTill()).body;
    const { pin_hash } = await hashesOf(id);
    expect((await confirm(await askedToken(email))).status).toBe(200);
    expect((await shop.call('GET', '/auth/me/', { token: till })).status).toBe(401);
    expect((await hashesOf(id)).pin_hash).toBe(pin_hash);
    expect((await atTill()).status).toBe(200);
    expect([await statusOf(login, OLD), await statusOf(login, NEW)]).toEqual([401, 200]);
  });

  it('opens the account of a customer whom a store recorded', async () => {
    const { email, login } = await person({ password: undefined });
    expect((await confirm(await askedToken(email))).status).toBe(200);
    expect(await statusOf(login, NEW)).toBe(200);
  });

  it('lets in the owner of an account that guesses have locked', async () => {
    const { email, login } = await person();
    for (let i = 0; i < 20; i += 1) await logIn(login, `guess-${i}`);
    expect(code(await logIn(login, OLD))).toEqual([429, 'LOCKED_OUT']);
    expect((await confirm(await askedToken(email))).status).toBe(200);
    expect(await statusOf(login, NEW)).toBe(200);
  });

  it('refuses a short password and stays open', async () => {
    const { email, login } = await person();
    const token = await askedToken(email);
    const refused = await confirm(token, 'short');
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(['password']);
    expect(await statusOf(login, OLD)).toBe(200);
    expect((await confirm(token)).status).toBe(200);
  });

  it('does not open for an address without an account', async () => {
    clock.advance(1);
    await ask('nobody-at-all@example.com');
    const made = 'm'.repeat(43);
    const changed = await statement(
      shop.platform.db,
      `update password_resets set token_hash = $1 where user_id is null and created_at = $2
       returning 1`,
      [hashToken(made), clock.now()],
    );
    expect(changed).toHaveLength(1);
    expect(code(await confirm(made))).toEqual([410, 'RESET_LINK_INVALID']);
  });

  it('is forgotten a day after it expired', async () => {
    const { email } = await person();
    const token = await askedToken(email);
    clock.advance(26 * 60 * MINUTE_MS);
    await cleanUp.run(shop.platform, {});
    expect(await counted()).toBe(0);
    expect(code(await confirm(token))).toEqual([410, 'RESET_LINK_INVALID']);
  });
});

const hashesOf = async (id: string) => {
  const [row] = await statement<{ pin_hash: string | null; password_hash: string | null }>(
    shop.platform.db,
    'select pin_hash, password_hash from users where id = $1',
    [id],
  );
  return row ?? { pin_hash: null, password_hash: null };
};

describe('a reset', () => {
  beforeEach(() => {
    logged.length = 0;
  });

  it('is in the audit log without token, password or the address that was typed', async () => {
    const { id, email } = await employee();
    const token = await askedToken(email);
    await confirm(token);
    const entries = await statement<{ action: string; actor_kind: string; text: string }>(
      shop.platform.db,
      `select action, actor_kind, e::text as text from audit_entries e where actor_id = $1`,
      [id],
    );
    expect(entries).toMatchObject([{ action: 'password_reset', actor_kind: 'staff' }]);
    const all = await statement<{ text: string }>(
      shop.platform.db,
      'select e::text as text from audit_entries e',
    );
    for (const { text } of all) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(NEW);
    }
    const lines = logged.join('\n');
    expect(lines).toContain('/auth/password-reset/confirm/');
    for (const secret of [token, NEW, email]) expect(lines).not.toContain(secret);
  });

  it('is written by nobody but the person when a caller is logged in as somebody else', async () => {
    const { email } = await person();
    const reply = await shop.call('POST', '/auth/password-reset/', {
      token: await admin(),
      body: { email },
    });
    expect(reply.status).toBe(202);
    const all = await statement<{ text: string }>(
      shop.platform.db,
      `select e::text as text from audit_entries e where changes::text like '%' || $1 || '%'`,
      [email],
    );
    expect(all.filter(({ text }) => text.includes('password-reset'))).toEqual([]);
  });
});

describe('guesses at links', () => {
  it('block their address after the tenth', async () => {
    const env = { BLOCK_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1' };
    const strict = await openShop({ background: false, env });
    try {
      const guess = (address: string) =>
        strict.call('POST', '/auth/password-reset/confirm/', {
          body: { token: 'x'.repeat(43), password: NEW },
          headers: { 'x-forwarded-for': address },
        });
      for (let i = 0; i < 10; i += 1) expect((await guess('203.0.113.5')).status).toBe(410);
      expect(code(await guess('203.0.113.5'))).toEqual([429, 'FAILURE_BLOCKED']);
      const asked = await strict.call('POST', '/auth/password-reset/', {
        body: { email: 'shopper@example.com' },
        headers: { 'x-forwarded-for': '203.0.113.5' },
      });
      expect(code(asked)).toEqual([429, 'FAILURE_BLOCKED']);
      expect((await guess('203.0.113.6')).status).toBe(410);
    } finally {
      await strict.close();
    }
  });

  it('allow one client thirty requests for links in an hour', async () => {
    const env = { BLOCK_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1', FLOOD_LIMIT: '1000' };
    const strict = await openShop({ background: false, env });
    try {
      const from = (address: string, index: number) =>
        strict.call('POST', '/auth/password-reset/', {
          body: { email: `somebody-${index}@example.com` },
          headers: { 'x-forwarded-for': address },
        });
      const replies = await inParallel(33, index => from('203.0.113.7', index));
      expect(tally(replies)).toEqual({ 202: 30, 429: 3 });
      expect((await from('203.0.113.8', 40)).status).toBe(202);
    } finally {
      await strict.close();
    }
  });
});
