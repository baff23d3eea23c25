import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindOfCarts } from '../../src/domains/storefront/alerts/remind-of-carts.js';
import { statement } from '../../src/platform/database/tx.js';
import { writeMail } from '../support/mails.js';
import { mailsAbout } from './account-support.js';
import { article, complete, initiate, openCheckoutShop, shopper } from './checkout-support.js';
import {
  AIRPORT_ID,
  add,
  byCookie,
  byToken,
  cartPath,
  contents,
  cookieIn,
  movableClock,
  ORIGIN,
  openVisit,
  type Reply,
  type Shop,
  statusOf,
  type Visit,
} from './support.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let shop: Shop;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({ clock });
  await article(shop, 'LEFT-1', { stock: 900 });
  await article(shop, 'LEFT-2', { stock: 900 });
});
afterAll(() => shop.close());

let people = 0;
const newAddress = (): string => `guest-${++people}@example.com`;

const ask = (visit: Visit, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  shop.call('PUT', cartPath(visit.cartId, 'reminder'), {
    headers: { ...byToken(visit), ...headers },
    body,
  });

/** A guest with two pieces in the cart who wants a reminder. */
async function asked(email: string, headers: Record<string, string> = {}): Promise<Visit> {
  const visit = await shopper(shop, [['LEFT-1', 2]]);
  const reply = await ask(visit, { consent: true, email }, headers);
  expect([reply.status, reply.body]).toEqual([200, { success: true, consent: true }]);
  return visit;
}
const mailsTo = (email: string) => mailsAbout(shop, 'cart_reminder', email);
const pass = async (ms: number): Promise<void> => {
  clock.advance(ms);
  await remindOfCarts(shop.platform);
};
const kept = async (email: string): Promise<number> => {
  const sql = 'select count(*)::int as n from cart_reminders where email = $1';
  const [row] = await statement<{ n: number }>(shop.platform.db, sql, [email]);
  return row?.n ?? 0;
};
/** The tokens of both links in the only mail to an address. */
async function linksTo(email: string): Promise<{ restore: string; withdraw: string }> {
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  const text = mail?.body_text ?? '';
  const tokenIn = (page: string) =>
    new RegExp(`http://shop\\.test/app/shop/cart/${page}\\?lang=\\w\\w&token=(\\S+)`).exec(
      text,
    )?.[1];
  return { restore: tokenIn('restore') ?? '', withdraw: tokenIn('stop-reminder') ?? '' };
}
async function reminded(): Promise<{
  visit: Visit;
  email: string;
  restore: string;
  withdraw: string;
}> {
  const email = newAddress();
  const visit = await asked(email);
  await pass(4 * HOUR_MS);
  return { visit, email, ...(await linksTo(email)) };
}
const restore = (token: string, headers: Record<string, string> = {}): Promise<Reply> =>
  shop.call('POST', '/web-commerce/session/restore-cart/', { headers, body: { token } });
const withdraw = (token: string): Promise<Reply> =>
  shop.call('POST', '/web-commerce/cart-reminder/withdraw/', { body: { token } });

describe('the reminder that a guest asks for', () => {
  it('has the words of the store, and both links', async () => {
    await writeMail(shop, 'DOWNTOWN/cart_reminder/en', { subject: 'Still there', intro: 'Psst!' });
    const { email, restore: back, withdraw: end } = await reminded();
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Still there');
    expect(mail?.body_text).toMatch(/^Psst!\n\nContinue with this cart/);
    expect([back, end].every(token => token.length > 20)).toBe(true);
    await statement(shop.platform.db, `update stores set mail_templates = '{}'`);
  });

  it('is sent once, three hours after the last change, and its address is deleted', async () => {
    const email = newAddress();
    const visit = await asked(email);
    clock.advance(2 * HOUR_MS);
    await add(shop, visit, 'LEFT-1', 1);
    await pass(2 * HOUR_MS);
    expect([await mailsTo(email), await kept(email)]).toEqual([[], 1]);
    clock.advance(2 * HOUR_MS);
    await Promise.all([remindOfCarts(shop.platform), remindOfCarts(shop.platform)]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your cart is waiting');
    expect(mail?.body_text).toContain('Goods: 3 x LEFT-1');
    expect(mail?.body_text).toContain('Both links are valid for 14 days.');
    expect(mail?.body_html).toMatch(/<a href="[^"]+\/cart\/restore\?lang=en&amp;token=[\w-]+">/);
    expect(await kept(email)).toBe(0);
    await ask(visit, { consent: true, email });
    await pass(4 * HOUR_MS);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await kept(email)).toBe(0);
  });

  it('speaks the language of the page', async () => {
    const email = newAddress();
    await asked(email, { 'accept-language': 'de-DE,de' });
    await pass(4 * HOUR_MS);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Ihr Warenkorb wartet');
    expect(mail?.body_text).toContain('Artikel: 2 x LEFT-1');
    expect(mail?.body_text).toMatch(/Einwilligung widerrufen: \S+stop-reminder\?lang=de&token=/);
  });

  it('keeps both tokens out of the stored text', async () => {
    const { email, restore: token, withdraw: other } = await reminded();
    expect([token.length > 40, other.length > 40, token === other]).toEqual([true, true, false]);
    const sql = `select body_text from mails where recipient = $1`;
    const [stored] = await statement<{ body_text: string }>(shop.platform.db, sql, [email]);
    expect(stored?.body_text).toContain('token=••••••1;');
    expect(stored?.body_text).toContain('token=••••••2;');
    expect(stored?.body_text).not.toContain(token);
    expect(stored?.body_text).not.toContain(other);
  });

  it('needs consent, an address, goods and an own cart', async () => {
    const visit = await shopper(shop, [['LEFT-1', 1]]);
    const stranger = await openVisit(shop);
    const email = newAddress();
    const refusals: [Reply, number, string][] = [
      [await ask(visit, { email }), 400, 'INVALID'],
      [await ask(visit, { consent: 'yes', email }), 400, 'INVALID'],
      [await ask(visit, { consent: true }), 400, 'INVALID'],
      [await ask(visit, { consent: true, email: 'nobody' }), 400, 'INVALID'],
      [await ask(visit, { consent: true, email: `${'x'.repeat(250)}@a.de` }), 400, 'INVALID'],
      [await ask(stranger, { consent: true, email }), 400, 'CART_EMPTY'],
      [
        await ask({ ...stranger, cartId: visit.cartId }, { consent: true, email }),
        403,
        'CART_NOT_OWNED',
      ],
    ];
    expect(refusals.map(([reply]) => [reply.status, reply.body.code])).toEqual(
      refusals.map(([, status, code]) => [status, code]),
    );
    expect(await kept(email)).toBe(0);
    await pass(4 * HOUR_MS);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('goes to the address that was typed last', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const visit = await asked(wrong);
    await ask(visit, { consent: true, email: right });
    await pass(4 * HOUR_MS);
    expect([await mailsTo(wrong), (await mailsTo(right)).length]).toEqual([[], 1]);
  });

  it('does not fill the mailbox of a stranger', async () => {
    const email = newAddress();
    const replies: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const visit = await shopper(shop, [['LEFT-1', 1]]);
      replies.push((await ask(visit, { consent: true, email })).status);
    }
    expect(replies).toEqual([...Array(10).fill(200), 429]);
    await statement(shop.platform.db, 'delete from cart_reminders where email = $1', [email]);
  });
});

describe('what stops the reminder', () => {
  const isStopped = async (email: string): Promise<void> => {
    await pass(4 * HOUR_MS);
    expect([await mailsTo(email), await kept(email)]).toEqual([[], 0]);
  };
  const order = async (visit: Visit, email: string): Promise<void> => {
    const started = await initiate(shop, visit);
    const paid = await complete(shop, visit, started.body.checkout.id, { form: { email } });
    expect(paid.status).toBe(200);
  };

  it('the order of the cart', async () => {
    const email = newAddress();
    await order(await asked(email), newAddress());
    await isStopped(email);
  });

  it('an order of the same person in another visit', async () => {
    const email = newAddress();
    const visit = await asked(email);
    clock.advance(HOUR_MS);
    await order(await shopper(shop, [['LEFT-2', 1]]), email.toUpperCase());
    await pass(3 * HOUR_MS);
    expect(await mailsTo(email)).toEqual([]);
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
  });

  it('an empty cart, also if it is filled again', async () => {
    for (const empty of ['clear', 'remove']) {
      const email = newAddress();
      const visit = await asked(email);
      const body = empty === 'remove' ? { sku: 'LEFT-1' } : undefined;
      await shop.call('POST', cartPath(visit.cartId, empty), { headers: byToken(visit), body });
      expect(await kept(email)).toBe(0);
      await add(shop, visit, 'LEFT-2', 1);
      await isStopped(email);
    }
  });

  it('not the removal of one of two articles', async () => {
    const email = newAddress();
    const visit = await asked(email);
    await add(shop, visit, 'LEFT-2', 1);
    await shop.call('POST', cartPath(visit.cartId, 'remove'), {
      headers: byToken(visit),
      body: { sku: 'LEFT-2' },
    });
    await pass(4 * HOUR_MS);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('a box that is no longer ticked', async () => {
    const email = newAddress();
    const visit = await asked(email);
    const reply = await ask(visit, { consent: false });
    expect([reply.status, reply.body]).toEqual([200, { success: true, consent: false }]);
    await isStopped(email);
  });

  it('the link of an earlier mail, for all carts of the address', async () => {
    const { email, withdraw: token } = await reminded();
    await asked(email);
    const replies = [await withdraw(token), await withdraw(token)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept(email)).toBe(0);
    await pass(4 * HOUR_MS);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('the end of the cart: the address is not kept', async () => {
    const email = newAddress();
    const visit = await asked(email);
    await shop.call('POST', '/web-commerce/session/store/', {
      headers: byToken(visit),
      body: { store_id: AIRPORT_ID },
    });
    await isStopped(email);
    const late = newAddress();
    const other = await asked(late);
    await statement(shop.platform.db, 'update carts set updated_at = $2 where id = $1', [
      other.cartId,
      new Date(clock.now().getTime() + 10 * DAY_MS),
    ]);
    await pass(2 * DAY_MS + 1);
    expect(await kept(late)).toBe(0);
  });
});

describe('the link that restores the cart', () => {
  it('puts the goods into a new visit on another device', async () => {
    const { visit, restore: token } = await reminded();
    const reply = await restore(token);
    expect(reply.status).toBe(200);
    const device = {
      cartId: reply.body.cart_id,
      token: reply.body.cart_token,
      cookie: cookieIn(reply),
    };
    expect(device.cartId).not.toBe(visit.cartId);
    expect(await contents(shop, device.cartId)).toEqual({ 'LEFT-1': 2 });
    const again = await restore(token, byCookie(device));
    expect([again.status, again.body.cart_id]).toEqual([200, device.cartId]);
    expect(await contents(shop, device.cartId)).toEqual({ 'LEFT-1': 2 });
    // The first device keeps its own cart.
    expect(await contents(shop, visit.cartId)).toEqual({ 'LEFT-1': 2 });
  });

  it('leads to the same cart on the same device', async () => {
    const { visit, restore: token } = await reminded();
    const reply = await restore(token, byToken(visit));
    expect(reply.body.cart_id).toBe(visit.cartId);
    expect(await contents(shop, visit.cartId)).toEqual({ 'LEFT-1': 2 });
  });

  it('adds to the goods of a cart in the same store, and keeps the larger quantity', async () => {
    const { restore: token } = await reminded();
    const device = await shopper(shop, [
      ['LEFT-2', 4],
      ['LEFT-1', 1],
    ]);
    const reply = await restore(token, byToken(device));
    expect(reply.body.cart_id).toBe(device.cartId);
    expect(await contents(shop, device.cartId)).toEqual({ 'LEFT-1': 2, 'LEFT-2': 4 });
  });

  it('replaces the cart of another store', async () => {
    const { restore: token } = await reminded();
    const device = await openVisit(shop, AIRPORT_ID);
    const reply = await restore(token, byToken(device));
    expect(reply.body.cart_id).not.toBe(device.cartId);
    expect(await statusOf(shop, device.cartId)).toBe('ABANDONED');
    expect(await contents(shop, reply.body.cart_id)).toEqual({ 'LEFT-1': 2 });
  });

  it('works after the night in which the cart was abandoned, for 14 days', async () => {
    const { visit, restore: token } = await reminded();
    await statement(shop.platform.db, `update carts set status = 'ABANDONED' where id = $1`, [
      visit.cartId,
    ]);
    clock.advance(13 * DAY_MS);
    expect((await restore(token)).status).toBe(200);
    clock.advance(DAY_MS);
    const late = await restore(token);
    expect([late.status, late.body.code]).toEqual([410, 'CART_LINK_INVALID']);
  });

  it('is refused for a wrong token, for one of another purpose, and after the order', async () => {
    const { visit, email, restore: token, withdraw: other } = await reminded();
    for (const wrong of ['x', other, `${token.slice(0, -4)}AAAA`, visit.cartId]) {
      const reply = await restore(wrong);
      expect([reply.status, reply.body.code]).toEqual([410, 'CART_LINK_INVALID']);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect((await withdraw(token)).status).toBe(410);
    const started = await initiate(shop, visit);
    await complete(shop, visit, started.body.checkout.id, { form: { email } });
    expect((await restore(token)).status).toBe(410);
  });
});

describe('forms without scripts', () => {
  const post = (page: string, fields: Record<string, string>, cookie = '', origin = ORIGIN) =>
    shop.call('POST', `/app/shop/cart/${page}/`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        ...(cookie && { cookie: `web_session=${cookie}` }),
      },
      body: new URLSearchParams(fields).toString(),
    });

  it('ask for the reminder and take the consent back', async () => {
    const email = newAddress();
    const visit = await shopper(shop, [['LEFT-1', 2]]);
    const saved = await post('reminder', { email, consent: 'on', lang: 'de' }, visit.cookie);
    expect([saved.status, saved.headers.location]).toEqual([303, '/app/shop/cart?reminder=saved']);
    expect(await kept(email)).toBe(1);
    await post('reminder', { email, lang: 'de' }, visit.cookie);
    expect(await kept(email)).toBe(0);
    const wrong = await post('reminder', { email: 'nobody', consent: 'on' }, visit.cookie);
    expect(wrong.headers.location).toBe('/app/shop/cart?refused=INVALID');
    expect(
      (await post('reminder', { email, consent: 'on' }, visit.cookie, 'https://evil.example'))
        .status,
    ).toBe(403);
    expect(await kept(email)).toBe(0);
  });

  it('restore the cart and withdraw the consent', async () => {
    const { email, restore: token, withdraw: other } = await reminded();
    const restored = await post('restore', { token });
    expect([restored.status, restored.headers.location]).toEqual([303, '/app/shop/cart']);
    const session = await shop.call('GET', '/web-commerce/auth/session/', {
      headers: { cookie: `web_session=${cookieIn(restored)}` },
    });
    expect(await contents(shop, session.body.cart_id)).toEqual({ 'LEFT-1': 2 });
    await asked(email);
    const ended = await post('stop-reminder', { token: other });
    expect(ended.headers.location).toBe('/app/shop/cart/stop-reminder?done=1');
    expect(await kept(email)).toBe(0);
    const wrong = await post('restore', { token: other });
    expect(wrong.headers.location).toBe('/app/shop/cart?refused=CART_LINK_INVALID');
  });
});
