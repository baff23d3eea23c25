import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { Authenticator, type Signing } from '../support/authenticator.js';
import { mailsTo } from '../support/mails.js';
import {
  cookieOf,
  inParallel,
  MINUTE_MS,
  movableClock,
  openShop,
  type Shop,
  tally,
} from './support.js';

const clock = movableClock();
const SITE = { origin: 'https://shop.example', rpId: 'shop.example' };
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false, env: { PUBLIC_URL: SITE.origin } });
});
afterAll(() => shop.close());

const passwords = new Map<string, string>();
const logIn = async (username: string, password: string): Promise<string> => {
  const { access } = (await shop.call('POST', '/auth/login/', { body: { username, password } }))
    .body;
  passwords.set(access, password);
  return access;
};
const customer = () => logIn('shopper@example.com', 'shopper-demo');
const manager = () => logIn('manager', 'manager-demo');
const at = (path: string, body?: object, token?: string, node = shop) =>
  node.call('POST', `/auth/passkeys/${path}/`, { ...(body && { body }), ...(token && { token }) });
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const listOf = async (token: string) =>
  (await shop.call('GET', '/auth/passkeys/', { token })).body as { id: string; name: string }[];

const registrationOptions = (token: string, password = passwords.get(token)) =>
  at('registration-options', { current_password: password }, token);
const removed = (token: string, id: unknown, current_password = passwords.get(token)) =>
  shop.call('DELETE', `/auth/passkeys/${id}/`, { token, body: { current_password } });
const registrationChallenge = async (token: string): Promise<string> =>
  (await registrationOptions(token)).body.challenge;
const loginChallenge = async (node = shop): Promise<string> =>
  (await at('login-options', undefined, undefined, node)).body.challenge;

async function registered(token: string, name = 'Phone') {
  const passkey = new Authenticator();
  const challenge = await registrationChallenge(token);
  const response = passkey.register({ ...SITE, challenge });
  const reply = await at('register', { response, name }, token);
  expect(reply.status).toBe(201);
  return { passkey, id: reply.body.id as string };
}
const logInBy = async (passkey: Authenticator, change: Partial<Signing> = {}, node = shop) => {
  const challenge = change.challenge ?? (await loginChallenge(node));
  const response = passkey.logIn({ ...SITE, ...change, challenge });
  return at('login', { response }, undefined, node);
};
const sessions = async (): Promise<number> => {
  const rows = await statement<{ n: number }>(
    shop.platform.db,
    'select count(*)::int as n from sessions where user_id is not null',
  );
  return rows[0]?.n ?? 0;
};

async function employee(number: string) {
  const username = number.toLowerCase();
  const body = {
    role: 'cashier',
    employee_number: number,
    username,
    email: `${username}@example.com`,
    password: 'a-long-password',
    store_ids: ['DOWNTOWN'],
  };
  const token = await logIn('admin', 'admin-demo');
  const { id } = (await shop.call('POST', '/users/', { token, body })).body;
  return { id: id as string, email: body.email, login: [username, body.password] as const };
}

