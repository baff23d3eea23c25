import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { UUID } from '../transactions/support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const call = async (method: string, url: string, body?: unknown, token?: string): Promise<Reply> =>
  shop.call(method, url, { token: token ?? (await shop.officeToken()), body });

let made = 0;
const zone = (more: Record<string, unknown> = {}) => {
  made += 1;
  return { store: 'DOWNTOWN', code: `Z-${made}`, name: `Zone ${made}`, ...more };
};
const newZone = async (more?: Record<string, unknown>): Promise<string> => {
  const reply = await call('POST', '/zones/', zone(more));
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
};

function recordCounts() {
  return countRecords(
    shop,
    `select (select json_agg(z order by id) from zones z) as zones,
       (select json_agg(p order by id) from par_levels p) as levels,
       (select count(*) from purchase_orders) as orders`,
  );
}

const stock = (sku: string, onHand: number) =>
  statement(
    shop.platform.db,
    `update inventory_levels set on_hand = $2 where store_id = '${DOWNTOWN_ID}'
       and variant_id = (select id from product_variants where sku = $1)`,
    [sku, onHand],
  );

describe('zones', () => {
  it('are created, read, changed and deleted', async () => {
    const created = await call('POST', '/zones/', {
      store: 'store-downtown',
      code: 'ATTIC',
      name: 'Attic',
      kind: 'stockroom',
      sort_order: 7,
      sanity_id: 'zone-attic',
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(UUID),
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      code: 'ATTIC',
      name: 'Attic',
      kind: 'stockroom',
      sort_order: 7,
      is_active: true,
      sanity_id: 'zone-attic',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const url = `/zones/${created.body.id}/`;
    expect((await call('GET', url)).body).toEqual(created.body);
    const patched = await call('PATCH', url, { name: 'Loft', is_active: false });
    expect(patched.body).toMatchObject({ name: 'Loft', is_active: false, code: 'ATTIC' });
    const put = await call('PUT', url, { store: 'AIRPORT', code: 'LOFT', name: 'Loft' });
    expect(put.body).toMatchObject({ store: AIRPORT_ID, code: 'LOFT' });
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await call('GET', url)).status).toBe(404);
    await shop.settleEvents();
    const events = await statement<{ event: string }>(
      shop.platform.db,
      'select event from events where subject_id = $1 order by seq',
      [created.body.id],
    );
    expect(events.map(event => event.event)).toEqual([
      'zone.saved',
      'zone.saved',
      'zone.saved',
      'zone.deleted',
    ]);
  });

  it('are listed in their order, by store, kind and use', async () => {
    const list = await call('GET', '/zones/?store=DOWNTOWN&limit=4');
    expect(list.body.map((row: { code: string }) => row.code)).toEqual([
      'FRONT',
      'WALL',
      'COUNTER',
      'BASEMENT',
    ]);
    const codes = async (query: string): Promise<string[]> =>
      (await call('GET', `/zones/${query}`)).body.map((row: { code: string }) => row.code);
    expect(await codes('?kind=cold_storage')).toEqual(['CELLAR']);
    expect(await codes('?store=AIRPORT&is_active=false')).toEqual([]);
    expect(await codes('?store=NOWHERE')).toEqual([]);
    const first = await call('GET', '/zones/?limit=2');
    const link = String(first.headers.link);
    const next = await call('GET', link.slice(1, link.indexOf('>')));
    expect([...first.body, ...next.body].map(row => row.sort_order)).toEqual([10, 20, 30, 40]);
    expect((await call('GET', '/zones/?kind=cave')).status).toBe(400);
  });

  it.each([
    ['an unknown store', { store: 'NOWHERE' }, 400],
    ['an unknown kind', { kind: 'cave' }, 400],
    ['no code', { code: '' }, 400],
    ['a duplicate code', { code: 'FRONT' }, 409],
    ['a duplicate content id', { sanity_id: 'zone-downtown-front' }, 409],
  ])('refuse %s', async (_, more, status) => {
    const before = await recordCounts();
    expect((await call('POST', '/zones/', zone(more))).status).toBe(status);
    expect(await recordCounts()).toEqual(before);
  });

  it('may share a code between stores, and cannot be deleted while they have par levels', async () => {
    const id = await newZone({ store: 'AIRPORT', code: 'FRONT' });
    const level = { zone: id, sku: 'MUG-WHITE', par_quantity: 1 };
    expect((await call('POST', '/par-levels/', level)).status).toBe(201);
    const before = await recordCounts();
    const refused = await call('DELETE', `/zones/${id}/`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(await recordCounts()).toEqual(before);
  });

  it('are read by all staff of the store and changed by managers', async () => {
    const id = await newZone();
    const cashier = await shop.tillToken('EMP001');
    const away = await shop.tillToken('EMP005');
    const manager = await shop.tillToken('EMP003');
    const before = await recordCounts();
    expect((await call('GET', `/zones/${id}/`, undefined, cashier)).status).toBe(200);
    expect((await call('PATCH', `/zones/${id}/`, { name: 'x' }, cashier)).status).toBe(403);
    expect((await call('POST', '/zones/', zone(), cashier)).status).toBe(403);
    expect((await call('GET', `/zones/${id}/`, undefined, away)).status).toBe(404);
    expect((await call('POST', '/zones/', zone({ store: 'AIRPORT' }), manager)).status).toBe(400);
    expect((await shop.call('GET', '/zones/')).status).toBe(401);
    expect(await recordCounts()).toEqual(before);
  });
});

describe('par levels', () => {
  it('show the shortage of a zone; zones are filled in their order', async () => {
    const [first, second] = [
      await newZone({ sort_order: 100 }),
      await newZone({ sort_order: 101 }),
    ];
    await stock('CUBES-3', 25);
    const level = async (zoneId: string, par: number, minimum: number) =>
      (
        await call('POST', '/par-levels/', {
          zone: zoneId,
          sku: 'CUBES-3',
          par_quantity: par,
          minimum_quantity: minimum,
        })
      ).body;
    const near = await level(first, 20, 5);
    expect(near).toEqual({
      id: expect.stringMatching(UUID),
      zone: first,
      zone_code: expect.any(String),
      zone_name: expect.any(String),
      store: DOWNTOWN_ID,
      variant_id: expect.any(String),
      sku: 'CUBES-3',
      name: 'Packing Cubes',
      product_name: 'Packing Cubes',
      variant_name: '',
      description: 'Packing Cubes',
      unit: 'piece',
      par_quantity: 20,
      minimum_quantity: 5,
      on_hand: 25,
      covered_quantity: 20,
      shortfall: 0,
      is_below_minimum: false,
      is_active: true,
      sanity_id: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const far = await level(second, 30, 10);
    expect(far).toMatchObject({ covered_quantity: 5, shortfall: 25, is_below_minimum: true });
    const short = async (query: string) =>
      (await call('GET', `/par-levels/shortfalls/?sku=CUBES-3${query}`)).body;
    expect(await short('')).toMatchObject([{ id: far.id, shortfall: 25 }]);
    await stock('CUBES-3', 17);
    expect((await short('')).map((row: { shortfall: number }) => row.shortfall).sort()).toEqual([
      3, 30,
    ]);
    expect(await short('&below_minimum=true')).toMatchObject([{ id: far.id }]);
    await stock('CUBES-3', -4);
    expect(await short(`&zone=${first}`)).toMatchObject([{ on_hand: -4, shortfall: 20 }]);
    await call('PATCH', `/zones/${first}/`, { is_active: false });
    await stock('CUBES-3', 25);
    expect(await short('')).toMatchObject([{ id: far.id, covered_quantity: 25, shortfall: 5 }]);
    expect((await call('GET', `/par-levels/${near.id}/`)).body).toMatchObject({
      covered_quantity: 0,
      shortfall: 0,
    });
    expect((await call('DELETE', `/par-levels/${near.id}/`)).status).toBe(204);
    expect((await call('DELETE', `/par-levels/${far.id}/`)).status).toBe(204);
  });

  it('refuse invalid values, and change nothing', async () => {
    const id = await newZone();
    const body = { zone: id, sku: 'MUG-WHITE', par_quantity: 5, minimum_quantity: 2 };
    const created = await call('POST', '/par-levels/', body);
    const before = await recordCounts();
    for (const [more, status, field] of [
      [{}, 409, undefined],
      [{ sku: 'NOPE' }, 400, 'sku'],
      [{ sku: undefined }, 400, 'variant_id'],
      [{ sku: 'POSTER-A2', minimum_quantity: 6 }, 400, 'minimum_quantity'],
      [{ sku: 'POSTER-A2', par_quantity: -1 }, 400, 'par_quantity'],
      [{ zone: '00000000-0000-4000-8000-000000000001' }, 400, 'zone'],
    ] as const) {
      const reply = await call('POST', '/par-levels/', { ...body, ...more });
      expect(reply.status).toBe(status);
      if (field) expect(Object.keys(reply.body.errors)).toEqual([field]);
    }
    const url = `/par-levels/${created.body.id}/`;
    expect((await call('PATCH', url, { par_quantity: 1 })).status).toBe(400);
    const [cashier, away] = [await shop.tillToken('EMP001'), await shop.tillToken('EMP005')];
    expect((await call('PATCH', url, { par_quantity: 9 }, cashier)).status).toBe(403);
    expect((await call('GET', url, undefined, cashier)).status).toBe(200);
    expect((await call('GET', url, undefined, away)).status).toBe(404);
    expect(await recordCounts()).toEqual(before);
    const patched = await call('PATCH', url, { par_quantity: 9 });
    expect(patched.body).toMatchObject({ par_quantity: 9, sku: 'MUG-WHITE' });
  });

  it('can be changed while tills sell the goods, and not after somebody else changed them', async () => {
    const body = { zone: await newZone(), sku: 'MUG-WHITE', par_quantity: 500 };
    const url = `/par-levels/${(await call('POST', '/par-levels/', body)).body.id}/`;
    const token = await shop.officeToken();
    const change = (tag: unknown, par_quantity: number) =>
      shop.call('PATCH', url, {
        token,
        body: { par_quantity },
        headers: { 'if-match': String(tag) },
      });
    const seen = await call('GET', url);
    await stock('MUG-WHITE', 17);
    expect((await call('GET', url)).body.shortfall).not.toBe(seen.body.shortfall);
    expect((await change(seen.headers.etag, 600)).body).toMatchObject({ par_quantity: 600 });
    const late = await change(seen.headers.etag, 700);
    expect([late.status, late.body.code]).toEqual([412, 'CHANGED']);
    expect((await call('GET', url)).body.par_quantity).toBe(600);
  });
});

describe('the shortage', () => {
  const body = { store: 'AIRPORT', vendor_name: 'Keramik Nord' };

  it('becomes one draft order, minus what is on order already', async () => {
    const id = await newZone({ store: 'AIRPORT', sort_order: 500 });
    const level = { zone: id, sku: 'TEE-BLACK-L', par_quantity: 55 };
    await call('POST', '/par-levels/', level);
    const reply = await call('POST', '/par-levels/shortfalls/order/', body);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      status: 'draft',
      store: AIRPORT_ID,
      vendor_name: 'Keramik Nord',
      currency: 'EUR',
    });
    const wanted = reply.body.lines.map((line: { sku: string; ordered_quantity: number }) => [
      line.sku,
      line.ordered_quantity,
    ]);
    // 55 are planned, 40 are there. The wine with a shortage of eight has 24 on order.
    expect(wanted).toEqual([['TEE-BLACK-L', 15]]);
    const before = await recordCounts();
    const again = await call('POST', '/par-levels/shortfalls/order/', body);
    expect([again.status, again.body.code]).toEqual([409, 'NOTHING_TO_ORDER']);
    const supervisor = await shop.tillToken('EMP002');
    const refused = await call('POST', '/par-levels/shortfalls/order/', body, supervisor);
    expect(refused.status).toBe(403);
    expect(await recordCounts()).toEqual(before);
    await call('POST', `/procurement/purchase-orders/${reply.body.id}/cancel/`);
    const urgent = { ...body, below_minimum: true };
    expect((await call('POST', '/par-levels/shortfalls/order/', urgent)).status).toBe(409);
  });

  it('is ordered once by three concurrent requests', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/par-levels/shortfalls/order/', body)),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409, 409]);
  });
});

