import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  atCheckout,
  booksOf,
  cancel,
  checkoutStateOf,
  complete,
  confirm,
  openCheckoutShop,
  recover,
} from '../storefront/checkout-support.js';
import { writeMail } from '../support/mails.js';
import type { Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';
import { cardOf, entriesOf, fieldsOf, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: true });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

/** A mug, shipped: 12.50, 5.00 of shipping, tax of 8.25 %. */
async function order(lines: [string, number][] = [['MUG-WHITE', 1]], method = 'ship') {
  const { visit, id } = await atCheckout(shop, lines, { fulfillment_method: method });
  return { visit, checkoutId: id };
}

async function paymentsOf(checkoutId: string) {
  return statement<{ amount: string; status: string; code: string; refunded: string }>(
    shop.platform.db,
    `select p.amount, p.status, m.code, p.refund_total as refunded from payments p
     join payment_methods m on m.id = p.payment_method_id
     join checkout_sessions c on c.transaction_id = p.transaction_id
     where c.id = $1 order by p.id`,
    [checkoutId],
  );
}

const totalOf = async (checkoutId: string): Promise<string> => {
  const [row] = await statement<{ total: string }>(
    shop.platform.db,
    `select t.total_amount as total from checkout_sessions c
     join transactions t on t.id = c.transaction_id where c.id = $1`,
    [checkoutId],
  );
  return row?.total ?? '';
};

describe('a gift card in the web shop', () => {
  it('pays an order that it covers, without a charge', async () => {
    const { code } = await sellCard(counter, '100.00');
    const { visit, checkoutId } = await order();
    const reply = await complete(shop, visit, checkoutId, {
      method: 'gift_card',
      token: null,
      form: { gift_card_code: code },
    });
    expect([reply.status, reply.body.success]).toEqual([200, true]);
    const total = await totalOf(checkoutId);
    expect(await paymentsOf(checkoutId)).toMatchObject([
      { amount: total, status: 'succeeded', code: 'gift_card' },
    ]);
    expect(await booksOf(shop, checkoutId)).toMatchObject({ charges: 0 });
    const left = (100 - Number(total)).toFixed(2);
    expect(await cardOf(shop, code)).toMatchObject({ balance: left });
  });

  it('pays what it holds, and the card pays the rest; a void gives both back', async () => {
    const { code } = await sellCard(counter, '5.00');
    const { visit, checkoutId } = await order();
    const reply = await complete(shop, visit, checkoutId, { form: { gift_card_code: code } });
    expect(reply.status).toBe(200);
    const total = Number(await totalOf(checkoutId));
    expect(await paymentsOf(checkoutId)).toMatchObject([
      { amount: '5.00', status: 'succeeded', code: 'gift_card' },
      { amount: (total - 5).toFixed(2), status: 'succeeded', code: 'card' },
    ]);
    expect(await booksOf(shop, checkoutId)).toMatchObject({
      charges: 1,
      charged: Math.round((total - 5) * 100),
    });
    const card = await cardOf(shop, code);
    expect(card.balance).toBe('0.00');
    expect(await entriesOf(shop, card.id)).toEqual([
      ['issued', '5.00'],
      ['held', '-5.00'],
      ['released', '5.00'],
      ['spent', '-5.00'],
    ]);
    await counter.voidSale(reply.body.transaction_id);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '5.00' });
  });

  it('gets its value back when the card is declined, and pays the next attempt', async () => {
    const { code } = await sellCard(counter, '5.00');
    const { visit, checkoutId } = await order();
    const form = { gift_card_code: code };
    const declined = await complete(shop, visit, checkoutId, { token: 'tok_declined', form });
    expect(declined.body.success).not.toBe(true);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '5.00' });
    expect((await complete(shop, visit, checkoutId, { form })).status).toBe(200);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00' });
  });

  it('is held during a challenge, spent by its confirmation and freed by a cancellation', async () => {
    const { code } = await sellCard(counter, '5.00');
    const first = await order();
    const form = { gift_card_code: code };
    const challenge = { token: 'tok_challenge', form };
    await complete(shop, first.visit, first.checkoutId, challenge);
    expect((await checkoutStateOf(shop, first.checkoutId)).checkout).toBe(
      'payment_requires_action',
    );
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00' });
    expect((await cancel(shop, first.visit, first.checkoutId)).status).toBe(200);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '5.00' });
    const second = await order();
    await complete(shop, second.visit, second.checkoutId, challenge);
    const done = await confirm(shop, second.visit, second.checkoutId);
    expect(done.status).toBe(200);
    expect((await paymentsOf(second.checkoutId)).map(payment => payment.status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00' });
  });

  it.each(['attempt_opened', 'charged', 'not_placed', 'settled'] as const)(
    'pays once or not at all if the process dies at %s',
    async point => {
      const { code } = await sellCard(counter, '5.00');
      const { visit, checkoutId } = await order();
      const restore = setCrashPoints(passed => {
        if (passed === point) throw new Error('the process died');
      });
      await complete(shop, visit, checkoutId, { form: { gift_card_code: code } }).catch(
        () => undefined,
      );
      restore();
      await recover(shop, checkoutId);
      const state = await checkoutStateOf(shop, checkoutId);
      const { balance } = await cardOf(shop, code);
      expect([state.checkout, balance]).toEqual(
        point === 'attempt_opened' ? ['payment_failed', '5.00'] : ['completed', '0.00'],
      );
    },
  );

  it('is refused if it is unknown, blocked or of another currency; the order is not placed', async () => {
    const { visit, checkoutId } = await order();
    const unknown = { gift_card_code: '2222222H22222222' };
    const reply = await complete(shop, visit, checkoutId, { form: unknown });
    expect([reply.status, reply.body.code]).toEqual([400, 'UNKNOWN_GIFT_CARD']);
    const { code, sale } = await sellCard(counter, '5.00');
    await counter.voidSale(sale);
    const blocked = await complete(shop, visit, checkoutId, { form: { gift_card_code: code } });
    expect([blocked.status, blocked.body.code]).toEqual([400, 'GIFT_CARD_NOT_USABLE']);
    expect(await paymentsOf(checkoutId)).toEqual([]);
    expect(fieldsOf(blocked)[0]).toBe(400);
  });
});

