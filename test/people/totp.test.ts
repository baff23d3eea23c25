import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/domains/people/clean-up.js';
import { statement } from '../../src/platform/database/tx.js';
import { mailsTo } from '../support/mails.js';
import { inParallel, MINUTE_MS, movableClock, openShop, type Shop, tally } from './support.js';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

const STEP_MS = 30_000;
/** A new step, in which no code was used, and a new window of the limits. */
beforeEach(() => clock.advance(11 * MINUTE_MS));

const PASSWORD = 'harbour-lantern-plum';
let next = 0;

type Person = { id: string; username: string; email: string; token: string };

const logIn = (username: string, code?: string, at: Shop = shop, password = PASSWORD) =>
  at.call('POST', '/auth/login/', { body: { username, password, ...(code && { code }) } });
const adminToken = async (): Promise<string> =>
  (await logIn('admin', undefined, shop, 'admin-demo')).body.access;

async function employee(fields: object = {}): Promise<Person> {
  next += 1;
  const username = `totp-${next}`;
  const email = `${username}@example.com`;
  const reply = await shop.call('POST', '/users/', {
    token: await adminToken(),
    body: {
      role: 'manager',
      employee_number: `TOTP-${next}`,
      username,
      email,
      password: PASSWORD,
      store_ids: ['DOWNTOWN'],
      ...fields,
    },
  });
  expect(reply.status).toBe(201);
  const { body } = await logIn(username);
  return { id: reply.body.id, username, email, token: body.access };
}

const post = (path: string, token: string, body?: object) =>
  shop.call('POST', `/auth/totp/${path}/`, {
    token,
    body: { ...(path !== 'confirm' && { current_password: PASSWORD }), ...body },
  });
const stateOf = async (token: string) => (await shop.call('GET', '/auth/totp/', { token })).body;
const codeOf = (uri: string, afterMs = 0): string =>
  (URI.parse(uri) as TOTP).generate({ timestamp: clock.now().getTime() + afterMs });
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

/** Somebody whose logins need a code; the first code is used up and the clock is a step later. */
async function guarded(fields: object = {}) {
  const person = await employee(fields);
  const { body } = await post('setup', person.token);
  expect((await post('confirm', person.token, { code: codeOf(body.uri) })).status).toBe(200);
  clock.advance(STEP_MS);
  return { ...person, uri: body.uri as string, recovery: body.recovery_codes as string[] };
}

describe('setting up codes', () => {
  it('gives a secret for the app and ten recovery codes, and asks for no code yet', async () => {
    const { token, username } = await employee();
    expect(await stateOf(token)).toEqual({
      is_on: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    });
    const { status, body } = await post('setup', token);
    expect(status).toBe(200);
    const { issuer, label, digits, period, algorithm, secret } = URI.parse(body.uri) as TOTP;
    expect({ issuer, label, digits, period, algorithm }).toEqual({
      issuer: 'Tillhouse',
      label: username,
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    });
    expect(secret.base32).toBe(body.secret);
    expect(secret.bytes.length).toBe(20);
    expect(body.qr_svg).toMatch(/^<svg /);
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const code of body.recovery_codes) expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect((await logIn(username)).status).toBe(200);
  });

  it('is confirmed by a first code, which is mailed to the owner and shown to managers', async () => {
    const person = await employee();
    const { body } = await post('setup', person.token);
    expect(answerOf(await post('confirm', person.token, { code: '000000' }))).toEqual([
      400,
      'TOTP_INVALID',
    ]);
    expect((await stateOf(person.token)).is_on).toBe(false);
    const code = codeOf(body.uri);
    const confirmed = await post('confirm', person.token, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(confirmed.body).toEqual({
      is_on: true,
      confirmed_at: clock.now().toISOString(),
      recovery_codes_left: 10,
    });
    const [mail] = (await mailsTo(shop, person.email)).filter(
      ({ purpose }) => purpose === 'sign-in-changed',
    );
    expect(mail?.subject).toBe('Sign-in with a code is on');
    const shown = await shop.call('GET', `/users/${person.id}/`, { token: await adminToken() });
    expect(shown.body.has_totp).toBe(true);
    expect(answerOf(await post('setup', person.token))).toEqual([409, 'TOTP_ON']);
    expect(answerOf(await post('confirm', person.token, { code }))).toEqual([409, 'TOTP_ON']);
  });

  it('starts again after half an hour without a code, and the clean-up forgets the secret', async () => {
    const { token, id } = await employee();
    const { body } = await post('setup', token);
    clock.advance(31 * MINUTE_MS);
    const { access } = (await logIn(`totp-${next}`)).body;
    expect(answerOf(await post('confirm', access, { code: codeOf(body.uri) }))).toEqual([
      409,
      'TOTP_NOT_SET_UP',
    ]);
    clock.advance(25 * 60 * MINUTE_MS);
    await cleanUp.run(shop.platform, {});
    const rows = await statement(
      shop.platform.db,
      'select 1 from totp_secrets where user_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('is for staff at the desk, not for customers or tills', async () => {
    const customer = await logIn('shopper@example.com', undefined, shop, 'shopper-demo');
    const till = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN', terminal_id: 'T-001' },
    });
    expect((await post('setup', customer.body.access)).status).toBe(403);
    expect(answerOf(await post('setup', till.body.token))).toEqual([403, 'WEB_SESSION_REQUIRED']);
    const rows = await statement<{ n: number }>(
      shop.platform.db,
      `select count(*)::int as n from totp_secrets t join users u on u.id = t.user_id
       where u.email = 'shopper@example.com' or u.employee_number = 'EMP001'`,
    );
    expect(rows[0]?.n).toBe(0);
  });
});

