import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPickup } from '../../src/domains/storefront/catalogue/next-pickup.js';
import { statement } from '../../src/platform/database/tx.js';
import { writeMail } from '../support/mails.js';
import { follow, mailsAbout, OWN, signIn } from './account-support.js';
import { article, openCheckoutShop } from './checkout-support.js';
import { DOWNTOWN_ID, type Reply, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
});
afterAll(() => shop.close());

let made = 0;
/** A new article with a level of zero at DOWNTOWN. */
async function soldOut(): Promise<string> {
  made += 1;
  const sku = `ALERT-${made}`;
  await article(shop, sku, { stock: 0 });
  const token = await shop.officeToken('admin');
  const body = { store: 'DOWNTOWN', sku, on_hand: 0 };
  expect((await shop.call('POST', '/inventory-levels/', { token, body })).status).toBe(201);
  return sku;
}

const ask = (sku: string, email: string, more = {}, headers = {}): Promise<Reply> =>
  shop.call('POST', '/web-commerce/stock-alerts/', {
    body: { store_id: DOWNTOWN_ID, sku, email, consent: true, ...more },
    headers,
  });

async function restock(sku: string, quantity = 5): Promise<void> {
  const token = await shop.officeToken('admin');
  const body = { store: 'DOWNTOWN', sku, quantity, reason: 'Delivery' };
  const reply = await shop.call('POST', '/inventory-levels/adjust/', { token, body });
  if (reply.status >= 300) throw new Error(reply.text);
}

const waiting = async (email: string): Promise<number> => {
  const sql = 'select count(*)::int as n from stock_alerts where lower(email) = $1';
  const [row] = await statement<{ n: number }>(shop.platform.db, sql, [email]);
  return row?.n ?? 0;
};
const run = () => follow(shop, /^storefront:stock-alerts/);