it('a gift card bought in the web shop comes by mail, once', async () => {
  const { visit, checkoutId } = await order([['GIFT-CARD', 2]], 'digital');
  const reply = await complete(shop, visit, checkoutId);
  expect(reply.status).toBe(200);
  expect(await totalOf(checkoutId)).toBe('50.00');
  await shop.settleEvents();
  const mails = await statement<{ subject: string; body_text: string; secret: Buffer }>(
    shop.platform.db,
    `select subject, body_text, secret from mails where purpose = 'gift-card'`,
  );
  expect(mails.map(mail => mail.subject)).toEqual(Array(2).fill('Your gift card for 25.00 USD'));
  expect(mails.every(mail => mail.secret !== null && mail.body_text.includes('••••••'))).toBe(true);
  const issued = await statement(
    shop.platform.db,
    `select e.id from value_entries e join checkout_sessions c on c.transaction_id = e.transaction_id
     where c.id = $1 and e.kind = 'issued'`,
    [checkoutId],
  );
  expect(issued).toHaveLength(2);
});

it('the mail with a gift card has the words of the store, and always the code', async () => {
  await writeMail(shop, 'DOWNTOWN/gift_card/en', { subject: 'A gift', intro: 'With love' });
  const { visit, checkoutId } = await order([['GIFT-CARD', 1]], 'digital');
  expect((await complete(shop, visit, checkoutId)).status).toBe(200);
  await shop.settleEvents();
  const mails = await statement<{ subject: string; body_text: string }>(
    shop.platform.db,
    `select subject, body_text from mails where purpose = 'gift-card' order by id desc limit 1`,
  );
  expect(mails).toEqual([
    {
      subject: 'A gift',
      body_text: expect.stringMatching(
        /^With love\nNumber: TXN-\S+\n\nValue: 25\.00 USD\nCode: ••••••\n/,
      ),
    },
  ]);
});

it('the mail with a gift card is in the language of the store', async () => {
  const { db } = shop.platform;
  const speak = (language: string) =>
    statement(db, `update stores set language = $1 where code = 'DOWNTOWN'`, [language]);
  await speak('de');
  try {
    const { visit, checkoutId } = await order([['GIFT-CARD', 1]], 'digital');
    expect((await complete(shop, visit, checkoutId)).status).toBe(200);
    await shop.settleEvents();
  } finally {
    await speak('en');
  }
  const mails = await statement<{ subject: string; body_text: string }>(
    db,
    `select subject, body_text from mails where purpose = 'gift-card' order by id desc limit 1`,
  );
  expect(mails.map(({ subject }) => subject)).toEqual(['Ihre Geschenkkarte über 25,00 $']);
  expect(mails[0]?.body_text).toMatch(/^Dies ist die Geschenkkarte aus Ihrer Bestellung TXN-/);
  expect(mails[0]?.body_text).toContain('\nWert: 25,00 $\nKartencode: ••••••');
});

it('a gift card buys no other one, and pays the rest of the order', async () => {
  const { code } = await sellCard(counter, '100.00');
  const form = { gift_card_code: code };
  const card = await order([['GIFT-CARD', 1]], 'digital');
  const refused = await complete(shop, card.visit, card.checkoutId, { form });
  expect([refused.status, refused.body.code]).toEqual([400, 'GIFT_CARD_NEEDS_MONEY']);
  expect(refused.body.details.most).toBe('0.00');
  expect(await paymentsOf(card.checkoutId)).toEqual([]);
  expect(await cardOf(shop, code)).toMatchObject({ balance: '100.00' });

  const { visit, checkoutId } = await order([
    ['GIFT-CARD', 1],
    ['MUG-WHITE', 1],
  ]);
  const uncovered = { method: 'gift_card', token: null, form };
  expect((await complete(shop, visit, checkoutId, uncovered)).status).toBe(400);
  expect(await cardOf(shop, code)).toMatchObject({ balance: '100.00' });
  expect((await complete(shop, visit, checkoutId, { form })).status).toBe(200);
  const goods = (Number(await totalOf(checkoutId)) - 25).toFixed(2);
  expect(await paymentsOf(checkoutId)).toMatchObject([
    { amount: goods, status: 'succeeded', code: 'gift_card' },
    { amount: '25.00', status: 'succeeded', code: 'card' },
  ]);
});
