import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultTemplate,
  MAIL_KINDS,
  problemsOfTemplate,
  writtenTemplate,
} from '../../src/domains/texts/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { mailsTo } from '../support/mails.js';
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
      { store: 'The {number}\r\nBcc: x', number: 'Q-1' },
      { subject: '', intro: 'Hello' },
    );
    expect(written).toEqual({ subject: 'The {number} Bcc: x', intro: ['Hello'], closing: [] });
  });
});