describe('adding a passkey', () => {
  it('asks for one that checks its owner and needs no user name', async () => {
    const token = await manager();
    const { status, body } = await registrationOptions(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: 'shop.example', name: 'Tillhouse' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 5 * MINUTE_MS,
      excludeCredentials: [],
    });
    const stored = await statement<{ text: string }>(
      shop.platform.db,
      'select c::text as text from passkey_challenges c',
    );
    expect(stored.some(({ text }) => text.includes(body.challenge))).toBe(false);
  });

  it('lists it to its owner only, mails the owner, and never offers the same device twice', async () => {
    const token = await customer();
    const { passkey, id } = await registered(token, 'My phone');
    expect(await listOf(token)).toEqual([
      { id, name: 'My phone', created_at: clock.now().toISOString(), last_used_at: null },
    ]);
    const office = await manager();
    expect(await listOf(office)).toEqual([]);
    expect((await removed(office, id)).status).toBe(404);
    expect(await listOf(token)).toHaveLength(1);
    const mails = await mailsTo(shop, 'shopper@example.com');
    expect(mails.map(({ subject }) => subject)).toContain('A passkey was added to your account');
    const options = await registrationOptions(token);
    expect(options.body.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal'] },
    ]);
    const without = await shop.call('DELETE', `/auth/passkeys/${id}/`, { token });
    expect(answerOf(without)).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
    expect(answerOf(await removed(token, id, 'a-guess'))).toEqual([403, 'WRONG_PASSWORD']);
    expect(await listOf(token)).toHaveLength(1);
    expect((await removed(token, id)).status).toBe(204);
    const subjects = (await mailsTo(shop, 'shopper@example.com')).map(({ subject }) => subject);
    expect(subjects).toContain('A passkey was removed from your account');
    expect(answerOf(await logInBy(passkey))).toEqual([401, 'PASSKEY_INVALID']);
  });

  it('refuses what was signed for another site, challenge, person or time, or unverified', async () => {
    const token = await customer();
    const office = await manager();
    const passkey = new Authenticator();
    const refused = async (change: Partial<Signing>, by = token) => {
      const challenge = change.challenge ?? (await registrationChallenge(token));
      const response = passkey.register({ ...SITE, ...change, challenge });
      expect(answerOf(await at('register', { response }, by))).toEqual([400, 'PASSKEY_INVALID']);
    };
    await refused({ origin: 'https://evil.example' });
    await refused({ rpId: 'evil.example' });
    await refused({ isVerified: false });
    await refused({ challenge: Buffer.from('a challenge of my own').toString('base64url') });
    await refused({}, office);
    await refused({ challenge: await loginChallenge() });
    const late = await registrationChallenge(token);
    clock.advance(6 * MINUTE_MS);
    await refused({ challenge: late }, await customer());
    expect(await listOf(await customer())).toEqual([]);
  });

  it('takes the password again, and a person who has one', async () => {
    const token = await customer();
    const challenges = async () =>
      (await statement(shop.platform.db, 'select from passkey_challenges')).length;
    const before = await challenges();
    expect(answerOf(await registrationOptions(token, 'a-guess'))).toEqual([403, 'WRONG_PASSWORD']);
    const formerName = await at('registration-options', { password: 'a-guess' }, token);
    expect(answerOf(formerName)).toEqual([403, 'WRONG_PASSWORD']);
    expect(answerOf(await at('registration-options', {}, token))).toEqual([
      403,
      'CURRENT_PASSWORD_REQUIRED',
    ]);
    const without = await logIn(...(await employee('NO-PASSWORD')).login);
    await statement(
      shop.platform.db,
      `update users set password_hash = null where username = 'no-password'`,
    );
    expect(answerOf(await registrationOptions(without))).toEqual([409, 'NO_PASSWORD']);
    expect(await challenges()).toBe(before);
  });

  it('takes a challenge once', async () => {
    const token = await customer();
    const challenge = await registrationChallenge(token);
    const replies = await inParallel(3, () =>
      at('register', { response: new Authenticator().register({ ...SITE, challenge }) }, token),
    );
    expect(tally(replies)).toEqual({ 201: 1, 400: 2 });
    const [one] = await listOf(token);
    await removed(token, one?.id);
  });

  it('refuses the passkey of another person', async () => {
    const { passkey, id } = await registered(await customer());
    const office = await manager();
    const challenge = await registrationChallenge(office);
    const response = passkey.register({ ...SITE, challenge });
    expect(answerOf(await at('register', { response }, office))).toEqual([409, 'PASSKEY_EXISTS']);
    expect(await listOf(office)).toEqual([]);
    await removed(await customer(), id);
  });

  it('is not done at a till, and not for an installation without a host name', async () => {
    const till = await shop.tillToken();
    expect(answerOf(await registrationOptions(till, '1234'))).toEqual([
      403,
      'WEB_SESSION_REQUIRED',
    ]);
    const numbered = await openShop({
      clock,
      background: false,
      beside: shop,
      env: { PUBLIC_URL: 'http://127.0.0.1:8080' },
    });
    expect(answerOf(await at('login-options', undefined, undefined, numbered))).toEqual([
      409,
      'PASSKEYS_UNAVAILABLE',
    ]);
    expect((await numbered.call('GET', '/auth/options/')).body.passkeys).toBe(false);
    expect((await shop.call('GET', '/auth/options/')).body.passkeys).toBe(true);
    await numbered.close();
  });
});

