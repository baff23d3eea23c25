import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { seedShipping } from '../../src/seed/shipping.js';
import { ADDRESS, atCheckout, complete, openCheckoutShop } from './checkout-support.js';
import { AIRPORT_ID, add, byToken, openVisit, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
});
afterAll(() => shop.close());

/** Id, code and price of each way to send pieces of an article to a country. */
async function offersOf(sku: string, quantity: number, country: string, storeId?: string) {
  const visit = await openVisit(shop, storeId);
  expect((await add(shop, visit, sku, quantity)).status).toBe(200);
  const path = `/web-commerce/cart/${visit.cartId}/shipping-rates/?country=${country}`;
  const { body } = await shop.call('GET', path, { headers: byToken(visit) });
  return (
    body.rates?.map(({ id, code, price }: Record<string, unknown>) => [id, code, price]) ??
    body.code
  );
}

const HOME = [
  [1, 'standard', '5.00'],
  [2, 'express', '16.00'],
];

describe('a parcel of the demo shop', () => {
  it('costs 5.00 or 16.00 in the country of the store, whatever it weighs', async () => {
    expect(await offersOf('MUG-WHITE', 1, 'US')).toEqual(HOME);
    expect(await offersOf('MUG-WHITE', 55, 'US')).toEqual(HOME);
    expect(await offersOf('MUG-WHITE', 1, 'DE', AIRPORT_ID)).toEqual(HOME);
    expect(await offersOf('MUG-WHITE', 1, 'US', AIRPORT_ID)).toEqual(HOME);
  });

  it('costs more abroad, by country and weight', async () => {
    expect(await offersOf('MUG-WHITE', 2, 'JP')).toEqual([
      [1, 'standard', '24.00'],
      [2, 'express', '58.00'],
    ]);
    // Three mugs of 420 g are above 1 kg, twelve above 5 kg, and fifty above what is sent.
    expect((await offersOf('MUG-WHITE', 3, 'JP'))[0]).toEqual([1, 'standard', '46.00']);
    expect((await offersOf('MUG-WHITE', 12, 'JP'))[0]).toEqual([1, 'standard', '98.00']);
    expect(await offersOf('MUG-WHITE', 50, 'JP')).toBe('PARCEL_TOO_HEAVY');
    expect((await offersOf('MUG-WHITE', 1, 'CA'))[0]).toEqual([1, 'standard', '14.00']);
    expect((await offersOf('MUG-WHITE', 1, 'DE'))[0]).toEqual([1, 'standard', '19.00']);
    expect((await offersOf('MUG-WHITE', 1, 'AT', AIRPORT_ID))[0]).toEqual([1, 'standard', '12.00']);
  });

  it('is charged as it was offered, also by the number of the rate', async () => {
    const buy = async (id: string | number, address: object) => {
      const { visit, id: checkoutId } = await atCheckout(shop, [['MUG-WHITE', 1]]);
      const form = {
        delivery_method: { id, price: '0.01', priceValue: 0.01 },
        shipping_address: { ...ADDRESS, ...address },
      };
      const { body } = await complete(shop, visit, checkoutId, { form });
      return body.total_amount;
    };
    // 12.50 and 8.25 % of it, and the parcel.
    expect(await buy(1, {})).toBe('18.53');
    expect(await buy(2, {})).toBe('29.53');
    expect(await buy('no-such-rate', {})).toBe('18.53');
    const tokyo = { city: 'Tokyo', region: '', postalCode: '100-0001', country: 'JP' };
    expect(await buy(1, tokyo)).toBe('37.53');
    expect(await buy('express', tokyo)).toBe('71.53');
  });

  it('names the rates of the country of the store before an address is known', async () => {
    const { body } = await shop.call('GET', '/web-commerce/stores/');
    const shown = body.map((store: Record<string, unknown>) => [
      store.code,
      store.country,
      (store.shipping_rates as { id: number; price: string }[]).map(({ id, price }) => [id, price]),
      store.ships_to,
    ]);
    const rates = [
      [1, '5.00'],
      [2, '16.00'],
    ];
    expect(shown).toEqual([
      ['AIRPORT', 'DE', rates, null],
      ['DOWNTOWN', 'US', rates, null],
      ['ZURICH', 'CH', rates, null],
    ]);
  });
});

it('gets no zones where a demo shop of an earlier release has rates of its own', async () => {
  const { db } = shop.platform;
  await statement(db, 'delete from shipping_zones');
  await statement(db, 'update product_variants set weight_grams = 99 where sku = $1', [
    'MUG-WHITE',
  ]);
  await statement(db, "update stores set shipping_rates = '[]' where code = 'DOWNTOWN'");
  await atomically(db, seedShipping);
  await atomically(db, seedShipping);
  const zones = await statement<{ code: string; zones: number }>(
    db,
    `select s.code, count(z.id)::int as zones
     from stores s left join shipping_zones z on z.store_id = s.id group by 1 order by 1`,
  );
  expect(zones).toEqual([
    { code: 'AIRPORT', zones: 5 },
    { code: 'DOWNTOWN', zones: 0 },
    { code: 'ZURICH', zones: 4 },
  ]);
  const weights = await statement<{ sku: string; weight_grams: number }>(
    db,
    `select sku, weight_grams from product_variants
     where sku in ('MUG-WHITE', 'MUG-BLACK', 'GRUYERE-KG') order by sku`,
  );
  expect(weights).toEqual([
    { sku: 'GRUYERE-KG', weight_grams: null },
    { sku: 'MUG-BLACK', weight_grams: 420 },
    { sku: 'MUG-WHITE', weight_grams: 99 },
  ]);
});
