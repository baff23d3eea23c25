import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultTemplate,
  MAIL_KINDS,
  type MailKind,
  problemsOfTemplate,
  requiredOf,
  writtenTemplate,
} from '../../src/domains/texts/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { mailsTo, writeMail } from '../support/mails.js';
import type { Shop } from '../support/service.js';

let shop: Shop;
let local: string;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: false });
  local = await localManager(shop, AIRPORT_ID);
});
afterAll(() => shop.close());

const ORDER = 'DOWNTOWN/order_confirmation/en/';
const call = async (method: string, path: string, body?: object, token?: string) =>
  shop.call(method, `/mail-templates/${path}`, {
    token: token ?? (await shop.officeToken('admin')),
    ...(body && { body }),
  });
const kept = async () =>
  (
    await statement<{ code: string; mail_templates: object }>(
      shop.platform.db,
      'select code, mail_templates from stores order by code',
    )
  ).map(({ code, mail_templates }) => [code, mail_templates]);

const OWN = {
  subject: 'Order {number} at {store}',
  intro: 'Hi <b>there</b>!\nYour order over {total} is in.',
  closing: 'Your {store} team & friends',
};

/** Places a paid order at DOWNTOWN and returns the mail about it. */
async function mailOfOrder() {
  const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
  const done = await complete(shop, visit, id);
  expect([done.status, done.text]).toEqual([200, done.text]);
  const rows = await statement<{ recipient: string }>(
    shop.platform.db,
    `select recipient from mails where purpose = 'order-confirmation' order by id desc limit 1`,
  );
  const mail = (await mailsTo(shop, rows[0]?.recipient ?? '')).at(-1);
  if (mail === undefined) throw new Error('no mail');
  return mail;
}