describe('a login with codes', () => {
  it('asks for a code after the right password only', async () => {
    const { username, uri } = await guarded();
    expect(answerOf(await logIn(username))).toEqual([401, 'TOTP_REQUIRED']);
    expect(answerOf(await logIn(username, codeOf(uri), shop, 'wrong password'))).toEqual([
      401,
      'INVALID_CREDENTIALS',
    ]);
    expect(answerOf(await logIn(username, '000000'))).toEqual([401, 'TOTP_INVALID']);
    const opened = await logIn(username, codeOf(uri));
    expect(opened.status).toBe(200);
    expect((await shop.call('GET', '/auth/me/', { token: opened.body.access })).status).toBe(200);
  });

  it('writes no failure to the audit log for the password alone', async () => {
    const { id, username, uri } = await guarded();
    await logIn(username);
    await logIn(username, codeOf(uri));
    await logIn(username, '000000');
    const entries = await statement<{ action: string }>(
      shop.platform.db,
      `select action from audit_entries where actor_id = $1 and record_type = 'login' order by at, id`,
      [id],
    );
    expect(entries.map(({ action }) => action).slice(-2)).toEqual(['login', 'login_failed']);
    expect(entries).toHaveLength(3);
  });

  it('takes a code once, also when it comes many times at the same moment', async () => {
    const { username, uri } = await guarded();
    const code = codeOf(uri);
    const replies = await inParallel(4, () => logIn(username, code));
    expect(tally(replies)).toEqual({ 200: 1, 401: 3 });
    expect(answerOf(await logIn(username, code))).toEqual([401, 'TOTP_INVALID']);
    // The step before is older than the last one used.
    expect((await logIn(username, codeOf(uri, -STEP_MS))).status).toBe(401);
  });

  it('takes codes of the step before and after, and no older ones', async () => {
    const { username, uri } = await guarded();
    clock.advance(3 * STEP_MS);
    expect(answerOf(await logIn(username, codeOf(uri, -2 * STEP_MS)))).toEqual([
      401,
      'TOTP_INVALID',
    ]);
    expect((await logIn(username, codeOf(uri, -STEP_MS))).status).toBe(200);
    expect((await logIn(username, codeOf(uri, STEP_MS))).status).toBe(200);
  });

  it('takes each recovery code once', async () => {
    const { username, recovery } = await guarded();
    const [first = '', second = ''] = recovery;
    const replies = await inParallel(3, () => logIn(username, first));
    expect(tally(replies)).toEqual({ 200: 1, 401: 2 });
    const opened = await logIn(username, second.toLowerCase().replace('-', ' '));
    expect(opened.status).toBe(200);
    expect((await stateOf(opened.body.access)).recovery_codes_left).toBe(8);
  });

  it('locks out after five wrong codes, from all nodes together, and a manager lifts it', async () => {
    const { username, uri, id } = await guarded();
    const beside = await openShop({ clock, background: false, beside: shop });
    const replies = await inParallel(12, n => logIn(username, '000000', n % 2 ? shop : beside));
    expect(tally(replies)).toEqual({ 401: 5, 429: 7 });
    expect(answerOf(await logIn(username, codeOf(uri), beside))).toEqual([429, 'LOCKED_OUT']);
    await beside.close();
    const token = await adminToken();
    const blocks = await shop.call('GET', '/ops/blocks/', { token });
    const block = blocks.body.find((one: { user: { id: string } }) => one.user?.id === id);
    expect(block).toMatchObject({ kind: 'code', reason: 'Wrong codes of this account' });
    expect((await shop.call('DELETE', `/ops/blocks/${block.id}/`, { token })).status).toBe(204);
    expect((await logIn(username, codeOf(uri))).status).toBe(200);
  });

  it('is never passed by a login that is older than the codes', async () => {
    const { username, token } = await employee();
    const older = (await logIn(username)).body;
    const { body } = await post('setup', token);
    expect((await post('confirm', token, { code: codeOf(body.uri) })).status).toBe(200);
    const me = (bearer: string) => shop.call('GET', '/auth/me/', { token: bearer });
    expect([(await me(older.access)).status, (await me(token)).status]).toEqual([401, 200]);
    const refreshed = await shop.call('POST', '/auth/refresh/', {
      body: { refresh: older.refresh },
    });
    expect(answerOf(refreshed)).toEqual([401, 'INVALID_REFRESH_TOKEN']);
  });

  it('is needed after a mailed link for a new password, which opens no login itself', async () => {
    const { email, username, uri } = await guarded();
    const password = 'password-by-a-link';
    await shop.call('POST', '/auth/password-reset/', { body: { email } });
    const mail = (await mailsTo(shop, email)).at(-1)?.body_text ?? '';
    const token = /reset-password#([\w-]{43})/.exec(mail)?.[1];
    const confirmed = await shop.call('POST', '/auth/password-reset/confirm/', {
      body: { token, password },
    });
    expect([confirmed.status, confirmed.body.access]).toEqual([200, undefined]);
    expect(answerOf(await logIn(username, undefined, shop, password))).toEqual([
      401,
      'TOTP_REQUIRED',
    ]);
    expect((await logIn(username, codeOf(uri), shop, password)).status).toBe(200);
  });

  it('stays on after a new password', async () => {
    const { id, username, uri } = await guarded();
    const body = { password: 'another-long-password' };
    await shop.call('PATCH', `/users/${id}/`, { token: await adminToken(), body });
    expect(answerOf(await logIn(username, undefined, shop, body.password))).toEqual([
      401,
      'TOTP_REQUIRED',
    ]);
    expect((await logIn(username, codeOf(uri), shop, body.password)).status).toBe(200);
  });

  it('keeps no secret in clear, and follows a new SECRET_KEY', async () => {
    const { username, uri, recovery, id } = await guarded();
    const { secret } = URI.parse(uri);
    const rows = await statement<{ text: string; sealed: Buffer }>(
      shop.platform.db,
      'select t::text as text, sealed from totp_secrets t where user_id = $1',
      [id],
    );
    expect(rows[0]?.text).not.toContain(secret.base32);
    expect(rows[0]?.text).not.toContain(secret.hex.toLowerCase());
    for (const code of recovery) expect(rows[0]?.text).not.toContain(code);
    const keys = { SECRET_KEY: 'the-key-after-0123456789-0123456789' };
    const old = { SECRET_KEY_OLD: shop.platform.config.secretKey };
    const both = await openShop({
      clock,
      background: false,
      beside: shop,
      env: { ...keys, ...old },
    });
    expect((await logIn(username, recovery[0], both)).status).toBe(200);
    expect((await logIn(username, codeOf(uri), both)).status).toBe(200);
    await cleanUp.run(both.platform, {});
    await both.close();
    clock.advance(STEP_MS);
    const alone = await openShop({ clock, background: false, beside: shop, env: keys });
    expect((await logIn(username, codeOf(uri), alone)).status).toBe(200);
    await alone.close();
  });
});

