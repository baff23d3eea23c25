import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode, hashToken } from '../../src/domains/people/hashing.js';
import { mailsTo as mailsOf } from '../support/mails.js';
import {
  cookieOf,
  eventsOf,
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
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

let next = 0;
const person = (fields: object = {}) => {
  next += 1;
  return {
    email: `new-${next}@example.com`,
    password: 'my-own-password',
    first_name: 'Nia',
    last_name: 'New',
    ...fields,
  };
};
const initiate = (body: object) => shop.call('POST', '/auth/register/initiate/', { body });
const verify = (registration_token: string, otp: string) =>
  shop.call('POST', '/auth/register/verify/', { body: { registration_token, otp } });
const resend = (registration_token: string) =>
  shop.call('POST', '/auth/register/resend-otp/', { body: { registration_token } });
const mailsTo = async (address: string) =>
  (await mailsOf(shop, address)).map(({ purpose, subject, body_text }) => ({
    purpose,
    subject,
    body_text,
  }));
const codeFor = async (address: string) => {
  const mail = (await mailsTo(address)).at(-1);
  return /\b(\d{6})\b/.exec(mail?.body_text ?? '')?.[1] ?? '';
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const userWith = (email: string) =>
  shop.platform.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

describe('registration', () => {
  it('opens an account with the mailed code and logs in', async () => {
    const wanted = person({ phone: '+1 5' });
    const started = await initiate(wanted);
    expect(started.status).toBe(201);
    expect(started.body).toEqual({
      success: true,
      registration_token: expect.stringMatching(/^reg_[\w-]{43}$/),
      expires_at: later(60 * MINUTE_MS),
      resend_available_at: later(MINUTE_MS),
    });
    expect(await userWith(wanted.email)).toBeUndefined();
    const code = await codeFor(wanted.email);
    const done = await verify(started.body.registration_token, code);
    expect(done.status).toBe(200);
    expect(done.body).toEqual({
      success: true,
      user: {
        id: expect.any(String),
        name: 'Nia New',
        first_name: 'Nia',
        last_name: 'New',
        email: wanted.email,
        phone: '+1 5',
        username: null,
        employee_number: null,
        role: 'customer',
        all_stores: false,
        loyalty_points: 0,
      },
      access: expect.any(String),
      refresh: expect.any(String),
    });
    const byToken = await shop.call('GET', '/auth/me/', { token: done.body.access });
    const byCookie = await shop.call('GET', '/auth/me/', { headers: { cookie: cookieOf(done) } });
    expect([byToken.body.email, byCookie.body.email]).toEqual([wanted.email, wanted.email]);
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: wanted.email, password: wanted.password },
    });
    expect(login.status).toBe(200);
    expect(await eventsOf(shop, 'user.saved')).toContainEqual({ subject_id: done.body.user.id });
    const again = await verify(started.body.registration_token, code);
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_VERIFIED']);
  });

  it('takes over the consent to mails, and gives none that nobody asked for', async () => {
    for (const [fields, consentAt] of [
      [{ mail_consent: true }, clock.now()],
      [{ mail_consent: false }, null],
      [{}, null],
    ] as const) {
      const wanted = person(fields);
      const { body } = await initiate(wanted);
      expect((await verify(body.registration_token, await codeFor(wanted.email))).status).toBe(200);
      expect((await userWith(wanted.email))?.mail_consent_at).toEqual(consentAt);
    }
    expect((await initiate(person({ mail_consent: 'yes' }))).status).toBe(400);
  });

  it('stores neither the password nor the code in clear text', async () => {
    const wanted = person();
    await initiate(wanted);
    const code = await codeFor(wanted.email);
    const stored = await shop.platform.db
      .selectFrom('registrations')
      .selectAll()
      .where('email', '=', wanted.email)
      .executeTakeFirstOrThrow();
    expect(stored.password_hash).toMatch(/^\$argon2id\$/);
    expect(stored.code_hash).toHaveLength(32);
    expect(stored.code_hash.toString('latin1')).not.toContain(code);
  });

  it('answers the same for an address with an account, and mails only its owner', async () => {
    const { email } = person({ email: 'Shopper@example.com' });
    const known = await initiate(person({ email }));
    const unknown = await initiate(person());
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(known.body).toMatchObject({
      expires_at: unknown.body.expires_at,
      resend_available_at: unknown.body.resend_available_at,
    });
    const [mail] = await mailsTo(email);
    expect(mail?.purpose).toBe('registration-account-exists');
    expect(mail?.body_text).not.toMatch(/\d{6}/);
    for (let i = 0; i < 5; i += 1) {
      const refused = await verify(known.body.registration_token, `00000${i}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CODE']);
    }
    expect((await verify(known.body.registration_token, '000006')).status).toBe(429);
  });

  it('opens nothing for a decoy, not even with its own code', async () => {
    const { body } = await initiate(person({ email: 'shopper@EXAMPLE.com' }));
    const tokenHash = hashToken(body.registration_token);
    const changed = await shop.platform.db
      .updateTable('registrations')
      .set({ code_hash: hashCode(shop.platform, tokenHash, '123456') })
      .where('token_hash', '=', tokenHash)
      .where('is_decoy', '=', true)
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(1n);
    const refused = await verify(body.registration_token, '123456');
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_CODE']);
  });

  it('names invalid fields and stores nothing', async () => {
    const { status, body } = await initiate({ email: 'no address', password: 'short' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual([
      'email',
      'first_name',
      'last_name',
      'password',
    ]);
    expect(await mailsTo('no address')).toEqual([]);
  });

  it('mails one address at most ten times an hour', async () => {
    const { email } = person();
    const replies = [];
    for (let i = 0; i < 11; i += 1) replies.push(await initiate(person({ email })));
    expect(tally(replies)).toEqual({ 201: 10, 429: 1 });
    expect(await mailsTo(email)).toHaveLength(10);
  });
});

describe('the code', () => {
  it('can be tried five times; then even the correct one is refused', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    const code = await codeFor(wanted.email);
    for (let i = 0; i < 5; i += 1) {
      const refused = await verify(body.registration_token, wrong(code));
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({
        detail: 'The code is wrong or has expired.',
        code: 'INVALID_CODE',
        errors: { otp: ['The code is wrong or has expired.'] },
      });
    }
    const late = await verify(body.registration_token, code);
    expect([late.status, late.body.code]).toEqual([429, 'TOO_MANY_TRIES']);
    expect(late.headers['retry-after']).toBe('3600');
    expect(await userWith(wanted.email)).toBeUndefined();
  });

  it('is compared for five of 50 concurrent guesses', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    const code = await codeFor(wanted.email);
    const guesses = await inParallel(50, () => verify(body.registration_token, wrong(code)));
    expect(tally(guesses)).toEqual({ 400: 5, 429: 45 });
  });

  it('opens one account for ten concurrent requests', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    const code = await codeFor(wanted.email);
    const replies = await inParallel(10, () => verify(body.registration_token, code));
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
  });

  it('is valid for ten minutes; a new one can be requested', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    const first = await codeFor(wanted.email);
    clock.advance(10 * MINUTE_MS);
    expect((await verify(body.registration_token, first)).body.code).toBe('INVALID_CODE');
    expect((await resend(body.registration_token)).status).toBe(200);
    const second = await codeFor(wanted.email);
    clock.advance(10 * MINUTE_MS - 1);
    expect((await verify(body.registration_token, second)).status).toBe(200);
  });

  it('is resent after sixty seconds, three times, and only the newest is valid', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    const first = await codeFor(wanted.email);
    clock.advance(MINUTE_MS - 1);
    const soon = await resend(body.registration_token);
    expect([soon.status, soon.body.code]).toEqual([429, 'RESEND_TOO_SOON']);
    expect(soon.headers['retry-after']).toBe('1');
    clock.advance(1);
    const sent = await resend(body.registration_token);
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({
      success: true,
      expires_at: body.expires_at,
      resend_available_at: later(MINUTE_MS),
    });
    clock.advance(MINUTE_MS);
    expect((await resend(body.registration_token)).status).toBe(200);
    clock.advance(MINUTE_MS);
    expect((await resend(body.registration_token)).body.resend_available_at).toBeNull();
    clock.advance(MINUTE_MS);
    const fourth = await resend(body.registration_token);
    expect([fourth.status, fourth.body.code]).toEqual([429, 'RESEND_LIMIT']);
    expect(await mailsTo(wanted.email)).toHaveLength(4);
    const newest = await codeFor(wanted.email);
    if (first !== newest) {
      expect((await verify(body.registration_token, first)).status).toBe(400);
    }
    expect((await verify(body.registration_token, newest)).status).toBe(200);
  });

  it('is sent once for ten concurrent requests', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    clock.advance(MINUTE_MS);
    const replies = await inParallel(10, () => resend(body.registration_token));
    expect(tally(replies)).toEqual({ 200: 1, 429: 9 });
    expect(await mailsTo(wanted.email)).toHaveLength(2);
  });
});

describe('an open registration', () => {
  it('expires after an hour', async () => {
    const wanted = person();
    const { body } = await initiate(wanted);
    clock.advance(55 * MINUTE_MS);
    await resend(body.registration_token);
    const code = await codeFor(wanted.email);
    clock.advance(5 * MINUTE_MS - 1);
    expect((await verify(body.registration_token, wrong(code))).status).toBe(400);
    clock.advance(1);
    const late = await verify(body.registration_token, code);
    expect(late.status).toBe(410);
    expect(late.body).toEqual({
      detail: 'This registration has expired.',
      code: 'REGISTRATION_EXPIRED',
    });
    expect((await resend(body.registration_token)).status).toBe(410);
    expect(await userWith(wanted.email)).toBeUndefined();
  });

  it('is unknown unless it was started', async () => {
    const reply = await verify('reg_nothing', '123456');
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(['registration_token']);
  });

  it('cannot open a second account for one address', async () => {
    const wanted = person();
    const first = await initiate(wanted);
    const firstCode = await codeFor(wanted.email);
    const second = await initiate(wanted);
    const secondCode = await codeFor(wanted.email);
    expect((await verify(first.body.registration_token, firstCode)).status).toBe(200);
    const refused = await verify(second.body.registration_token, secondCode);
    expect([refused.status, refused.body.code]).toEqual([409, 'ACCOUNT_EXISTS']);
  });
});

describe('the mails of a registration', () => {
  const german = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.5' };
  const asked = (email: string) =>
    shop.call('POST', '/auth/register/initiate/', { body: person({ email }), headers: german });

  it('are in the language that the browser asks for', async () => {
    expect((await asked('neu@example.com')).status).toBe(201);
    const [mail] = await mailsTo('neu@example.com');
    const code = await codeFor('neu@example.com');
    expect(mail?.subject).toBe(`${code} ist Ihr Code`);
    expect(mail?.body_text).toContain(`Ihr Code ist ${code}. Er gilt zehn Minuten.`);
  });

  it('to an account are in its own language, not that of a stranger', async () => {
    const email = 'shopper@example.com';
    await shop.platform.db
      .updateTable('users')
      .set({ language: 'en' })
      .where('email', '=', email)
      .execute();
    await asked(email);
    expect((await mailsTo(email)).at(-1)?.subject).toBe('You already have an account');
  });
});
