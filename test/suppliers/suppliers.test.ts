import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  shop = await openShop({ background: false });
  ({ headers } = await logInCallers(shop));
});
afterAll(() => shop.close());

const as = (caller: string, method: string, url: string, body?: object) =>
  shop.call(method, url, { headers: headers[caller], ...(body && { body }) });
const call = (method: string, url: string, body?: object) => as('admin', method, url, body);
const created = async (name: string, more: object = {}): Promise<string> => {
  const reply = await call('POST', '/suppliers/', { name, ...more });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
};
const records = () =>
  countRecords(
    shop,
    `select (select json_agg(s order by id) from suppliers s) as suppliers,
       (select json_agg(a order by id) from supplier_articles a) as articles,
       (select json_agg(o order by id) from purchase_orders o) as orders`,
  );

describe('a supplier', () => {
  it('is created, found by a part of its name, changed and archived', async () => {
    const id = await created('  Nordic Glass ', {
      email: 'sales@nordic.example',
      phone: '+46 8 555 01',
      address: 'Glasgatan 1\n111 20 Stockholm',
      customer_number: 'C-77',
      lead_days: 12,
      currency: 'SEK',
      payment_terms: '14 days',
    });
    const { body } = await call('GET', `/suppliers/${id}/`);
    expect(body).toMatchObject({ name: 'Nordic Glass', lead_days: 12, currency: 'SEK' });
    const found = await call('GET', '/suppliers/?q=DIC+gl');
    expect(found.body.map((one: { id: string }) => one.id)).toEqual([id]);
    const changed = await call('PATCH', `/suppliers/${id}/`, { is_archived: true });
    expect([changed.status, changed.body.is_archived]).toEqual([200, true]);
    expect((await call('GET', '/suppliers/?q=nordic&is_archived=false')).body).toEqual([]);
  });

  it('is listed by name in pages', async () => {
    const names: string[] = [];
    let url: string | undefined = '/suppliers/?limit=2&is_archived=false';
    while (url !== undefined) {
      const reply = await call('GET', url);
      for (const { name } of reply.body) names.push(name);
      url = /^<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(names).toEqual([
      'Harbor Coffee Roasters',
      'Keramik Nord',
      'Loom & Thread Apparel',
      'Northside Print Works',
      'Weinhandel Kessler',
    ]);
  });

  it.each([
    ['a name that another one has', { name: 'HARBOR coffee roasters' }, 409, 'DUPLICATE'],
    ['a blank name', { name: '   ' }, 400, 'INVALID'],
    ['an address that is no mail address', { name: 'X', email: 'nobody' }, 400, 'INVALID'],
    ['a negative delivery time', { name: 'X', lead_days: -1 }, 400, 'INVALID'],
    ['a currency in small letters', { name: 'X', currency: 'eur' }, 400, 'INVALID'],
  ])('is refused with %s', async (_case, body, status, code) => {
    const before = await records();
    const reply = await call('POST', '/suppliers/', body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await records()).toEqual(before);
  });

  it('is kept while orders refer to it', async () => {
    const [{ id }] = (await call('GET', '/suppliers/?q=Keramik')).body;
    const before = await records();
    const reply = await call('DELETE', `/suppliers/${id}/`);
    expect([reply.status, reply.body.code]).toEqual([409, 'IN_USE']);
    expect(await records()).toEqual(before);
    const unused = await created('One Day Ltd');
    expect((await call('DELETE', `/suppliers/${unused}/`)).status).toBe(204);
    expect((await call('GET', `/suppliers/${unused}/`)).status).toBe(404);
  });

  it('belongs to the chain: a manager of one store reads it and changes nothing', async () => {
    const [{ id }] = (await call('GET', '/suppliers/?q=Harbor')).body;
    const before = await records();
    for (const [method, url, body] of [
      ['POST', '/suppliers/', { name: 'Mine' }],
      ['PATCH', `/suppliers/${id}/`, { email: 'me@example.com' }],
      ['DELETE', `/suppliers/${id}/`, undefined],
      ['POST', '/supplier-articles/', { supplier: id, sku: 'TEE-BLACK-M' }],
    ] as const) {
      expect((await as('manager', method, url, body)).status).toBe(403);
    }
    expect((await as('manager', 'GET', `/suppliers/${id}/`)).status).toBe(200);
    expect((await as('cashier', 'GET', `/suppliers/${id}/`)).status).toBe(403);
    expect(await records()).toEqual(before);
  });
});

describe('an article of a supplier', () => {
  it('has the number of the supplier and a pack size in the unit of the goods', async () => {
    const supplier = await created('Cheese Works');
    const made = await call('POST', '/supplier-articles/', {
      supplier,
      sku: 'GRUYERE-KG',
      supplier_sku: 'GR-5',
      pack_size: '2.5',
    });
    expect([made.status, made.body]).toMatchObject([
      201,
      { unit: 'kg', pack_size: 2.5, supplier_sku: 'GR-5', is_preferred: false },
    ]);
    const kept = await call('PATCH', `/supplier-articles/${made.body.id}/`, { supplier_sku: 'G' });
    expect(kept.body).toMatchObject({ pack_size: 2.5, supplier_sku: 'G' });
    const listed = await call('GET', `/supplier-articles/?supplier=${supplier}`);
    expect(listed.body).toEqual([kept.body]);
    const before = await records();
    for (const [body, status] of [
      [{ supplier, sku: 'GRUYERE-KG' }, 409],
      [{ supplier, sku: 'MUG-WHITE', pack_size: 1.5 }, 400],
      [{ supplier, sku: 'NOTHING' }, 400],
      [{ supplier: AIRPORT_ID, sku: 'MUG-WHITE' }, 400],
    ] as const) {
      expect((await call('POST', '/supplier-articles/', body)).status).toBe(status);
    }
    expect(await records()).toEqual(before);
    expect((await call('DELETE', `/supplier-articles/${made.body.id}/`)).status).toBe(204);
    expect((await call('GET', `/supplier-articles/?supplier=${supplier}`)).body).toEqual([]);
  });

  it('has a cost in the currency of the supplier, unless the request names another', async () => {
    const supplier = await created('Cost & Sons', { currency: 'EUR' });
    const body = { supplier, sku: 'TEE-BLACK-S', cost: '4.5' };
    const made = await call('POST', '/supplier-articles/', body);
    expect(made.body).toMatchObject({ cost: '4.50', cost_currency: 'EUR' });
    const url = `/supplier-articles/${made.body.id}/`;
    const kept = await call('PATCH', url, { supplier_sku: 'CS' });
    expect(kept.body).toMatchObject({ cost: '4.50', cost_currency: 'EUR' });
    const before = await records();
    for (const change of [
      { cost: '-1.00' },
      { cost: '4.505' },
      { cost: '4.50', cost_currency: 'JPY' },
      { cost_currency: 'JPY' },
      { cost_currency: 'eur' },
    ]) {
      expect((await call('PATCH', url, change)).status).toBe(400);
    }
    expect(await records()).toEqual(before);
    const moved = await call('PATCH', url, { cost: '5.10', cost_currency: 'USD' });
    expect(moved.body).toMatchObject({ cost: '5.10', cost_currency: 'USD' });
    const again = await call('PATCH', url, { cost: '5.20' });
    expect(again.body).toMatchObject({ cost: '5.20', cost_currency: 'USD' });
    const own = await call('PATCH', url, { cost_currency: null });
    expect(own.body).toMatchObject({ cost: '5.20', cost_currency: 'EUR' });
    const swiss = await created('Franc Ltd', { currency: 'CHF' });
    const handed = await call('PATCH', url, { supplier: swiss });
    expect(handed.body).toMatchObject({ supplier: swiss, cost: '5.20', cost_currency: 'EUR' });
    const back = await call('PATCH', url, { supplier, cost: '5.00', cost_currency: 'USD' });
    expect(back.body).toMatchObject({ cost: '5.00', cost_currency: 'USD' });
    const priced = await call('PATCH', url, { supplier: swiss, cost: '5.30' });
    expect(priced.body).toMatchObject({ cost: '5.30', cost_currency: 'CHF' });
    await call('PATCH', url, { supplier });
    const removed = await call('PATCH', url, { cost: null });
    expect(removed.body).toMatchObject({ cost: null, cost_currency: null });
    const plain = await created('Base Ltd');
    const based = await call('POST', '/supplier-articles/', {
      supplier: plain,
      sku: 'TEE-BLACK-S',
      cost: '3.00',
    });
    expect(based.body).toMatchObject({ cost: '3.00', cost_currency: 'USD' });
  });

  it('has one preferred supplier, also if two are chosen at once', async () => {
    const ids = await Promise.all(
      ['First', 'Second', 'Third'].map(name => created(`${name} Tees`)),
    );
    const replies = await Promise.all(
      ids.map(supplier =>
        call('POST', '/supplier-articles/', { supplier, sku: 'TEE-BLACK-L', is_preferred: true }),
      ),
    );
    expect(replies.map(reply => reply.status)).toEqual([201, 201, 201]);
    const { body } = await call('GET', '/supplier-articles/?sku=TEE-BLACK-L');
    const preferred = body.filter((one: { is_preferred: boolean }) => one.is_preferred);
    expect([body.length, preferred.length]).toEqual([4, 1]);
  });
});

describe('a purchase order', () => {
  const order = (more: object) => ({
    store: 'DOWNTOWN',
    lines: [{ sku: 'MUG-WHITE', ordered_quantity: 1, unit_cost: '4.00' }],
    ...more,
  });
  const ORDERS = '/procurement/purchase-orders/';

  it('names its supplier by id or by name', async () => {
    const id = await created('Glass & Co');
    const byId = await call('POST', ORDERS, order({ supplier: id }));
    expect(byId.body).toMatchObject({ supplier: id, vendor_name: 'Glass & Co' });
    const byName = await call('POST', ORDERS, order({ vendor_name: 'glass & co' }));
    expect(byName.body).toMatchObject({ supplier: id, vendor_name: 'glass & co' });
    const unknown = await call('POST', ORDERS, order({ vendor_name: 'Flea market' }));
    expect(unknown.body).toMatchObject({ supplier: null, vendor_name: 'Flea market' });
    const listed = await call('GET', `${ORDERS}?supplier=${id}`);
    expect(listed.body.map((one: { id: string }) => one.id)).toEqual([
      byName.body.id,
      byId.body.id,
    ]);
    const moved = await call('PATCH', `${ORDERS}${unknown.body.id}/`, { supplier: id });
    expect(moved.body).toMatchObject({ supplier: id, vendor_name: 'Glass & Co' });
    const noted = await call('PATCH', `${ORDERS}${unknown.body.id}/`, { notes: 'Call first' });
    expect(noted.body).toMatchObject({ supplier: id, notes: 'Call first' });
  });

  it('is refused without a supplier, and with an unknown or archived one', async () => {
    const archived = await created('Gone Ltd', { is_archived: true });
    const before = await records();
    for (const [more, field] of [
      [{}, 'vendor_name'],
      [{ supplier: AIRPORT_ID }, 'supplier'],
      [{ supplier: archived }, 'supplier'],
    ] as const) {
      const reply = await call('POST', ORDERS, order(more));
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    }
    expect(await records()).toEqual(before);
  });
});
