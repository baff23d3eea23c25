import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSetupLink } from '../../src/domains/people/index.js';
import { COUNTRIES } from '../../src/domains/setup/countries.js';
import { storeCodeOf } from '../../src/domains/setup/rules.js';
import { DAY_MS } from '../../src/platform/clock.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';

const env = { DEMO_DATA: 'false', PUBLIC_URL: 'https://shop.example' };

const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  email: 'ada@example.com',
  password: 'analytical-engine',
};

const claim = (shop: Shop, token: string, person: object = ada) =>
  shop.call('POST', '/setup/administrator/', { body: { token, ...person } });

async function linkOf(shop: Shop): Promise<string> {
  const link = (await makeSetupLink(shop.platform)) ?? '';
  expect(link).toMatch(/^https:\/\/shop\.example\/app\/desk\/setup#[\w-]{43}$/);
  return link.split('#')[1] ?? '';
}

type Rate = { bands: { up_to_grams: number | null; price: string }[] };

const admins = async (shop: Shop): Promise<string[]> => {
  const rows = await statement<{ username: string }>(
    shop.platform.db,
    `select username from users where role = 'admin'`,
  );
  return rows.map(({ username }) => username);
};

describe('the one-time link of an empty shop', () => {
  let shop: Shop;
  let now = new Date('2026-03-02T08:00:00Z');

  beforeAll(async () => {
    const clock = { now: () => now };
    shop = await openShop({ demo: false, env: { ...env, BLOCK_LOOPBACK: 'true' }, clock });
  });
  afterAll(() => shop.close());

  it('is refused when it is wrong or older than a day, and nothing is stored in clear', async () => {
    expect((await shop.call('GET', '/setup/')).body).toEqual({
      has_administrator: false,
      is_demo: false,
    });
    const token = await linkOf(shop);
    const stored = await statement<{ row: string }>(
      shop.platform.db,
      'select setup_links::text as row from setup_links',
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.row).not.toContain(token);
    const wrong = await claim(shop, `${token}x`);
    expect([wrong.status, wrong.body.code]).toEqual([403, 'SETUP_LINK_INVALID']);
    const short = await claim(shop, token, { ...ada, password: 'seven77' });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['password']]);
    now = new Date(now.getTime() + DAY_MS);
    expect((await claim(shop, token)).body.code).toBe('SETUP_LINK_INVALID');
    expect(await admins(shop)).toEqual([]);
  });

  it('blocks an address that guesses, even with the right token', async () => {
    const token = await linkOf(shop);
    const tries = [];
    for (let n = 0; n < 12; n += 1) tries.push((await claim(shop, `guess-${n}`)).status);
    expect(tries.at(0)).toBe(403);
    expect(tries.at(-1)).toBe(429);
    const blocked = await claim(shop, token);
    expect([blocked.status, blocked.body.code]).toEqual([429, 'FAILURE_BLOCKED']);
    expect(await admins(shop)).toEqual([]);
  });
});

