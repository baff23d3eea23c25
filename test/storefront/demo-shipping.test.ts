import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { ZURICH_ID } from '../../src/seed/data.js';
import { seedShipping } from '../../src/seed/shipping.js';
import { ADDRESS, complete, initiate, openCheckoutShop, shopper } from './checkout-support.js';
import { AIRPORT_ID, add, byToken, DOWNTOWN_ID, openVisit, type Shop } from './support.js';

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
  it('costs 5.00 or 16.00 at DOWNTOWN and AIRPORT, wherever it goes and whatever it weighs', async () => {
    for (const country of ['US', 'JP', 'Utopia']) {
      expect(await offersOf('MUG-WHITE', 1, country)).toEqual(HOME);
      expect(await offersOf('MUG-WHITE', 55, country)).toEqual(HOME);
    }
    expect(await offersOf('MUG-WHITE', 1, 'DE', AIRPORT_ID)).toEqual(HOME);
    expect(await offersOf('MUG-WHITE', 1, 'JP', AIRPORT_ID)).toEqual(HOME);
  });

  it('costs more from ZURICH to other countries, by country and weight', async () => {
    const fromZurich = (quantity: number, country: string, sku = 'MUG-WHITE') =>
      offersOf(sku, quantity, country, ZURICH_ID);
    expect(await fromZurich(1, 'CH')).toEqual(HOME);
    expect(await fromZurich(13, 'CH', 'POT-16')).toEqual(HOME);
    expect(await fromZurich(1, 'US')).toEqual(HOME);
    expect(await fromZurich(2, 'JP')).toEqual([
      [1, 'standard', '32.00'],
      [2, 'express', '64.00'],
    ]);
    // Three mugs of 420 g are above 1 kg, twelve above 5 kg; 13 pots of 1.6 kg are above what is sent.
    expect((await fromZurich(3, 'JP'))[0]).toEqual([1, 'standard', '58.00']);
    expect((await fromZurich(12, 'JP'))[0]).toEqual([1, 'standard', '120.00']);
    expect(await fromZurich(13, 'JP', 'POT-16')).toBe('PARCEL_TOO_HEAVY');
    expect((await fromZurich(1, 'DE'))[0]).toEqual([1, 'standard', '22.00']);
  });

  it('is charged as it was offered, also by the number of the rate', async () => {
    const buy = async (id: string | number, address: object, storeId = DOWNTOWN_ID) => {
      const visit = await shopper(shop, [['MUG-WHITE', 1]], storeId);
      const opened = await initiate(shop, visit, { store_id: storeId });
      const form = {
        delivery_method: { id, price: '0.01', priceValue: 0.01 },
        shipping_address: { ...ADDRESS, ...address },
      };
      const { body } = await complete(shop, visit, opened.body.checkout.id, { form });
      return body.total_amount;
    };
    const tokyo = { city: 'Tokyo', region: '', postalCode: '100-0001', country: 'JP' };
    // 12.50 and 8.25 % of it, and the parcel.
    expect(await buy(1, {})).toBe('18.53');
    expect(await buy(2, tokyo)).toBe('29.53');
    expect(await buy('no-such-rate', {})).toBe('18.53');
    // 13.90 with its tax, and the parcel.
    expect(await buy(1, tokyo, ZURICH_ID)).toBe('45.90');
    expect(await buy('express', tokyo, ZURICH_ID)).toBe('77.90');
    expect(await buy('no-such-rate', {}, ZURICH_ID)).toBe('18.90');
  });

  it('has its rates in the list of stores, before an address is known', async () => {
    const { body } = await shop.call('GET', '/web-commerce/stores/');
    const shown = body.map((store: Record<string, unknown>) => [
      store.code,
      store.country,
      (store.shipping_rates as { id: number; price: string }[]).map(({ id, price }) => [id, price]),
      store.ships_to,
      store.home_delivery,
    ]);
    const rates = [
      [1, '5.00'],
      [2, '16.00'],
    ];
    expect(shown).toEqual([
      ['AIRPORT', 'DE', rates, null, undefined],
      ['DOWNTOWN', 'US', rates, null, undefined],
      ['ZURICH', 'CH', rates, null, { country: 'CH', price: '5.00', days_min: 3, days_max: 5 }],
    ]);
  });
});

it('gets no zones where a demo shop of an earlier release has rates of its own', async () => {
  const { db } = shop.platform;
  await statement(db, 'delete from shipping_zones');
  await statement(db, 'update product_variants set weight_grams = 99 where sku = $1', [
    'MUG-WHITE',
  ]);
  await statement(db, "update stores set shipping_rates = '[]' where code = 'ZURICH'");
  await atomically(db, seedShipping);
  await atomically(db, seedShipping);
  const zones = await statement<{ code: string; zones: number }>(
    db,
    `select s.code, count(z.id)::int as zones
     from stores s left join shipping_zones z on z.store_id = s.id group by 1 order by 1`,
  );
  expect(zones).toEqual([
    { code: 'AIRPORT', zones: 0 },
    { code: 'DOWNTOWN', zones: 0 },
    { code: 'ZURICH', zones: 0 },
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
