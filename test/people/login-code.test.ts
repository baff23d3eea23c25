import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/domains/people/clean-up.js';
import { statement } from '../../src/platform/database/tx.js';
import { mailsTo } from '../support/mails.js';
import {
  addPerson,
  cookieOf,
  inParallel,
  MINUTE_MS,
  movableClock,
  openShop,
  type Shop,
  tally,
} from './support.js';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  // A mail server that nobody asks: the queue does not run.
  shop = await openShop({ clock, background: false, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(() => shop.close());

let next = 0;
const admin = async (): Promise<string> =>
  (
    await shop.call('POST', '/auth/login/', {
      body: { username: 'admin', password: 'admin-demo' },
    })
  ).body.access;

async function person(fields: object = {}): Promise<{ id: string; email: string }> {
  next += 1;
  const email = `by-code-${next}@example.com`;
  const body = {
    role: 'customer',
    email,
    password: 'a-long-password',
    first_name: 'Kim',
    ...fields,
  };
  const reply = await addPerson(shop, await admin(), body);
  expect(reply.status).toBe(201);
  return { id: reply.body.id, email };
}

const ask = (email: string) => shop.call('POST', '/auth/login-code/', { body: { email } });
const confirm = (login_token: string, code: string, headers: Record<string, string> = {}) =>
  shop.call('POST', '/auth/login-code/confirm/', { body: { login_token, code }, headers });
const codeMails = async (email: string) =>
  (await mailsTo(shop, email)).filter(({ purpose }) => purpose === 'login-code');
const codeIn = async (email: string): Promise<string> =>
  /\b\d{8}\b/.exec((await codeMails(email)).at(-1)?.body_text ?? '')?.[0] ?? '';
const asked = async (email: string) => {
  const { body } = await ask(email);
  return { token: body.login_token as string, code: await codeIn(email) };
};
const wrong = (code: string): string => (code === '00000000' ? '00000001' : '00000000');
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe('a code by mail', () => {
  it('logs a customer in once, and proves the address', async () => {
    const { id, email } = await person();
    const { login_token: token } = (await ask(email.toUpperCase())).body;
    const code = await codeIn(email);
    expect(code).toMatch(/^\d{8}$/);
    const replies = await inParallel(3, () =>
      confirm(token, `${code.slice(0, 4)} ${code.slice(4)}`),
    );
    expect(tally(replies)).toEqual({ 200: 1, 401: 2 });
    const opened = replies.find(({ status }) => status === 200);
    if (opened === undefined) throw new Error('no login was opened');
    expect(cookieOf(opened)).toMatch(/^web_session=/);
    const me = await shop.call('GET', '/auth/me/', { token: opened.body.access });
    expect(me.body.id).toBe(id);
    const rows = await statement<{ is_verified: boolean }>(
      shop.platform.db,
      'select email_verified_at is not null as is_verified from users where id = $1',
      [id],
    );
    expect(rows).toEqual([{ is_verified: true }]);
  });

  it('is answered the same for every address, and mailed only to active customers', async () => {
    const known = await person();
    const off = await person({ is_active: false });
    const staff = await person({
      role: 'cashier',
      employee_number: 'CODE-1',
      store_ids: ['DOWNTOWN'],
    });
    for (const email of [known.email, off.email, staff.email, 'nobody-codes@example.com']) {
      const { status, body } = await ask(email);
      expect(status).toBe(202);
      expect(body).toEqual({
        success: true,
        login_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_at: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
      });
    }
    expect(await codeMails(known.email)).toHaveLength(1);
    for (const email of [off.email, staff.email, 'nobody-codes@example.com']) {
      expect(await codeMails(email)).toEqual([]);
    }
  });

  it('may be tried five times, also at the same moment', async () => {
    const { email } = await person();
    const { token, code } = await asked(email);
    const replies = await inParallel(8, () => confirm(token, wrong(code)));
    expect(tally(replies)).toEqual({ 401: 5, 429: 3 });
    expect(answerOf(await confirm(token, code))).toEqual([429, 'TOO_MANY_TRIES']);
    const again = await asked(email);
    expect((await confirm(again.token, again.code)).status).toBe(200);
  });

  it('belongs to its token, ends after ten minutes, and with a change of the account', async () => {
    const { id, email } = await person();
    const first = await asked(email);
    const second = await asked(email);
    expect(answerOf(await confirm(first.token, second.code))).toEqual([401, 'INVALID_CODE']);
    expect(answerOf(await confirm('no-such-token', second.code))).toEqual([401, 'INVALID_CODE']);
    clock.advance(11 * MINUTE_MS);
    expect(answerOf(await confirm(second.token, second.code))).toEqual([401, 'INVALID_CODE']);
    const third = await asked(email);
    const body = { email: `moved-${email}` };
    const moved = await shop.call('PATCH', `/users/${id}/`, { token: await admin(), body });
    expect(moved.status).toBe(200);
    expect(answerOf(await confirm(third.token, third.code))).toEqual([401, 'INVALID_CODE']);
    const sessions = await statement(
      shop.platform.db,
      'select 1 from sessions where user_id = $1',
      [id],
    );
    expect(sessions).toEqual([]);
    clock.advance(11 * MINUTE_MS);
    await cleanUp.run(shop.platform, {});
    expect(await statement(shop.platform.db, 'select 1 from login_codes')).toEqual([]);
  });

  it('is stored as a hash, and the mail is limited per mailbox', async () => {
    const { email } = await person();
    const { token, code } = await asked(email);
    const rows = await statement<{ text: string }>(
      shop.platform.db,
      `select c::text as text from login_codes c union all
       select m::text from mails m where recipient = $1`,
      [email],
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(token);
    }
    for (let n = 1; n < 10; n += 1) expect((await ask(email)).status).toBe(202);
    expect((await ask(email)).status).toBe(429);
  });
});