describe('the first run', () => {
  let shop: Shop;
  let token: string;

  beforeAll(async () => {
    shop = await openShop({ demo: false, env });
  });
  afterAll(() => shop.close());

  const get = async (path: string) => (await shop.call('GET', path, { token })).body;
  const post = (path: string, body?: object) => shop.call('POST', path, { token, body });
  const statuses = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await get('/setup/progress/')).steps.map((one: { step: string; status: string }) => [
        one.step,
        one.status,
      ]),
    );

  it('makes one of several people with links of two nodes the administrator', async () => {
    const links = [await linkOf(shop), await linkOf(shop)];
    const people = ['ada', 'bob', 'cleo', 'dan'].map(username => ({
      ...ada,
      username,
      email: `${username}@example.com`,
    }));
    const answers = await Promise.all(
      people.map((person, index) => claim(shop, links[index % 2] ?? '', person)),
    );
    const winner = answers.find(({ status }) => status === 201);
    token = winner?.body.access;
    expect(answers.filter(answer => answer !== winner).map(({ body }) => body.code)).toEqual([
      'SETUP_DONE',
      'SETUP_DONE',
      'SETUP_DONE',
    ]);
    expect(await admins(shop)).toHaveLength(1);
    const me = await get('/auth/me/');
    expect(me).toMatchObject({ role: 'admin', employee_number: me.username });
    expect(String(winner?.headers['set-cookie'])).toContain('web_session=');
    const logged = await get('/audit-log/');
    expect(logged).toMatchObject([{ action: 'login', actor: { id: me.id, kind: 'staff' } }]);
  });

  it('has no such routes once there is an administrator', async () => {
    for (const body of [{}, { token: 'any', ...ada }]) {
      const refused = await shop.call('POST', '/setup/administrator/', { body });
      expect([refused.status, refused.body.code]).toEqual([404, 'SETUP_DONE']);
    }
    expect(await makeSetupLink(shop.platform)).toBeUndefined();
    expect(await shop.call('GET', '/setup/')).toMatchObject({
      body: { has_administrator: true, is_demo: false },
    });
    for (const path of ['/setup/progress/', '/setup/countries/']) {
      expect((await shop.call('GET', path)).status).toBe(401);
    }
    expect((await shop.call('POST', '/setup/store/', { body: {} })).status).toBe(401);
  });

  it('counts what exists, and remembers what was put off', async () => {
    expect(await statuses()).toEqual({
      administrator: 'done',
      store: 'open',
      payment_methods: 'open',
      products: 'open',
      till: 'open',
      staff: 'open',
      test_sale: 'open',
    });
    await Promise.all([post('/setup/steps/staff/skip/'), post('/setup/steps/staff/skip/')]);
    const both = await post('/setup/steps/test_sale/skip/');
    expect(both.body.is_complete).toBe(false);
    await post('/setup/steps/staff/resume/');
    expect(await statuses()).toMatchObject({ staff: 'open', test_sale: 'skipped' });
    expect((await post('/setup/steps/store/skip/')).status).toBe(400);
    expect((await post('/setup/sample-products/')).body.code).toBe('STORE_REQUIRED');
  });

  const store = {
    name: 'Käse & Co.',
    address: 'Lange Reihe 1',
    city: 'Hamburg',
    postal_code: '20099',
    country: 'DE',
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    language: 'de',
    prices_include_tax: true,
    cash_rounding: 'none',
    tax: { name: 'Mehrwertsteuer', standard_rate: '0.19', reduced_rate: '0.07' },
  };

  it('opens the first store once, with its taxes and the currency of all prices', async () => {
    const zone = await post('/setup/store/', { ...store, time_zone: 'Europe/Atlantis' });
    expect([zone.status, Object.keys(zone.body.errors)]).toEqual([400, ['time_zone']]);
    expect(await get('/tax-jurisdictions/')).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => post('/setup/store/', store)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [opened, ...others] = await get('/stores/');
    expect(others).toEqual([]);
    expect(opened).toMatchObject({
      code: 'KASE-CO',
      name: 'Käse & Co.',
      currency: 'EUR',
      country: 'DE',
      prices_include_tax: true,
      shipping_tax_class: 'standard',
      tax_jurisdictions: [
        {
          code: 'DE-KASE-CO',
          name: 'Mehrwertsteuer',
          rate: '0.190000',
          rates: [{ tax_class: 'reduced', rate: '0.070000', valid_from: null, valid_to: null }],
        },
      ],
    });
    expect(await get('/prices/base/')).toEqual({ currency: 'EUR' });
    expect(await get('/price-lists/')).toEqual([]);
    const zones = await get('/shipping-zones/?store=KASE-CO');
    expect(zones).toMatchObject([
      { name: 'Inland', countries: ['DE'], is_rest_of_world: false },
      { name: 'Nachbarländer', is_rest_of_world: false },
      { name: 'Übrige Welt', countries: [], is_rest_of_world: true },
    ]);
    expect(zones[1].countries).toHaveLength(31);
    expect(zones[1].countries).not.toContain('DE');
    const cheapest = zones.map(({ rates }: { rates: Rate[] }) => rates[0]?.bands[0]);
    expect(cheapest).toEqual([
      { up_to_grams: null, price: '5.00' },
      { up_to_grams: 2_000, price: '12.00' },
      { up_to_grams: 500, price: '15.00' },
    ]);
  });

  it('fills an empty catalogue once, and sells at its prices', async () => {
    expect((await post('/setup/sample-products/')).body).toEqual({ variants: 6 });
    const again = await post('/setup/sample-products/');
    expect([again.status, again.body.code]).toEqual([409, 'PRODUCTS_EXIST']);
    const [level] = await get('/inventory-levels/?sku=SAMPLE-COFFEE');
    expect(level.on_hand).toBe(20);
    await post('/payment-methods/', { code: 'cash', name: 'Bargeld', method_type: 'cash' });
    await post('/stores/KASE-CO/terminals/', { id: 'T-1', name: 'Theke' });
    const cashier = {
      role: 'cashier',
      employee_number: '100',
      first_name: 'Kim',
      pin_code: '4711',
      store_ids: ['KASE-CO'],
    };
    expect((await post('/users/', cashier)).status).toBe(201);
    const login = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { employee_id: '100', pin_code: '4711', store_id: 'KASE-CO', terminal_id: 'T-1' },
    });
    const till = login.body.token;
    expect((await shop.call('GET', '/setup/progress/', { token: till })).status).toBe(403);
    const sale = await shop.call('POST', '/pos/transactions/create/', {
      token: till,
      body: {
        store_id: 'KASE-CO',
        employee_id: '100',
        line_items: [
          { sku: 'SAMPLE-COFFEE', quantity: 1, unit_price: '9.00', subtotal: '9.00' },
          { sku: 'SAMPLE-TOWEL', quantity: 1, unit_price: '14.00', subtotal: '14.00' },
        ],
        subtotal: '23.00',
        // 9.00 × 7/107 and 14.00 × 19/119.
        tax_amount: '2.83',
        total_amount: '23.00',
      },
    });
    expect(sale.body.transaction).toMatchObject({ total_amount: '23.00' });
    expect(await statuses()).toMatchObject({ test_sale: 'skipped', till: 'done', staff: 'done' });
    const paid = await shop.call(
      'POST',
      `/pos/transactions/${sale.body.transaction.transaction_id}/payment/`,
      { token: till, body: { payment_method_id: 'cash', tendered_amount: '25.00' } },
    );
    expect(paid.body.transaction).toMatchObject({ change_due: '2.00' });
    const after = await get('/setup/progress/');
    expect(after.is_complete).toBe(true);
    expect(new Set(after.steps.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['done']),
    );
  });

  it('keeps the currency of the prices after a restart, unless the environment names another', async () => {
    const second = await openShop({ beside: shop, env });
    const other = await openShop({ beside: shop, env: { ...env, BASE_CURRENCY: 'CHF' } });
    const currencyOf = async (node: Shop) =>
      (await node.call('GET', '/prices/base/', { token })).body.currency;
    expect([await currencyOf(second), await currencyOf(other)]).toEqual(['EUR', 'CHF']);
    await second.close();
    await other.close();
  });
});