describe('a request for a mail when goods are back', () => {
  it('is answered with one mail, however often the stock changes', async () => {
    const sku = await soldOut();
    expect((await ask(sku, 'back@example.com')).status).toBe(202);
    expect((await ask(sku, 'Back@Example.com')).status).toBe(202);
    expect(await waiting('back@example.com')).toBe(1);
    await run();
    expect(await mailsAbout(shop, 'back_in_stock', 'back@example.com')).toEqual([]);
    await restock(sku);
    await run();
    await restock(sku);
    await run();
    const mails = await mailsAbout(shop, 'back_in_stock', 'back@example.com');
    expect(mails.map(mail => mail.subject)).toEqual([`${sku} is back`]);
    expect(mails[0]?.body_text).toContain(`${sku} is available at Tillhouse Downtown again.`);
    expect(mails[0]?.body_text).toContain(`http://shop.test/app/shop/p/${sku.toLowerCase()}`);
    expect(await waiting('back@example.com')).toBe(0);
  });

  it('is written in the language of the reader', async () => {
    const sku = await soldOut();
    await ask(sku, 'zurueck@example.com', {}, { 'accept-language': 'de-DE,de;q=0.9' });
    await restock(sku);
    await run();
    const [mail] = await mailsAbout(shop, 'back_in_stock', 'zurueck@example.com');
    expect(mail?.subject).toBe(`${sku} ist wieder da`);
    expect(mail?.body_html).toContain('<html lang="de">');
  });

  it('has the words of the store, and the links of the service', async () => {
    await writeMail(shop, 'DOWNTOWN/back_in_stock/en', {
      subject: '{goods}: hurry',
      intro: '{store} has {goods} again.',
    });
    const sku = await soldOut();
    await ask(sku, 'own@example.com');
    await restock(sku);
    await run();
    const [mail] = await mailsAbout(shop, 'back_in_stock', 'own@example.com');
    expect(mail?.subject).toBe(`${sku}: hurry`);
    expect(mail?.body_text).toMatch(/^Tillhouse Downtown has ALERT-\d+ again\.\n\nBuy it here: /);
    expect(mail?.body_text).toMatch(/No more mails like this one: http/);
  });

  it('ends with the link of the mail, which also ends the consent of an account', async () => {
    const account = await signIn(shop);
    const path = '/web-commerce/account/mail-consent/';
    expect((await account.call('PUT', path, { consent: true })).body.consent).toBe(true);
    const [first, second] = [await soldOut(), await soldOut()];
    await ask(first, OWN);
    await ask(second, OWN);
    await restock(first);
    await run();
    const [mail] = await mailsAbout(shop, 'back_in_stock');
    const token = /unsubscribe#(\S+)/.exec(mail?.body_text ?? '')?.[1];
    const leave = (text?: string) =>
      shop.call('POST', '/web-commerce/mail-unsubscribe/', { body: { token: text } });
    expect(await leave(`${token}x`)).toMatchObject({
      status: 410,
      body: { code: 'UNSUBSCRIBE_LINK_INVALID' },
    });
    expect(await waiting(OWN)).toBe(1);
    expect((await leave(token)).status).toBe(200);
    expect((await leave(token)).status).toBe(200);
    expect(await waiting(OWN)).toBe(0);
    expect((await account.call('GET', path)).body.consent).toBe(false);
  });

  it('needs consent, goods of the shop that are gone, and an address', async () => {
    const sku = await soldOut();
    const refusals: [Reply, number, string][] = [
      [await ask(sku, 'no@example.com', { consent: false }), 400, 'CONSENT_REQUIRED'],
      [await ask('MUG-WHITE', 'no@example.com'), 409, 'IN_STOCK'],
      [await ask('NO-SUCH-SKU', 'no@example.com'), 400, 'UNKNOWN_SKU'],
      [await ask(sku, 'no@example.com', { store_id: 'x' }), 400, 'UNKNOWN_STORE'],
      [await ask(sku, 'not an address'), 400, 'INVALID'],
    ];
    for (const [reply, status, code] of refusals) {
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    }
    expect(await waiting('no@example.com')).toBe(0);
  });

  it('cannot flood a mailbox', async () => {
    const skus = await Promise.all(Array.from({ length: 11 }, soldOut));
    const statuses: number[] = [];
    for (const sku of skus) statuses.push((await ask(sku, 'flooded@example.com')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('stock by store', () => {
  it('says what each store has and when it can be picked up', async () => {
    await article(shop, 'BY-STORE', { stock: 3 });
    const { status, body } = await shop.call('GET', '/web-commerce/products/by-store/stores/');
    expect(status).toBe(200);
    const at = (code: string) =>
      body.find((one: { store: { code: string } }) => one.store.code === code);
    expect(at('DOWNTOWN')).toMatchObject({
      store: { name: 'Tillhouse Downtown' },
      pickup_enabled: true,
      variants: [{ sku: 'BY-STORE', available: 3 }],
    });
    expect(['today', 'tomorrow', 'later']).toContain(at('DOWNTOWN').pickup_day);
    expect(at('AIRPORT')).toMatchObject({
      pickup_enabled: false,
      pickup_at: null,
      pickup_day: null,
      variants: [{ sku: 'BY-STORE', available: 0 }],
    });
    expect((await shop.call('GET', '/web-commerce/products/no-such/stores/')).status).toBe(404);
  });

  const weekdays = [1, 2, 3, 4, 5].map(day => ({ day, opens: '10:00', closes: '18:00' }));
  const hours = { opening_hours: weekdays, special_days: [], pickup_hours: null };
  it.each([
    // A Monday in New York, five hours behind UTC.
    ['2026-03-02T15:10:00Z', '2026-03-02T16:30:00.000Z', 'today'],
    ['2026-03-02T22:10:00Z', '2026-03-03T15:00:00.000Z', 'tomorrow'],
    ['2026-03-06T22:10:00Z', '2026-03-09T14:00:00.000Z', 'later'],
  ])('at %s an order is ready at %s, %s', (now, at, day) => {
    const found = nextPickup(hours, 'America/New_York', new Date(now));
    expect([found?.at.toISOString(), found?.day]).toEqual([at, day]);
  });

  it('is never ready at a store that is closed every day', () => {
    const special_days = Array.from({ length: 10 }, (_, n) => ({
      date: `2026-03-${String(n + 1).padStart(2, '0')}`,
      name: 'Works',
      hours: [],
    }));
    const now = new Date('2026-03-01T12:00:00Z');
    expect(nextPickup({ ...hours, special_days }, 'UTC', now)).toBeUndefined();
  });
});
