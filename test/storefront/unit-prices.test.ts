import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('shows the price per kilogram of packed goods whose content is known', async () => {
  const token = await shop.officeToken();
  const created = await shop.call('POST', '/products/', {
    token,
    body: {
      name: 'Rolled Oats',
      slug: 'rolled-oats',
      variants: [
        { sku: 'OATS-500', name: '500 g', price: '2.50', content_amount: '500', content_unit: 'g' },
        { sku: 'OATS-SAMPLE', name: 'Sample', price: '0.50' },
      ],
    },
  });
  expect(created.status).toBe(201);
  const { body } = await shop.call('GET', '/web-commerce/products/rolled-oats/');
  const compared = body.variants.map((variant: { sku: string; unit_price?: object }) => [
    variant.sku,
    variant.unit_price,
  ]);
  expect(Object.fromEntries(compared)).toEqual({
    'OATS-500': { amount: '5.00', unit: 'kg' },
    'OATS-SAMPLE': undefined,
  });
});