describe('switching codes off', () => {
  it('takes a code of the owner', async () => {
    const { token, username, uri, email } = await guarded();
    expect(answerOf(await post('disable', token, { code: '000000' }))).toEqual([
      400,
      'TOTP_INVALID',
    ]);
    expect((await stateOf(token)).is_on).toBe(true);
    expect((await post('disable', token, {})).status).toBe(400);
    const off = await post('disable', token, { code: codeOf(uri) });
    expect(off.body).toEqual({ is_on: false, confirmed_at: null, recovery_codes_left: 0 });
    expect((await logIn(username)).status).toBe(200);
    const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Sign-in with a code is off');
    expect(answerOf(await post('disable', token, { code: codeOf(uri) }))).toEqual([
      409,
      'TOTP_NOT_SET_UP',
    ]);
  });

  it('is done by an administrator for a colleague, whose logins end, and is in the audit log', async () => {
    const { id, token, username } = await guarded();
    const admin = await adminToken();
    const manager = (await logIn('manager', undefined, shop, 'manager-demo')).body.access;
    const path = `/users/${id}/totp/`;
    expect(answerOf(await shop.call('DELETE', path, { token: manager }))).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    expect(answerOf(await logIn(username))).toEqual([401, 'TOTP_REQUIRED']);
    expect((await shop.call('DELETE', path, { token: admin })).status).toBe(204);
    expect((await shop.call('GET', '/auth/me/', { token })).status).toBe(401);
    expect((await logIn(username)).status).toBe(200);
    const log = await shop.call('GET', `/audit-log/?record=${id}`, { token: admin });
    expect(log.body[0]).toMatchObject({
      record_type: 'users',
      record_id: id,
      changes: { has_totp: { before: true, after: false } },
    });
    expect(answerOf(await shop.call('DELETE', path, { token: admin }))).toEqual([
      409,
      'TOTP_NOT_SET_UP',
    ]);
  });

  it('is not done by an administrator for oneself', async () => {
    const person = await guarded({ role: 'admin', store_ids: undefined });
    const reply = await shop.call('DELETE', `/users/${person.id}/totp/`, { token: person.token });
    expect(answerOf(reply)).toEqual([403, 'OWN_ACCOUNT']);
    expect((await stateOf(person.token)).is_on).toBe(true);
  });
});
