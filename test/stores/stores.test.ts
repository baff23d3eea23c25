import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let manager: string;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.officeToken('admin');
  manager = await shop.officeToken('manager');
});
afterAll(() => shop.close());

const codes = (answer: { body: { code: string }[] }) => answer.body.map(store => store.code);

describe('stores', () => {
  it('are found by UUID, code and content id', async () => {
    for (const ref of [DOWNTOWN_ID, 'DOWNTOWN', 'store-downtown', DOWNTOWN_ID.toUpperCase()]) {
      const { status, body } = await shop.call('GET', `/stores/${ref}/`, { token: manager });
      expect([status, body.id]).toEqual([200, DOWNTOWN_ID]);
    }
    expect((await shop.call('GET', '/stores/NOWHERE/', { token: manager })).status).toBe(404);
  });

  it('show the fields that a shop needs', async () => {
    const { body } = await shop.call('GET', '/stores/DOWNTOWN/', { token: manager });
    expect(body).toMatchObject({
      code: 'DOWNTOWN',
      time_zone: 'America/New_York',
      currency: 'USD',
      pickup_enabled: true,
      pay_at_store_enabled: true,
      sanity_id: 'store-downtown',
      tax_jurisdictions: [{ code: 'US-NY-NYC', name: 'New York sales tax', rate: '0.082500' }],
      shipping_rates: [
        { id: 1, code: 'standard', price: '5.00', days_min: 3, days_max: 5 },
        { id: 2, code: 'express', price: '16.00', days_min: 1, days_max: 1 },
      ],
    });
  });

  it('are listed as far as the caller may see them', async () => {
    expect(codes(await shop.call('GET', '/stores/', { token: manager }))).toEqual([
      'AIRPORT',
      'DOWNTOWN',
      'ZURICH',
    ]);
    const cashier = await shop.tillToken('EMP005');
    expect(codes(await shop.call('GET', '/stores/', { token: cashier }))).toEqual(['AIRPORT']);
    expect((await shop.call('GET', '/stores/DOWNTOWN/', { token: cashier })).status).toBe(404);
  });

  it('are paged', async () => {
    const list = (query: string) => shop.call('GET', `/stores/?${query}`, { token: manager });
    const first = await list('limit=1');
    expect(codes(first)).toEqual(['AIRPORT']);
    const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))?.[1];
    expect(first.headers.link).toBe(`</stores/?limit=1&cursor=${cursor}>; rel="next"`);
    const second = await list(`limit=2&cursor=${cursor}`);
    expect(codes(second)).toEqual(['DOWNTOWN', 'ZURICH']);
    expect(second.headers.link).toBeUndefined();
    const { status, body } = await list('cursor=x');
    expect([status, body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('are created by admins, changed by managers, and the list shows it at once', async () => {
    const body = { code: 'HARBOR', name: 'Harbor', time_zone: 'Europe/Lisbon', currency: 'EUR' };
    expect((await shop.call('POST', '/stores/', { token: manager, body })).status).toBe(403);
    const opened = await shop.call('POST', '/stores/', { token: admin, body });
    expect(opened.status).toBe(201);
    expect(codes(await shop.call('GET', '/stores/', { token: manager }))).toEqual([
      'AIRPORT',
      'DOWNTOWN',
      'HARBOR',
      'ZURICH',
    ]);
    const renamed = await shop.call('PATCH', '/stores/HARBOR/', {
      token: manager,
      body: { name: 'Old Harbor' },
    });
    expect(renamed.body.name).toBe('Old Harbor');
    const { body: list } = await shop.call('GET', '/stores/', { token: manager });
    expect(list.find((store: { code: string }) => store.code === 'HARBOR').name).toBe('Old Harbor');
    expect((await shop.call('DELETE', '/stores/HARBOR/', { token: admin })).status).toBe(204);
    expect(codes(await shop.call('GET', '/stores/', { token: manager }))).toEqual([
      'AIRPORT',
      'DOWNTOWN',
      'ZURICH',
    ]);
  });

  it.each([
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['a time zone unknown to the database', { time_zone: 'US/Pacific-New' }, 'time_zone'],
    ['an unknown site', { site_id: DOWNTOWN_ID }, 'site_id'],
    [
      'an unknown tax jurisdiction',
      { tax_jurisdiction_ids: [DOWNTOWN_ID] },
      'tax_jurisdiction_ids',
    ],
    ['a currency in small letters', { currency: 'usd' }, 'currency'],
    [
      'a negative shipping rate',
      { shipping_rates: [{ id: 1, code: 'x', title: 'X', price: '-1' }] },
      'shipping_rates.0.price',
    ],
    [
      'a shipping rate that ends before it starts',
      { shipping_rates: [{ id: 1, code: 'x', title: 'X', price: '1', days_min: 5, days_max: 3 }] },
      'shipping_rates.0.days_max',
    ],
  ])('refuse %s and stay unchanged', async (_, body, field) => {
    const before = (await shop.call('GET', '/stores/AIRPORT/', { token: admin })).body;
    const answer = await shop.call('PATCH', '/stores/AIRPORT/', { token: admin, body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await shop.call('GET', '/stores/AIRPORT/', { token: admin })).body).toEqual(before);
  });

  it('open with a tax of their own beside one that exists', async () => {
    const jurisdictions = async (): Promise<{ id: string; code: string }[]> =>
      (await shop.call('GET', '/tax-jurisdictions/', { token: admin })).body;
    const before = await jurisdictions();
    const federal = before.find(({ code }) => code === 'US-NY-NYC')?.id ?? '';
    const body = {
      code: 'PIER',
      name: 'Pier',
      country: 'US',
      tax: { name: 'California', standard_rate: '0.0725', reduced_rate: '0.01' },
      tax_jurisdiction_ids: [federal],
    };
    const opened = await shop.call('POST', '/stores/', { token: admin, body });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({
      approval_policy: {},
      tax_jurisdictions: [
        { code: 'US-NY-NYC' },
        {
          code: 'US-PIER',
          name: 'California',
          rate: '0.072500',
          rates: [{ tax_class: 'reduced', rate: '0.010000', valid_from: null, valid_to: null }],
        },
      ],
    });
    const taken = await shop.call('POST', '/stores/', {
      token: admin,
      body: { ...body, name: 'Pier again' },
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'DUPLICATE']);
    const missing = await shop.call('POST', '/stores/', {
      token: admin,
      body: { ...body, code: 'PIER-2', tax_jurisdiction_ids: [DOWNTOWN_ID] },
    });
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([
      400,
      ['tax_jurisdiction_ids'],
    ]);
    expect((await jurisdictions()).map(({ code }) => code)).toEqual(
      [...before.map(({ code }) => code), 'US-PIER'].sort(),
    );
    const own = (await jurisdictions()).find(({ code }) => code === 'US-PIER')?.id;
    for (const path of ['/stores/PIER/', `/tax-jurisdictions/${own}/`]) {
      expect((await shop.call('DELETE', path, { token: admin })).status).toBe(204);
    }
  });

  it('have unique codes', async () => {
    const answer = await shop.call('POST', '/stores/', {
      token: admin,
      body: { code: 'AIRPORT', name: 'Twin' },
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'DUPLICATE']);
  });

  it('are not deleted while anything references them', async () => {
    const answer = await shop.call('DELETE', '/stores/AIRPORT/', { token: admin });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    expect((await shop.call('GET', '/stores/AIRPORT/', { token: admin })).status).toBe(200);
  });

  it('list their tills', async () => {
    const { body } = await shop.call('GET', '/stores/AIRPORT/terminals/', { token: admin });
    expect(body.map((till: { id: string }) => till.id)).toContain('T-101');
  });
});

describe('tax jurisdictions', () => {
  it('change the tax of a sale at once', async () => {
    const list = await shop.call('GET', '/tax-jurisdictions/', { token: admin });
    expect(list.body.map((tax: { code: string; rate: string }) => [tax.code, tax.rate])).toEqual([
      ['CH-VAT', '0.081'],
      ['DE-VAT', '0.19'],
      ['US-NY-NYC', '0.0825'],
    ]);
    const added = await shop.call('POST', '/tax-jurisdictions/', {
      token: admin,
      body: { code: 'US-CITY', name: 'City tax', rate: '0.01', store_ids: [DOWNTOWN_ID] },
    });
    expect(added.status).toBe(201);
    const token = await shop.tillToken();
    const sale = await shop.call('POST', '/pos/transactions/create/', {
      token,
      body: {
        store_id: 'DOWNTOWN',
        employee_id: 'EMP001',
        line_items: [{ sku: 'MUG-WHITE', quantity: 8, unit_price: '12.50', subtotal: '100.00' }],
        subtotal: '100.00',
        tax_amount: '9.25',
        total_amount: '109.25',
      },
    });
    expect([sale.status, sale.body.transaction.tax_variance]).toEqual([201, '0.00']);
    await shop.call('DELETE', `/tax-jurisdictions/${added.body.id}/`, { token: admin });
  });

  it.each(['1', '-0.1', '0.1234567', '8.25'])('refuse the rate %s', async rate => {
    const answer = await shop.call('POST', '/tax-jurisdictions/', {
      token: admin,
      body: { code: 'X', name: 'X', rate },
    });
    expect(answer.status).toBe(400);
  });

  it('that are unknown cannot be assigned to stores', async () => {
    const answer = await shop.call(
      'PATCH',
      '/tax-jurisdictions/00000000-0000-4000-8000-00000000ffff/',
      { token: admin, body: { store_ids: [AIRPORT_ID] } },
    );
    expect(answer.status).toBe(404);
  });
});

describe('sites', () => {
  it('cannot be deleted while a store uses them', async () => {
    const { body } = await shop.call('GET', '/sites/', { token: admin });
    const answer = await shop.call('DELETE', `/sites/${body[0].id}/`, { token: admin });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });
});

describe('every change of a store', () => {
  it('publishes an event in the same transaction', async () => {
    await shop.call('PATCH', '/stores/AIRPORT/', {
      token: admin,
      body: { phone: '+49 30 555 0199' },
    });
    await shop.settleEvents();
    const rows = await statement<{ store_id: string }>(
      shop.platform.db,
      `select store_id from events where event = 'store.saved' and subject_id = $1`,
      [AIRPORT_ID],
    );
    expect(rows.at(-1)).toEqual({ store_id: AIRPORT_ID });
  });
});