describe('proposals to order', () => {
  const proposed = async (sku: string) => {
    const { body } = await call('GET', '/par-levels/shortfalls/proposals/?store=AIRPORT');
    const group = body.find((one: { lines: { sku: string }[] }) =>
      one.lines.some(line => line.sku === sku),
    );
    return { group, line: group?.lines.find((line: { sku: string }) => line.sku === sku) };
  };

  it('are grouped by preferred supplier and ordered in its packs, once', async () => {
    const made = await call('POST', '/suppliers/', { name: 'Sock Mill', lead_days: 3 });
    const supplier = made.body.id;
    const cost = { cost: '1.35', cost_currency: 'EUR' };
    const article = { supplier, sku: 'SOCKS-M', pack_size: 12, is_preferred: true, ...cost };
    expect((await call('POST', '/supplier-articles/', article)).status).toBe(201);
    const zone = await newZone({ store: 'AIRPORT', sort_order: 900 });
    const [stocked] = (await call('GET', '/inventory-levels/?store=AIRPORT&sku=SOCKS-M')).body;
    const par_quantity = (stocked?.on_hand ?? 0) + 13;
    await call('POST', '/par-levels/', { zone, sku: 'SOCKS-M', par_quantity });
    const { group, line } = await proposed('SOCKS-M');
    expect(group).toMatchObject({ supplier, supplier_name: 'Sock Mill', currency: 'EUR' });
    // 13 are missing, which are two packs of 12.
    expect([line.pack_size, line.quantity]).toEqual([12, 24]);

    const moved = { from_store: 'DOWNTOWN', to_store: 'AIRPORT' };
    const lines = [{ sku: 'SOCKS-M', quantity: 2 }];
    expect((await call('POST', '/transfers/', { ...moved, lines })).status).toBe(201);
    // Two come from another store; 11 are one pack.
    expect((await proposed('SOCKS-M')).line.quantity).toBe(12);
    const order = { store: 'AIRPORT', supplier };
    const drafted = await call('POST', '/par-levels/shortfalls/order/', order);
    expect(drafted.status).toBe(201);
    expect(drafted.body).toMatchObject({ supplier, vendor_name: 'Sock Mill', status: 'draft' });
    expect(drafted.body.expected_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(drafted.body.lines).toMatchObject([
      { sku: 'SOCKS-M', ordered_quantity: 12, unit_cost: '1.35' },
    ]);
    expect((await proposed('SOCKS-M')).line).toBeUndefined();
    const before = await recordCounts();
    const again = await call('POST', '/par-levels/shortfalls/order/', order);
    expect([again.status, again.body.code]).toEqual([409, 'NOTHING_TO_ORDER']);
    expect(await recordCounts()).toEqual(before);
  });

  it('come from the reorder point of goods without a par level in use', async () => {
    const sku = 'NOTE-DOT-A5';
    const [{ id, on_hand }] = (await call('GET', `/inventory-levels/?store=AIRPORT&sku=${sku}`))
      .body;
    const reorderAt = (reorder_point: number) =>
      call('PATCH', `/inventory-levels/${id}/`, { reorder_point });
    const quantity = async (): Promise<unknown> => (await proposed(sku)).line?.quantity;
    await reorderAt(on_hand - 1);
    expect(await quantity()).toBeUndefined();
    // At the point one more takes the stock above it.
    await reorderAt(on_hand);
    expect(await quantity()).toBe(1);
    await reorderAt(on_hand + 4);
    expect((await proposed(sku)).line).toMatchObject({ source: 'reorder_point', quantity: 5 });

    const zone = await newZone({ store: 'AIRPORT', sort_order: 950 });
    const met = await call('POST', '/par-levels/', { zone, sku, par_quantity: 1 });
    expect(await quantity()).toBeUndefined();
    await call('PATCH', `/par-levels/${met.body.id}/`, { par_quantity: on_hand + 2 });
    expect((await proposed(sku)).line).toMatchObject({ source: 'par_level', quantity: 2 });
    await call('PATCH', `/par-levels/${met.body.id}/`, { is_active: false });
    expect(await quantity()).toBe(5);

    const order = { store: 'AIRPORT', vendor_name: 'Paper Mill', below_minimum: true };
    const drafted = await call('POST', '/par-levels/shortfalls/order/', order);
    expect(drafted.body.lines).toMatchObject([{ sku, ordered_quantity: 5 }]);
    expect(await quantity()).toBeUndefined();
    const before = await recordCounts();
    const again = await call('POST', '/par-levels/shortfalls/order/', order);
    expect([again.status, again.body.code]).toEqual([409, 'NOTHING_TO_ORDER']);
    expect(await recordCounts()).toEqual(before);
  });

  it('weigh goods by weight, leave out archived goods, and belong to one store', async () => {
    const [{ id }] = (await call('GET', '/inventory-levels/?store=AIRPORT&sku=GRUYERE-KG')).body;
    await call('PATCH', `/inventory-levels/${id}/`, { reorder_point: 10.5 });
    expect((await proposed('GRUYERE-KG')).line).toMatchObject({ unit: 'kg', quantity: 1.5 });
    await call('PATCH', '/products/gruyere/', { status: 'archived' });
    expect((await proposed('GRUYERE-KG')).line).toBeUndefined();
    const url = '/par-levels/shortfalls/proposals/?store=AIRPORT';
    const manager = await shop.tillToken('EMP003');
    expect((await call('GET', url, undefined, manager)).status).toBe(400);
    expect((await call('GET', url, undefined, await shop.tillToken('EMP005'))).status).toBe(403);
  });
});
