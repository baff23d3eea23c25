import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID, variantOf } from '../../src/seed/data.js';
import {
  add,
  openShop,
  openVisit,
  type Reply,
  readCart,
  type Shop,
} from '../storefront/support.js';

let shop: Shop;
let manager: string;
const clock = { at: Date.now(), now: () => new Date(clock.at) };
/** Shorter than the life of a login. */
const MINUTE_MS = 60_000;

beforeAll(async () => {
  shop = await openShop({ clock });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
  shop.call(method, path, { token: manager, body });

const fieldsOf = (reply: Reply): string[] => Object.keys(reply.body.errors ?? {});

async function newList(body: object): Promise<{ id: string; code: string }> {
  const reply = await send('POST', '/price-lists/', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
}

/** Rings up one line at DOWNTOWN without tax; true if the price is not that of the catalogue. */
async function isOverridden(sku: string, quantity: number, price: string, customer?: string) {
  const subtotal = (Number(price) * quantity).toFixed(2);
  const reply = await shop.call('POST', '/pos/transactions/create/', {
    token: await shop.tillToken('EMP003'),
    body: {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP003',
      customer_id: customer,
      line_items: [{ sku, quantity, unit_price: price, subtotal }],
      subtotal,
      tax_amount: '0.00',
      total_amount: subtotal,
    },
  });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.transaction.price_overridden;
}

const sellAtAirport = async (sku: string) =>
  shop.call('POST', '/pos/transactions/create/', {
    token: await shop.tillToken('EMP005'),
    body: {
      store_id: 'AIRPORT',
      employee_id: 'EMP005',
      line_items: [{ sku, quantity: 1, unit_price: '5.00', subtotal: '5.00' }],
      subtotal: '5.00',
      tax_amount: '0.00',
      total_amount: '5.00',
    },
  });

describe('price lists', () => {
  it('of the demo sell in euros and francs', async () => {
    const { body } = await send('GET', '/price-lists/');
    expect(body.map((list: { code: string }) => list.code)).toEqual(['CHF', 'EUR']);
    const prices = await send('GET', '/prices/?variant=MUG-WHITE');
    expect(
      Object.fromEntries(
        prices.body.map((price: { currency: string; amount: string }) => [
          price.currency,
          price.amount,
        ]),
      ),
    ).toEqual({ CHF: '13.90', EUR: '12.50' });
  });

  it.each([
    [{ currency: 'SEK' }, 400, ['currency']],
    [{ currency: 'euro' }, 400, ['currency']],
    [{ store_ids: ['NOWHERE'] }, 400, ['store_ids']],
    [{ store_ids: ['DOWNTOWN'] }, 400, ['store_ids']],
    [{ valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-01-01T00:00:00Z' }, 400, ['valid_to']],
    [{ priority: 0 }, 409, ['priority']],
    [{ priority: 0, store_ids: ['AIRPORT'], customer_group: 'trade' }, 409, ['priority']],
    [{ code: 'EUR' }, 409, ['code']],
    [{ code: 'has space' }, 400, ['code']],
  ])('are refused with %j', async (change, status, fields) => {
    const body = { code: 'NEW', name: 'New', currency: 'EUR', priority: 9, ...change };
    const reply = await send('POST', '/price-lists/', body);
    expect([reply.status, fieldsOf(reply)]).toEqual([status, fields]);
    expect((await send('GET', '/price-lists/')).body).toHaveLength(2);
  });

  it('belong to the chain, not to cashiers', async () => {
    const token = await shop.tillToken();
    const body = { code: 'MINE', name: 'Mine', currency: 'USD' };
    expect((await shop.call('POST', '/price-lists/', { token, body })).status).toBe(403);
    expect((await shop.call('GET', '/price-lists/', { token })).status).toBe(200);
    expect((await shop.call('GET', '/price-lists/')).status).toBe(401);
  });

  it('keep a store that they name from being deleted', async () => {
    const admin = await shop.officeToken('admin');
    const created = await shop.call('POST', '/stores/', {
      token: admin,
      body: { code: 'KIOSK', name: 'Kiosk', time_zone: 'Europe/Berlin', currency: 'EUR' },
    });
    const list = await newList({
      code: 'KIOSK',
      name: 'Kiosk',
      currency: 'EUR',
      priority: 3,
      store_ids: ['KIOSK'],
    });
    expect(created.status).toBe(201);
    const remove = () => shop.call('DELETE', '/stores/KIOSK/', { token: admin });
    expect((await remove()).status).toBe(409);
    expect((await send('DELETE', `/price-lists/${list.id}/`)).status).toBe(204);
    expect((await remove()).status).toBe(204);
  });
});

describe('a till', () => {
  it('expects the price of the list, by quantity and customer group, at its time', async () => {
    const from = new Date(clock.at + MINUTE_MS).toISOString();
    const sale = await newList({ code: 'SALE', name: 'Sale', currency: 'USD', valid_from: from });
    const trade = await newList({
      code: 'TRADE',
      name: 'Trade',
      currency: 'USD',
      customer_group: 'trade',
      priority: 5,
    });
    const price = (list: string, amount: string, min_quantity: number | string = 1) =>
      send('POST', '/prices/', { variant: 'MUG-WHITE', price_list: list, amount, min_quantity });
    expect((await price('SALE', '9.00')).status).toBe(201);
    expect((await price(sale.id, '8.00', '10')).status).toBe(201);
    expect((await price('TRADE', '7.00')).status).toBe(201);
    expect((await price('SALE', '9.00')).status).toBe(409);

    expect(await isOverridden('MUG-WHITE', 1, '12.50')).toBe(false);
    clock.at += MINUTE_MS;
    expect(await isOverridden('MUG-WHITE', 1, '9.00')).toBe(false);
    expect(await isOverridden('MUG-WHITE', 1, '12.50')).toBe(true);
    expect(await isOverridden('MUG-WHITE', 10, '8.00')).toBe(false);

    const { body: found } = await send('GET', '/users/?role=customer&search=shopper');
    const customer = found[0].id;
    expect(await isOverridden('MUG-WHITE', 1, '9.00', customer)).toBe(false);
    const admin = await shop.officeToken('admin');
    const change = { token: admin, body: { customer_group: 'trade' } };
    expect((await shop.call('PATCH', `/users/${customer}/`, change)).status).toBe(200);
    expect(await isOverridden('MUG-WHITE', 1, '7.00', customer)).toBe(false);

    for (const { id } of [sale, trade]) await send('DELETE', `/price-lists/${id}/`);
    expect(await isOverridden('MUG-WHITE', 1, '12.50')).toBe(false);
  });
});

describe('an article without a price in the currency of a store', () => {
  const sku = 'TEE-BLACK-M';
  let path = '';
  beforeAll(async () => {
    const { body } = await send('GET', `/prices/?variant=${sku}&price_list=EUR`);
    path = `/prices/${body[0].id}/`;
    expect((await send('DELETE', path)).status).toBe(204);
  });
  afterAll(async () => {
    await send('POST', '/prices/', { variant: sku, price_list: 'EUR', amount: '25.00' });
  });

  it('is not sold at the till', async () => {
    const reply = await sellAtAirport(sku);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('NOT_SOLD_HERE');
    expect(reply.text).toContain(`${sku} has no price in EUR.`);
    expect((await sellAtAirport('MUG-WHITE')).status).toBe(201);
  });

  it('does not enter a cart, is hidden in the shop and is listed as a gap', async () => {
    const visit = await openVisit(shop, AIRPORT_ID);
    const reply = await add(shop, visit, sku, 1);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('NOT_SOLD_HERE');
    expect((await readCart(shop, visit)).body.line_items).toEqual([]);
    const skusAt = async (store: string) =>
      (await shop.call('GET', `/web-commerce/products/?limit=200&store_id=${store}`)).body.flatMap(
        (product: { variants: { sku: string }[] }) => product.variants.map(one => one.sku),
      );
    expect(await skusAt(AIRPORT_ID)).not.toContain(sku);
    expect(await skusAt(DOWNTOWN_ID)).toContain(sku);
    const gaps = await send('GET', '/prices/gaps/?store=AIRPORT');
    expect(gaps.body).toEqual([
      expect.objectContaining({ sku, store_code: 'AIRPORT', currency: 'EUR' }),
    ]);
  });

  it('stops the checkout of a cart that has it', async () => {
    const visit = await openVisit(shop, AIRPORT_ID);
    expect((await add(shop, visit, 'MUG-WHITE', 1)).status).toBe(200);
    const { body } = await send('GET', '/prices/?variant=MUG-WHITE&price_list=EUR');
    await send('DELETE', `/prices/${body[0].id}/`);
    const reply = await shop.call('POST', '/web-commerce/checkout/initiate/', {
      headers: { 'x-cart-session-token': visit.token },
      body: { cart_id: visit.cartId, store_id: AIRPORT_ID, fulfillment_method: 'ship' },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('MUG-WHITE has no price in EUR.');
    await send('POST', '/prices/', { variant: 'MUG-WHITE', price_list: 'EUR', amount: '12.50' });
  });
});

describe('prices', () => {
  it.each([
    [{ amount: '-1.00' }, ['amount']],
    [{ amount: '1.234' }, ['amount']],
    [{ variant: 'NO-SUCH' }, ['variant']],
    [{ price_list: 'NO-SUCH' }, ['price_list']],
    [{ min_quantity: 0 }, ['min_quantity']],
    [{ min_quantity: '0.0001' }, ['min_quantity']],
    [{ valid_from: 'tomorrow' }, ['valid_from']],
  ])('are refused with %j', async (change, fields) => {
    const body = { variant: 'MUG-WHITE', price_list: 'CHF', amount: '1.00', min_quantity: 7 };
    const reply = await send('POST', '/prices/', { ...body, ...change });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, fields]);
  });

  it('in yen have no decimals', async () => {
    const admin = await shop.officeToken('admin');
    const body = { code: 'TOKYO', name: 'Tokyo', time_zone: 'Asia/Tokyo', currency: 'JPY' };
    expect((await shop.call('POST', '/stores/', { token: admin, body })).status).toBe(201);
    await newList({ code: 'JPY', name: 'Yen', currency: 'JPY' });
    const price = { variant: 'MUG-WHITE', price_list: 'JPY' };
    const reply = await send('POST', '/prices/', { ...price, amount: '12.50' });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, ['amount']]);
    expect((await send('POST', '/prices/', { ...price, amount: '1250' })).body).toMatchObject({
      amount: '1250.00',
      currency: 'JPY',
      margin: null,
    });
  });

  it('change in bulk: first a preview with errors per row, then all or none', async () => {
    const changes = [
      { variant: 'MUG-WHITE', price_list: 'EUR', amount: '13.00' },
      { variant: 'MUG-WHITE', price_list: 'EUR', min_quantity: 10, amount: '11.00' },
      { variant: 'NOTE-DOT-A5', amount: '17.00' },
      { variant: 'SOCKS-M', price_list: 'EUR', amount: '-3' },
    ];
    const preview = await send('POST', '/prices/bulk/', { changes, dry_run: true });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ dry_run: true, changed: 3, errors: 1 });
    expect(
      preview.body.changes.map((row: { before: string; after: string; error: object | null }) => [
        row.before,
        row.after,
        row.error,
      ]),
    ).toEqual([
      ['12.50', '13.00', null],
      [null, '11.00', null],
      ['16.00', '17.00', null],
      ['9.00', '9.00', { field: 'amount', message: 'Must not be negative.' }],
    ]);
    const refused = await send('POST', '/prices/bulk/', { changes });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['changes.3.amount']]);
    const amounts = async () =>
      (await send('GET', '/prices/?variant=MUG-WHITE&price_list=EUR')).body.map(
        (price: { amount: string }) => price.amount,
      );
    expect(await amounts()).toEqual(['12.50']);
    const applied = await send('POST', '/prices/bulk/', { changes: changes.slice(0, 3) });
    expect(applied.body).toMatchObject({ dry_run: false, changed: 3, errors: 0 });
    expect((await amounts()).sort()).toEqual(['11.00', '13.00']);
    expect((await send('GET', '/product-variants/NOTE-DOT-A5/')).body.price).toBe('17.00');
    const undo = [
      { variant: variantOf('MUG-WHITE').id, price_list: 'EUR', amount: '12.50' },
      { variant: 'MUG-WHITE', price_list: 'EUR', min_quantity: 10, amount: null },
      { variant: 'NOTE-DOT-A5', price_list: null, amount: '16.00' },
    ];
    expect((await send('POST', '/prices/bulk/', { changes: undo })).status).toBe(200);
    expect(await amounts()).toEqual(['12.50']);
  });

  it('change in bulk only where nobody has changed them since they were read', async () => {
    const change = (amount: string | null, if_amount: string | null, more: object = {}) => ({
      ...{ variant: 'MUG-WHITE', price_list: 'EUR', amount, if_amount },
      ...more,
    });
    const bulk = (...changes: object[]) => send('POST', '/prices/bulk/', { changes });
    const [before] = (await send('GET', '/prices/?variant=MUG-WHITE&price_list=EUR')).body;
    const dozen = { min_quantity: 12 };
    const refused = await bulk(change('14.00', '9.99'), change('11.00', null, dozen));
    expect([refused.status, refused.body.code, refused.body.current]).toEqual([
      412,
      'CHANGED',
      {
        rows: [
          {
            id: before.id,
            variant: variantOf('MUG-WHITE').id,
            sku: 'MUG-WHITE',
            price_list: before.price_list,
            price_list_code: 'EUR',
            min_quantity: 1,
            amount: '12.50',
          },
        ],
      },
    ]);
    expect((await send('GET', '/prices/?variant=MUG-WHITE&price_list=EUR')).body).toEqual([before]);
    expect((await bulk(change('14.00', '12.5'), change('11.00', null, dozen))).status).toBe(200);
    // Sent again after a lost answer: the prices are the wanted ones.
    expect((await bulk(change('14.00', '12.50'), change('11.00', null, dozen))).status).toBe(200);
    expect((await bulk(change(null, null, dozen))).status).toBe(412);
    const back = await bulk(change('12.50', '14.00'), change(null, '11.00', dozen));
    expect(back.body.changed).toBe(2);
  });
});
