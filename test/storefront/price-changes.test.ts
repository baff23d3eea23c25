import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  article,
  atCheckout,
  booksOf,
  complete,
  initiate,
  openCheckoutShop,
  shopper,
} from './checkout-support.js';
import { add, byToken, cartPath, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
});
afterAll(() => shop.close());

const price = async (sku: string, amount: string): Promise<void> => {
  const token = await shop.officeToken('admin');
  const path = `/product-variants/${sku}/`;
  const reply = await shop.call('PATCH', path, { token, body: { price: amount } });
  expect(reply.status).toBe(200);
};

const pickup = { fulfillment_method: 'pickup', pickup_scheduled_time: '2099-01-01T12:00:00Z' };

describe('a checkout', () => {
  it('shows what the goods cost when it starts', async () => {
    await article(shop, 'SHOWN', { price: '10.00' });
    const reply = await initiate(shop, await shopper(shop, [['SHOWN', 2]]), pickup);
    expect(reply.body.checkout.totals).toEqual({
      subtotal: '20.00',
      discount: '0.00',
      tax: '1.65',
      total: '21.65',
      prices_include_tax: false,
      currency: 'USD',
    });
  });

  it('charges no risen price until the customer accepts the new total', async () => {
    await article(shop, 'RISING', { price: '10.00' });
    const { visit, id } = await atCheckout(shop, [['RISING', 1]], pickup);
    await price('RISING', '1000.00');
    const refused = await complete(shop, visit, id);
    expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_CHANGED']);
    expect(refused.body.details).toEqual({
      shown_total: '10.83',
      total: '1082.50',
      currency: 'USD',
    });
    const wrong = await complete(shop, visit, id, { more: { accepted_total: '1000.00' } });
    expect(wrong.body.code).toBe('PRICE_CHANGED');
    const accepted = await complete(shop, visit, id, { more: { accepted_total: '1082.50' } });
    expect([accepted.status, accepted.body.total_amount]).toEqual([200, '1082.50']);
  });

  it('charges a price that fell', async () => {
    await article(shop, 'FALLING', { price: '10.00' });
    const { visit, id } = await atCheckout(shop, [['FALLING', 1]], pickup);
    await price('FALLING', '8.00');
    expect((await complete(shop, visit, id)).body.total_amount).toBe('8.66');
  });

  it('compares the articles it showed if others were added since', async () => {
    await article(shop, 'KEPT', { price: '10.00' });
    await article(shop, 'ADDED', { price: '5.00' });
    const { visit, id } = await atCheckout(shop, [['KEPT', 1]], pickup);
    await add(shop, visit, 'ADDED', 1);
    expect((await complete(shop, visit, id)).body.total_amount).toBe('16.24');
    const second = await atCheckout(shop, [['KEPT', 1]], pickup);
    await add(shop, second.visit, 'ADDED', 1);
    await price('KEPT', '11.00');
    const refused = await complete(shop, second.visit, second.id);
    expect(refused.body.details).toEqual({ shown_total: '16.24', total: '17.32', currency: 'USD' });
  });

  it('charges no more than the total that its page shows, if another tab has added goods', async () => {
    await article(shop, 'FIRST-TAB', { price: '10.00' });
    await article(shop, 'OTHER-TAB', { price: '5.00' });
    const { visit, id } = await atCheckout(shop, [['FIRST-TAB', 1]], pickup);
    await add(shop, visit, 'OTHER-TAB', 1);
    const refused = await complete(shop, visit, id, { more: { accepted_total: '10.83' } });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'PRICE_CHANGED',
      { shown_total: '10.83', total: '16.24', currency: 'USD' },
    ]);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
    const accepted = await complete(shop, visit, id, { more: { accepted_total: '16.24' } });
    expect([accepted.status, accepted.body.total_amount]).toEqual([200, '16.24']);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1624, refunded: 0 });
  });

  it('charges less than its page shows, if another tab has removed goods', async () => {
    await article(shop, 'STAYS', { price: '10.00' });
    await article(shop, 'LEAVES', { price: '5.00' });
    const lines: [string, number][] = [
      ['STAYS', 1],
      ['LEAVES', 1],
    ];
    const { visit, id } = await atCheckout(shop, lines, pickup);
    await shop.call('POST', cartPath(visit.cartId, 'remove'), {
      headers: byToken(visit),
      body: { sku: 'LEAVES' },
    });
    const paid = await complete(shop, visit, id, { more: { accepted_total: '16.24' } });
    expect([paid.status, paid.body.total_amount]).toEqual([200, '10.83']);
  });
});