describe('a shop whose environment names the currency of the prices', () => {
  it('gives a first store with another currency a price list', async () => {
    const shop = await openShop({ demo: false, env: { ...env, BASE_CURRENCY: 'EUR' } });
    const { access: token } = (await claim(shop, await linkOf(shop))).body;
    const us = COUNTRIES.find(({ code }) => code === 'US');
    const opened = await shop.call('POST', '/setup/store/', {
      token,
      body: {
        name: '日本',
        country: 'US',
        currency: us?.currency,
        time_zone: us?.time_zones[0],
        language: 'en',
        prices_include_tax: false,
        cash_rounding: 'none',
        tax: { name: 'Sales tax', standard_rate: '0.0825' },
      },
    });
    expect(opened.body).toMatchObject({ code: 'STORE', currency: 'USD' });
    const lists = (await shop.call('GET', '/price-lists/', { token })).body;
    expect(lists).toMatchObject([{ code: 'USD', currency: 'USD' }]);
    await shop.close();
  });
});

describe('the table of countries', () => {
  it('has what the service accepts', () => {
    const zones = new Set(Intl.supportedValuesOf('timeZone'));
    const currencies = new Set(Intl.supportedValuesOf('currency'));
    for (const country of COUNTRIES) {
      expect(country.time_zones.filter(zone => !zones.has(zone))).toEqual([]);
      expect(currencies.has(country.currency)).toBe(true);
      const rates = [country.standard_rate, country.reduced_rate ?? '0', ...country.other_rates];
      expect(rates.filter(rate => !/^0(\.\d{1,3})?$/.test(rate))).toEqual([]);
    }
    const codes = COUNTRIES.map(({ code }) => code);
    const needed = 'US DE AT CH FR IT ES NL GB JP CA AU'.split(' ');
    expect(needed.filter(code => !codes.includes(code))).toEqual([]);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  it('makes a code of any name', () => {
    const names = ['Käse & Co.', '  --  ', 'Ñandú 24/7', 'x'.repeat(50)];
    expect(names.map(storeCodeOf)).toEqual(['KASE-CO', 'STORE', 'NANDU-24-7', 'X'.repeat(32)]);
  });
});
