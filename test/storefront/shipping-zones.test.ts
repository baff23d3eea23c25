import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsMinorOf } from '../../src/domains/storefront/carts/shipping-rates.js';
import { statement } from '../../src/platform/database/tx.js';
import { firstWords, statementsOf } from '../support/count-statements.js';
import {
  ADDRESS,
  article,
  atCheckout,
  booksOf,
  checkoutStateOf,
  complete,
  levelOf,
  openCheckoutShop,
  shopper,
} from './checkout-support.js';
import { byToken, DOWNTOWN_ID, type Reply, type Shop, type Visit } from './support.js';

let shop: Shop;
let admin: string;
const zones: Record<string, string> = {};

beforeAll(async () => {
  shop = await openCheckoutShop();
  admin = await shop.officeToken('admin');
  await article(shop, 'ZONE-LIGHT', { price: '10.00', stock: 50 });
  await article(shop, 'ZONE-HEAVY', { price: '10.00', stock: 50 });
  await article(shop, 'ZONE-DIGITAL', { price: '7.00', stock: 5, digital: true });
  await weigh('ZONE-LIGHT', 400);
  await weigh('ZONE-HEAVY', 6000);
});
afterAll(() => shop.close());

const weigh = (sku: string, grams: number) =>
  statement(shop.platform.db, 'update product_variants set weight_grams = $2 where sku = $1', [
    sku,
    grams,
  ]);

const makeZone = async (body: Record<string, unknown> & { name: string }): Promise<void> => {
  const sent = { store: DOWNTOWN_ID, ...body };
  const made = await shop.call('POST', '/shipping-zones/', { token: admin, body: sent });
  if (made.status !== 201) throw new Error(made.text);
  zones[body.name] = made.body.id;
};

const ratesFor = (visit: Visit, country: string, region?: string): Promise<Reply> => {
  const query = new URLSearchParams({ country, ...(region !== undefined && { region }) });
  return shop.call('GET', `/web-commerce/cart/${visit.cartId}/shipping-rates/?${query}`, {
    headers: byToken(visit),
  });
};

const band = (price: string, up_to_grams: number | null = null) => ({ up_to_grams, price });

describe('a store without zones', () => {
  it('ships everywhere at its own rates', async () => {
    const visit = await shopper(shop, [['ZONE-LIGHT', 1]]);
    const { status, body } = await ratesFor(visit, 'Atlantis');
    expect(status).toBe(200);
    expect(body).toMatchObject({ currency: 'USD', weight_grams: 400 });
    expect(body.rates.map(({ id, price }: { id: number; price: string }) => [id, price])).toEqual([
      [1, '5.00'],
      [2, '16.00'],
    ]);
    const stores = await shop.call('GET', '/web-commerce/stores/');
    const own = stores.body.find(({ id }: { id: string }) => id === DOWNTOWN_ID);
    expect(own).toMatchObject({ ships_to: null, needs_region: [], shipping_from: '5.00' });
  });
});