describe('the texts of a mail', () => {
  it('are those of the service until a store has its own', async () => {
    const { status, body } = await call('GET', 'DOWNTOWN/');
    expect(status).toBe(200);
    expect(body).toHaveLength(MAIL_KINDS.length * 2);
    expect(body[0]).toEqual({
      store_id: DOWNTOWN_ID,
      kind: 'order_confirmation',
      language: 'en',
      subject: '',
      intro: '',
      closing: '',
      is_default: true,
      default_subject: 'Your order {number}',
      default_intro: 'Thank you for your order at {store}.',
      placeholders: ['store', 'number', 'total'],
      required: [],
    });
  });

  it('are the store’s own in the next order, escaped, and the service’s again after a reset', async () => {
    const saved = await call('PUT', ORDER, OWN);
    expect(saved.body).toMatchObject({ ...OWN, is_default: false });
    const mail = await mailOfOrder();
    const number = /TXN-\d{8}-[0-9A-F]{8}/.exec(mail.subject)?.[0];
    expect(mail.subject).toBe(`Order ${number} at Tillhouse Downtown`);
    expect(mail.body_text).toMatch(/^Hi <b>there<\/b>!\nYour order over [\d.]+ USD is in\.\n/);
    expect(mail.body_text.trimEnd()).toMatch(/Your Tillhouse Downtown team & friends$/);
    expect(mail.body_text).toContain('Follow your order: ');
    expect(mail.body_html).toContain('Hi &lt;b&gt;there&lt;/b&gt;!<br>');
    expect(mail.body_html).toContain('<p>Your Tillhouse Downtown team &amp; friends</p>');

    expect((await call('DELETE', ORDER)).status).toBe(204);
    expect((await call('GET', ORDER)).body.is_default).toBe(true);
    expect((await mailOfOrder()).body_text).toMatch(/^Thank you for your order at /);
  });

  it('name the order even if those of the store do not, and the history of the sale has the mail', async () => {
    await call('PUT', ORDER, { subject: 'Thank you', intro: 'Hello!', closing: 'Bye' });
    const mail = await mailOfOrder();
    expect(mail.subject).toBe('Thank you');
    const [, number = ''] = /^Hello!\nNumber: (TXN-\d{8}-[0-9A-F]{8})\n/.exec(mail.body_text) ?? [];
    const { status, body } = await shop.call('GET', `/transactions/${number}/history/`, {
      token: await shop.officeToken(),
    });
    expect(status).toBe(200);
    const mails = body.filter(({ kind }: { kind: string }) => kind === 'mail');
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
      'order-confirmation',
    ]);
    expect((await call('DELETE', ORDER)).status).toBe(204);
  });

  it('of two mails stay apart when two people save at once', async () => {
    const closing = { subject: '', intro: '', closing: 'Bye' };
    await Promise.all([
      call('PUT', 'ZURICH/quote/de/', closing),
      call('PUT', 'ZURICH/quote/en/', closing),
      call('PUT', 'ZURICH/pickup_ready/de/', closing),
    ]);
    expect(Object.fromEntries(await kept()).ZURICH).toEqual({
      quote: { de: closing, en: closing },
      pickup_ready: { de: closing },
    });
  });

  it.each([
    ['order_confirmation', { subject: 'For {customer}' }, 'subject'],
    ['order_confirmation', { intro: 'Until {until}' }, 'intro'],
    ['order_confirmation', { closing: 'Bye {' }, 'closing'],
    ['order_confirmation', { subject: 'One\nTwo' }, 'subject'],
    ['order_confirmation', { subject: 'x'.repeat(201) }, 'subject'],
    ['layaway_reminder', { intro: 'Come soon!' }, 'intro'],
  ])('of %s refuse %j', async (kind, change, field) => {
    const before = await kept();
    for (const path of [`DOWNTOWN/${kind}/en/`, `DOWNTOWN/${kind}/en/preview/`]) {
      const method = path.endsWith('preview/') ? 'POST' : 'PUT';
      const { status, body } = await call(method, path, change);
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    }
    expect(await kept()).toEqual(before);
  });

  it('are shown with a made-up order and mailed to nobody but the caller', async () => {
    const before = await kept();
    for (const kind of MAIL_KINDS) {
      const path = `AIRPORT/${kind}/de/preview/`;
      const { status, body } = await call('POST', path, { closing: 'Bis bald in {store}' });
      expect([kind, status]).toEqual([kind, 200]);
      expect(body.text).toContain('Bis bald in Tillhouse Airport');
      expect(body.subject + body.text).not.toMatch(/[{}]/);
    }
    const none = await call('POST', 'AIRPORT/quote/de/test/', {});
    expect([none.status, none.body.code]).toEqual([409, 'NO_EMAIL']);
    await statement(
      shop.platform.db,
      `update users set email = 'boss@shop.test' where username = 'admin'`,
    );
    const sent = await call('POST', 'AIRPORT/quote/de/test/', { subject: 'Angebot {number}' });
    expect(sent.body).toEqual({ sent_to: 'boss@shop.test' });
    expect(await mailsTo(shop, 'boss@shop.test')).toMatchObject([
      { subject: 'Angebot TXN-20260302-1A2B3C4D', purpose: 'test' },
    ]);
    expect(await kept()).toEqual(before);
  });

  const KEPT: Partial<Record<MailKind, readonly string[]>> = {
    receipt: ['TXN-20260302-1A2B3C4D', '25.00'],
    order_refunded: ['Order: TXN-20260302-1A2B3C4D', 'Refunded now: 25.00 CHF'],
    return_accepted: ['Return number: RET-2026-000042', 'Order: TXN-20260302-1A2B3C4D'],
    gift_card: ['Value: 25.00 CHF', 'Code: 1234-5678', 'Number: TXN-20260302-1A2B3C4D'],
    cart_reminder: ['Continue with this cart on any device: http', 'Withdraw the consent: http'],
    back_in_stock: ['Buy it here: http', 'No more mails like this one: http'],
    registration_code: ['Your code is 123456.'],
    registration_exists: ['You already have one', 'http'],
    login_code: ['Code: 123456'],
    password_reset: ['Choose it here: http', '/app/shop/reset-password'],
    password_changed: ['The password of your account was changed', '/app/shop/reset-password'],
    new_device: ['203.0.113.7', '/app/shop/account'],
    sign_in_changed: ['A passkey was added to your account', '/app/shop/account'],
    account_deletion: ['delete your account', '/app/shop/delete-account'],
    customer_invitation: ['Choose your password here: http'],
  };

  it('keep the codes, links and numbers of the mail around them, as text and as HTML', async () => {
    for (const kind of MAIL_KINDS) {
      const required = requiredOf(kind).map(name => `{${name}}`);
      const { status, body } = await call('POST', `ZURICH/${kind}/en/preview/`, {
        subject: 'News of {store}',
        intro: `Dear <you>!\n${required.join(' ')}`,
        closing: 'Bye & thanks',
      });
      expect([kind, status, body.subject]).toEqual([kind, 200, 'News of Tillhouse Zürich']);
      expect(body.text).toMatch(/^(Hello,\n\n)?Dear <you>!\n/);
      expect(body.text.trimEnd().endsWith('Bye & thanks')).toBe(true);
      expect(body.html).toContain('<p>Dear &lt;you&gt;!');
      expect(body.html).toContain('<p>Bye &amp; thanks</p>');
      for (const part of KEPT[kind] ?? [])
        expect([kind, body.text]).toEqual([kind, expect.stringContaining(part)]);
    }
  });

  it('of another store are not found', async () => {
    const before = await kept();
    expect((await call('GET', 'DOWNTOWN/', undefined, local)).status).toBe(404);
    expect((await call('PUT', ORDER, OWN, local)).status).toBe(404);
    expect((await call('DELETE', ORDER, undefined, local)).status).toBe(404);
    expect((await call('POST', `${ORDER}preview/`, OWN, local)).status).toBe(404);
    expect((await call('POST', `${ORDER}test/`, OWN, local)).status).toBe(404);
    expect((await call('PUT', 'DOWNTOWN/nothing/en/', OWN)).status).toBe(400);
    expect(await kept()).toEqual(before);
    expect((await call('PUT', 'AIRPORT/quote/en/', OWN, local)).status).toBe(200);
  });
});

