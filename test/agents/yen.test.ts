import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shop } from '../support/service.js';
import { acpOf, addAgent, amountsOf, BUYER, catalogOf, openAgentShop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openAgentShop();
  const token = await shop.officeToken('admin');
  const post = async (url: string, body: object) => {
    const reply = await shop.call('POST', url, { token, body });
    expect(reply.status, reply.text).toBe(201);
  };
  await post('/stores/', {
    code: 'TOKYO',
    name: 'Tokyo',
    time_zone: 'Asia/Tokyo',
    currency: 'JPY',
    country: 'JP',
  });
  await post('/price-lists/', { code: 'JPY', name: 'Yen', currency: 'JPY' });
  await post('/prices/', { variant: 'MUG-WHITE', price_list: 'JPY', amount: '1250' });
  await post('/inventory-levels/', { store: 'TOKYO', sku: 'MUG-WHITE', on_hand: 5 });
});
afterAll(() => shop.close());

it('amounts in yen are whole, as ISO 4217 counts them', async () => {
  const agent = await addAgent(shop, { store_id: 'TOKYO', order_limit: '2000' });
  const session = await acpOf(shop, agent).create({ currency: 'jpy', buyer: BUYER });
  expect(session.body.line_items).toMatchObject([{ unit_amount: 1250, quantity: 2 }]);
  expect(amountsOf(session.body)).toMatchObject({ items_base_amount: 2500, subtotal: 2500 });
  expect(session.body.messages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ content: 'Orders of this program may be 2000 JPY at most.' }),
    ]),
  );
  const catalog = catalogOf(shop, agent);
  const found = await catalog('search', { query: 'white mug', filters: { price: { max: 1250 } } });
  expect(found.body.products[0].price_range).toEqual({
    min: { amount: 1250, currency: 'JPY' },
    max: { amount: 1250, currency: 'JPY' },
  });
  const below = await catalog('search', { query: 'white mug', filters: { price: { max: 1249 } } });
  expect(below.body.products).toEqual([]);
});