describe('a store with zones', () => {
  beforeAll(async () => {
    await makeZone({
      name: 'States',
      countries: ['US'],
      rates: [
        { code: 'parcel', title: 'Parcel', bands: [band('6.00', 5000), band('11.00', 20_000)] },
        {
          code: 'courier',
          title: 'Courier',
          bands: [band('20.00', 5000)],
          free_from: '40.00',
          days_min: 1,
          days_max: 2,
        },
      ],
    });
    await makeZone({
      name: 'Hawaii',
      countries: ['US'],
      regions: ['HI'],
      rates: [{ code: 'air', title: 'Air', bands: [band('30.00')] }],
    });
  });

  it('offers the rates of the address that take the weight', async () => {
    const visit = await shopper(shop, [['ZONE-LIGHT', 2]]);
    const home = await ratesFor(visit, 'US', 'NY');
    expect(home.body).toEqual({
      success: true,
      currency: 'USD',
      weight_grams: 800,
      rates: [
        {
          id: 'parcel',
          code: 'parcel',
          title: 'Parcel',
          price: '6.00',
          tax: '1.65',
          total: '27.65',
          free_from: null,
          days_min: null,
          days_max: null,
        },
        {
          id: 'courier',
          code: 'courier',
          title: 'Courier',
          price: '20.00',
          tax: '1.65',
          total: '41.65',
          free_from: '40.00',
          days_min: 1,
          days_max: 2,
        },
      ],
    });
    const island = await ratesFor(visit, 'united states', 'hi');
    expect(island.body.rates.map(({ code }: { code: string }) => code)).toEqual(['air']);
    const heavy = await shopper(shop, [['ZONE-HEAVY', 1]]);
    const { body } = await ratesFor(heavy, 'US', 'NY');
    expect([body.weight_grams, body.rates.length, body.rates[0].price]).toEqual([6000, 1, '11.00']);
    const stores = await shop.call('GET', '/web-commerce/stores/');
    const own = stores.body.find(({ id }: { id: string }) => id === DOWNTOWN_ID);
    expect(own).toMatchObject({ shipping_rates: [], ships_to: ['US'], shipping_from: '6.00' });
    expect(own.needs_region).toEqual(['US']);
    const days = { days_min: null, days_max: null };
    expect(own.home_delivery).toEqual({ country: 'US', price: '6.00', ...days });
  });

  it('asks only the owner of a cart', async () => {
    const visit = await shopper(shop, [['ZONE-LIGHT', 1]]);
    const other = await shopper(shop, [['ZONE-LIGHT', 1]]);
    const foreign = await ratesFor({ ...visit, token: other.token }, 'US');
    expect([foreign.status, foreign.body.code]).toEqual([403, 'CART_NOT_OWNED']);
  });

  it('charges the price of the zone, with tax as before', async () => {
    const { visit, id } = await atCheckout(shop, [['ZONE-LIGHT', 1]]);
    const reply = await complete(shop, visit, id, {
      form: { delivery_method: { id: 'courier', price: '0' }, shipping_cost: 0 },
    });
    expect([reply.status, reply.body.total_amount]).toEqual([200, '30.83']);
    const { visit: second, id: other } = await atCheckout(shop, [['ZONE-HEAVY', 1]]);
    const heavy = await complete(shop, second, other, {
      form: { delivery_method: { id: 'courier' } },
    });
    expect(heavy.body.total_amount).toBe('21.83');
    const [sale] = await statement<{ shipping_amount: string }>(
      shop.platform.db,
      'select shipping_amount from transactions where transaction_number = $1',
      [heavy.body.transaction_id],
    );
    expect(sale?.shipping_amount).toBe('11.00');
  });

  it('ships free from the amount of the rate', async () => {
    const { visit, id } = await atCheckout(shop, [['ZONE-LIGHT', 4]]);
    const reply = await complete(shop, visit, id, { form: { delivery_method: { id: 'courier' } } });
    expect(reply.body.total_amount).toBe('43.30');
  });

  it('counts neither digital goods nor gift cards towards free shipping', async () => {
    const priceOf = async (visit: Visit): Promise<string> =>
      (await ratesFor(visit, 'US', 'NY')).body.rates[1].price;
    const { visit, id } = await atCheckout(shop, [
      ['ZONE-LIGHT', 3],
      ['ZONE-DIGITAL', 2],
    ]);
    expect(await priceOf(visit)).toBe('20.00');
    const reply = await complete(shop, visit, id, { form: { delivery_method: { id: 'courier' } } });
    const [sale] = await statement<{ shipping_amount: string }>(
      shop.platform.db,
      'select shipping_amount from transactions where transaction_number = $1',
      [reply.body.transaction_id],
    );
    expect(sale?.shipping_amount).toBe('20.00');
    const amounts = { grossMinor: 100_00, discountMinor: 10_00 };
    const totals = { lines: ['GIFT-CARD', 'BOOK', 'EBOOK'].map(key => ({ key, ...amounts })) };
    const lines = [
      { sku: 'GIFT-CARD', isDigital: false },
      { sku: 'BOOK', isDigital: false },
      { sku: 'EBOOK', isDigital: true },
    ];
    expect(goodsMinorOf(totals, lines)).toBe(90_00);
  });

  it.each([
    ['another country', 'DE', 'NO_SHIPPING_TO_ADDRESS', 'ZONE-LIGHT', 1],
    ['an unknown country', 'Atlantis', 'NO_SHIPPING_TO_ADDRESS', 'ZONE-LIGHT', 1],
    ['a parcel that no rate takes', 'US', 'PARCEL_TOO_HEAVY', 'ZONE-HEAVY', 4],
  ])('refuses %s before any charge', async (_, country, code, sku, quantity) => {
    const { visit, id } = await atCheckout(shop, [[sku, quantity]]);
    const before = await levelOf(shop, sku);
    const asked = await ratesFor(visit, country, 'NY');
    expect([asked.status, asked.body.code]).toEqual([400, code]);
    const form = { shipping_address: { ...ADDRESS, country } };
    const reply = await complete(shop, visit, id, { form });
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
    expect((await checkoutStateOf(shop, id)).checkout).toBe('checkout_initiated');
    expect(await levelOf(shop, sku)).toEqual(before);
  });

  it.each([
    ['no region', ''],
    ['a region by its name', 'Hawaii'],
    ['a region with dots', 'H.I.'],
    ['a region that the country does not have', 'ZZ'],
  ])('refuses %s where the region decides the price', async (_, region) => {
    const { visit, id } = await atCheckout(shop, [['ZONE-LIGHT', 1]]);
    const before = await levelOf(shop, 'ZONE-LIGHT');
    const asked = await ratesFor(visit, 'US', region);
    expect([asked.status, asked.body.code]).toEqual([400, 'REGION_REQUIRED']);
    const form = { shipping_address: { ...ADDRESS, region } };
    const reply = await complete(shop, visit, id, { form });
    expect([reply.status, reply.body.code, Object.keys(reply.body.details)]).toEqual([
      400,
      'REGION_REQUIRED',
      ['checkout_form_data.shipping_address.region'],
    ]);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
    expect(await levelOf(shop, 'ZONE-LIGHT')).toEqual(before);
  });

  it('asks for no address of digital goods', async () => {
    const visit = await shopper(shop, [['ZONE-DIGITAL', 1]]);
    expect((await ratesFor(visit, 'DE')).body.rates).toEqual([]);
  });

  it('charges a changed price from the next order on, without a statement more', async () => {
    const order = async (): Promise<[total: string, statements: string[]]> => {
      const { visit, id } = await atCheckout(shop, [['ZONE-LIGHT', 1]]);
      let total = '';
      const texts = await statementsOf(async () => {
        total = (await complete(shop, visit, id)).body.total_amount;
      });
      return [total, firstWords(texts)];
    };
    await order();
    const [before, withZone] = await order();
    expect(before).toBe('16.83');
    const rates = [{ code: 'parcel', title: 'Parcel', bands: [band('7.50')] }];
    await shop.call('PATCH', `/shipping-zones/${zones.States}/`, { token: admin, body: { rates } });
    expect((await order())[0]).toBe('18.33');
    for (const id of Object.values(zones)) {
      await shop.call('DELETE', `/shipping-zones/${id}/`, { token: admin });
    }
    await order();
    const [after, withoutZone] = await order();
    expect([after, withoutZone]).toEqual(['15.83', withZone]);
  });
});