describe('the mails of an account', () => {
  const person = (email: string, more: object = {}) => ({
    email,
    password: 'my-own-password',
    first_name: 'Nia',
    last_name: 'New',
    ...more,
  });
  const post = (path: string, body: object) => shop.call('POST', path, { body });
  const last = async (email: string) => (await mailsTo(shop, email)).at(-1);

  it('have the texts of the store whose page asked, and later of the customer’s store', async () => {
    await writeMail(shop, 'ZURICH/registration_code/en', {
      subject: '{code} for {store}',
      intro: 'Grüezi!',
    });
    await writeMail(shop, 'ZURICH/password_reset/en', { subject: 'Password of {store}' });
    await writeMail(shop, 'ZURICH/password_changed/en', { intro: 'Hello from {store}' });
    await writeMail(shop, 'AIRPORT/login_code/en', { subject: 'Airport: {code}' });
    await writeMail(shop, 'ZURICH/registration_exists/en', { closing: 'Your {store}' });
    const email = 'nia@example.com';
    const started = await post('/auth/register/initiate/', person(email, { store_id: 'ZURICH' }));
    expect(started.status).toBe(201);
    const first = await last(email);
    const code = /Your code is (\d{6})/.exec(first?.body_text ?? '')?.[1] ?? '';
    expect(first?.subject).toBe(`${code} for Tillhouse Zürich`);
    expect(first?.body_text).toMatch(/^Grüezi!\n\nYour code is /);
    const body = { registration_token: started.body.registration_token, otp: code };
    expect((await post('/auth/register/verify/', body)).status).toBe(200);

    await post('/auth/password-reset/', { email });
    const reset = await last(email);
    expect(reset?.subject).toBe('Password of Tillhouse Zürich');
    const token = /reset-password#([\w-]{43})/.exec(reset?.body_text ?? '')?.[1] ?? '';
    const changed = { token, password: 'another-password' };
    expect((await post('/auth/password-reset/confirm/', changed)).status).toBe(200);
    expect((await last(email))?.body_text).toMatch(
      /^Hello from Tillhouse Zürich\n\nThe password of your account was changed/,
    );
    await post('/auth/login-code/', { email, store_id: 'AIRPORT' });
    expect((await last(email))?.subject).toMatch(/^Airport: \d{8}$/);
    await post('/auth/register/initiate/', person(email, { store_id: 'ZURICH' }));
    expect((await last(email))?.body_text).toMatch(
      /nothing has changed\.\n\nYour Tillhouse Zürich$/,
    );
  });

  it('name the site, and have the texts of the service, if no store is known', async () => {
    await post('/auth/register/initiate/', person('no-store@example.com'));
    const mail = await last('no-store@example.com');
    expect(mail?.body_text).toMatch(/^Welcome!\n\nYour code is \d{6}/);
    expect(mail?.body_html).toMatch(/<p>Your code is \d{6}\./);
  });

  it('are not sent for a store that does not exist', async () => {
    const email = 'nowhere@example.com';
    for (const [path, body] of [
      ['/auth/register/initiate/', person(email, { store_id: 'NOWHERE' })],
      ['/auth/password-reset/', { email: 'shopper@example.com', store_id: 'NOWHERE' }],
      ['/auth/login-code/', { email: 'shopper@example.com', store_id: 'NOWHERE' }],
    ] as const) {
      const before = await mailsTo(shop, body.email);
      const reply = await post(path, body);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['store_id']]);
      expect(await mailsTo(shop, body.email)).toEqual(before);
    }
  });
});

describe('placeholders', () => {
  it('of the service’s own texts are known', () => {
    for (const kind of MAIL_KINDS) {
      for (const language of ['en', 'de'] as const) {
        expect(problemsOfTemplate(kind, defaultTemplate(kind, language))).toEqual([]);
      }
    }
  });

  it('in a value are not filled in', () => {
    const own = { subject: '{store}', intro: '', closing: '' };
    const written = writtenTemplate(
      { quote: { en: own } },
      'quote',
      'en',
      { store: 'The {number}\r\nBcc: x', number: 'Q-1', total: '1.00' },
      { subject: '', intro: 'Hello' },
    );
    expect(written).toEqual({ subject: 'The {number} Bcc: x', intro: ['Hello'], closing: [] });
  });
});