describe('a login by passkey', () => {
  it('opens the login of a customer, also on another node than the one that was asked', async () => {
    const { passkey } = await registered(await customer());
    const beside = await openShop({
      clock,
      background: false,
      beside: shop,
      env: { PUBLIC_URL: SITE.origin },
    });
    const challenge = await loginChallenge();
    const reply = await logInBy(passkey, { challenge }, beside);
    await beside.close();
    expect(reply.status).toBe(200);
    expect(cookieOf(reply)).toMatch(/^web_session=[\w-]{43}$/);
    const me = await shop.call('GET', '/auth/me/', { token: reply.body.access });
    expect(me.body).toMatchObject({ email: 'shopper@example.com', role: 'customer' });
    const [used] = await listOf(reply.body.access);
    expect(used).toMatchObject({ last_used_at: clock.now().toISOString() });
  });

  it('opens the login of staff without a code, and is in the audit log', async () => {
    const { passkey } = await registered(await manager());
    const reply = await logInBy(passkey, { counter: 1 });
    expect(reply.status).toBe(200);
    const me = await shop.call('GET', '/auth/me/', { token: reply.body.access });
    expect(me.body.username).toBe('manager');
    const [entry] = await statement<{ action: string }>(
      shop.platform.db,
      `select action from audit_entries where actor_id = $1 and record_type = 'login'
       order by at desc, id desc limit 1`,
      [me.body.id],
    );
    expect(entry?.action).toBe('login');
  });

  it('is refused for a foreign site, an old challenge, a wrong signature or an unverified owner', async () => {
    const { passkey } = await registered(await manager());
    const before = await sessions();
    const stranger = new Authenticator();
    const spent = await loginChallenge();
    expect((await logInBy(passkey, { challenge: spent })).status).toBe(200);
    const old = await loginChallenge();
    clock.advance(6 * MINUTE_MS);
    const token = await manager();
    for (const change of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { challenge: spent },
      { challenge: old },
      { challenge: await registrationChallenge(token) },
    ]) {
      expect(answerOf(await logInBy(passkey, change))).toEqual([401, 'PASSKEY_INVALID']);
    }
    expect(answerOf(await logInBy(stranger))).toEqual([401, 'PASSKEY_INVALID']);
    const challenge = await loginChallenge();
    const forged = { ...stranger.logIn({ ...SITE, challenge }), id: passkey.id, rawId: passkey.id };
    expect(answerOf(await at('login', { response: forged }))).toEqual([401, 'PASSKEY_INVALID']);
    // One by the right passkey, one by the password.
    expect((await sessions()) - before).toBe(2);
  });

  it('is refused when the counter does not rise: the passkey may have been copied', async () => {
    const { passkey } = await registered(await manager());
    expect((await logInBy(passkey, { counter: 7 })).status).toBe(200);
    expect((await logInBy(passkey, { counter: 7 })).status).toBe(401);
    expect((await logInBy(passkey, { counter: 6 })).status).toBe(401);
    const replies = await inParallel(3, () => logInBy(passkey, { counter: 8 }));
    expect(tally(replies)).toEqual({ 200: 1, 401: 2 });
  });

  it('is refused to a person who was deactivated', async () => {
    const admin = await logIn('admin', 'admin-demo');
    const body = {
      role: 'cashier',
      employee_number: 'PK-1',
      username: 'passkey-1',
      password: 'a-long-password',
      store_ids: ['DOWNTOWN'],
    };
    const { id } = (await shop.call('POST', '/users/', { token: admin, body })).body;
    const { passkey } = await registered(await logIn('passkey-1', 'a-long-password'));
    const off = { is_active: false };
    await shop.call('PATCH', `/users/${id}/`, { token: admin, body: off });
    expect(answerOf(await logInBy(passkey))).toEqual([401, 'PASSKEY_INVALID']);
  });

  it('counts failures of an address', async () => {
    const node = await openShop({
      clock,
      background: false,
      beside: shop,
      env: { PUBLIC_URL: SITE.origin, BLOCK_LOOPBACK: 'true' },
    });
    for (let n = 0; n < 10; n += 1) {
      expect((await logInBy(new Authenticator(), {}, node)).status).toBe(401);
    }
    expect(answerOf(await logInBy(new Authenticator(), {}, node))).toEqual([
      429,
      'FAILURE_BLOCKED',
    ]);
    await node.close();
  });
});

describe('the passkeys of a person', () => {
  it('go when a manager sets a new password, and when the person does by a mailed link', async () => {
    const { id, email, login } = await employee('PK-2');
    const first = (await registered(await logIn(...login))).passkey;
    const token = await logIn('admin', 'admin-demo');
    const change = (body: object) => shop.call('PATCH', `/users/${id}/`, { token, body });
    expect((await change({ first_name: 'Kim' })).status).toBe(200);
    expect((await logInBy(first, { counter: 1 })).status).toBe(200);
    expect((await change({ password: 'another-password' })).status).toBe(200);
    expect(answerOf(await logInBy(first, { counter: 2 }))).toEqual([401, 'PASSKEY_INVALID']);
    const second = (await registered(await logIn('pk-2', 'another-password'))).passkey;
    await shop.call('POST', '/auth/password-reset/', { body: { email } });
    const text = (await mailsTo(shop, email)).at(-1)?.body_text ?? '';
    const link = /reset-password#([\w-]{43})/.exec(text)?.[1];
    const body = { token: link, password: 'a-third-password' };
    expect((await shop.call('POST', '/auth/password-reset/confirm/', { body })).status).toBe(200);
    expect(answerOf(await logInBy(second))).toEqual([401, 'PASSKEY_INVALID']);
  });

  it('go when an administrator resets the codes of the person', async () => {
    const { id, login } = await employee('PK-3');
    const { passkey } = await registered(await logIn(...login));
    await statement(
      shop.platform.db,
      `insert into totp_secrets (user_id, sealed, recovery_hashes, confirmed_at, created_at)
       values ($1, '\\x01', '{}', now(), now())`,
      [id],
    );
    const token = await logIn('admin', 'admin-demo');
    expect((await shop.call('DELETE', `/users/${id}/totp/`, { token })).status).toBe(204);
    expect(answerOf(await logInBy(passkey))).toEqual([401, 'PASSKEY_INVALID']);
  });

  it('are removed by an administrator, with the logins, and not by those below', async () => {
    const { id, email, login } = await employee('PK-4');
    const own = await logIn(...login);
    const { passkey } = await registered(own);
    const remove = (token: string, of = id) =>
      shop.call('DELETE', `/users/${of}/passkeys/`, { token });
    expect((await remove(await customer())).status).toBe(403);
    expect((await remove(own)).status).toBe(403);
    expect((await logInBy(passkey, { counter: 1 })).status).toBe(200);
    const admin = await logIn('admin', 'admin-demo');
    expect((await remove(admin)).status).toBe(204);
    expect(answerOf(await logInBy(passkey, { counter: 2 }))).toEqual([401, 'PASSKEY_INVALID']);
    expect((await shop.call('GET', '/auth/me/', { token: own })).status).toBe(401);
    const mails = await mailsTo(shop, email);
    expect(mails.at(-1)?.subject).toBe('Your passkeys were removed');
    const me = (await shop.call('GET', '/auth/me/', { token: admin })).body.id;
    expect((await remove(await manager(), me)).status).toBeGreaterThanOrEqual(403);
    expect(answerOf(await remove(admin, me))).toEqual([403, 'CURRENT_PASSWORD_REQUIRED']);
  });
});
