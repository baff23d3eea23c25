import { afterAll, beforeAll, expect, test } from 'vitest';
import { levelsOutOfBalance, reserve } from '../../src/domains/inventory/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';

const DOWNTOWN = '00000000-0000-4000-8000-000000000001';
const AIRPORT = '00000000-0000-4000-8000-000000000002';
const ZURICH = '00000000-0000-4000-8000-000000000003';

let shop: Shop;
let manager: string;
let cashier: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken();
  cashier = await shop.tillToken();
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  await shop.close();
});

const get = async (path: string, token = manager) => shop.call('GET', path, { token });
const post = async (path: string, body: unknown, token = manager) =>
  shop.call('POST', path, { token, body });

const levelAt = async (sku: string, store = 'DOWNTOWN') =>
  (await get(`/inventory-levels/?store=${store}&sku=${sku}`)).body[0];

/** A separate product, so that no test depends on another's stock. */
let made = 0;
async function newVariant(): Promise<{ id: string; sku: string }> {
  made += 1;
  const variant = { id: newId(), sku: `TEST-${String(made).padStart(3, '0')}` };
  const { db } = shop.platform;
  const { id } = await db
    .insertInto('products')
    .values({ slug: `test-${made}`, name: `Test goods ${made}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('product_variants')
    .values({ ...variant, product_id: id, price: '2.00' })
    .execute();
  return variant;
}

async function newLevel(body: object = {}) {
  const variant = await newVariant();
  const answer = await post('/inventory-levels/', { store: 'DOWNTOWN', sku: variant.sku, ...body });
  expect(answer.status).toBe(201);
  return { ...answer.body, variant };
}

test('shows a level with its available units', async () => {
  const level = await levelAt('POSTER-A2');
  expect(level).toEqual({
    id: expect.any(String),
    store: DOWNTOWN,
    variant_id: expect.any(String),
    sku: 'POSTER-A2',
    name: 'City Poster A2',
    product_name: 'City Poster A2',
    variant_name: '',
    description: 'City Poster A2',
    unit: 'piece',
    on_hand: 3,
    stock_on_hand: 3,
    reserved: 0,
    available: 3,
    reorder_point: 5,
    is_active: true,
    is_low: true,
    sanity_id: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  expect((await get(`/inventory-levels/${level.id}/`)).body).toEqual(level);
});

test('lists by SKU, page by page, without losing or repeating a level', async () => {
  const all = (await get('/inventory-levels/?limit=200')).body;
  const paged: string[] = [];
  let path: string | undefined = '/inventory-levels/?limit=7';
  while (path) {
    const answer = await get(path);
    expect(answer.body.length).toBeLessThanOrEqual(7);
    paged.push(...answer.body.map((level: { id: string }) => level.id));
    path = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  expect(paged).toEqual(all.map((level: { id: string }) => level.id));
  expect(new Set(paged).size).toBe(paged.length);
  expect(all.length).toBeGreaterThan(80);
});

test('filters by low stock, store and variant', async () => {
  const low = (await get('/inventory-levels/?low_stock=true&store=DOWNTOWN')).body;
  expect(low.map((level: { sku: string }) => level.sku)).toContain('POSTER-A2');
  for (const level of low) {
    expect(level.on_hand).toBeLessThanOrEqual(level.reorder_point);
    expect(level.store).toBe(DOWNTOWN);
  }
  const fine = (await get(`/inventory-levels/?low_stock=false&sku=POSTER-A2`)).body;
  expect(fine.map((level: { store: string }) => level.store)).toEqual([AIRPORT, ZURICH]);
  const [{ variant_id: variant }] = fine;
  const all = (await get(`/inventory-levels/?variant=${variant}`)).body;
  expect(all.map((level: { store: string }) => level.store).sort()).toEqual([
    DOWNTOWN,
    AIRPORT,
    ZURICH,
  ]);
  expect((await get(`/inventory-levels/?store=${AIRPORT}&limit=1`)).body[0].store).toBe(AIRPORT);
  expect((await get('/inventory-levels/?store=NOWHERE')).body).toEqual([]);
});

test('marks the levels that the filter lists as low, and no others', async () => {
  const cases = [
    [{ on_hand: 0, reorder_point: 0 }, false],
    [{ on_hand: 1, reorder_point: 1 }, true],
    [{ on_hand: 2, reorder_point: 1 }, false],
    [{ on_hand: 0, reorder_point: 3, is_active: false }, false],
  ] as const;
  const made: string[] = [];
  for (const [body, isLow] of cases) {
    const level = await newLevel(body);
    expect([body, level.is_low]).toEqual([body, isLow]);
    made.push(level.id);
  }
  const all = (await get('/inventory-levels/?store=DOWNTOWN&limit=200')).body;
  const low = (await get('/inventory-levels/?store=DOWNTOWN&limit=200&low_stock=true')).body;
  const fine = (await get('/inventory-levels/?store=DOWNTOWN&limit=200&low_stock=false')).body;
  const marked = all.filter((level: { is_low: boolean }) => level.is_low);
  expect(low).toEqual(marked);
  expect(low.length + fine.length).toBe(all.length);
  const ids = low.map((level: { id: string }) => level.id);
  expect(made.map(id => ids.includes(id))).toEqual(cases.map(([, isLow]) => isLow));
});

test('finds levels by words of the name, start of the SKU or barcode, page by page', async () => {
  const skus = async (query: string, token = manager): Promise<string[]> =>
    (await get(`/inventory-levels/?${query}`, token)).body.map(
      (level: { sku: string }) => level.sku,
    );
  expect(await skus('store=DOWNTOWN&q=mug%20white')).toEqual(['MUG-WHITE']);
  expect(await skus('store=DOWNTOWN&q=4006381333931')).toEqual(['MUG-WHITE']);
  expect(await skus('store=DOWNTOWN&q=%20mug-wh%20')).toEqual(['MUG-WHITE']);
  expect(await skus('store=DOWNTOWN&q=400638133393')).toEqual([]);
  expect(await skus('q=MUG-WHITE')).toEqual(['MUG-WHITE', 'MUG-WHITE', 'MUG-WHITE']);
  expect(await skus('q=MUG-WHITE', cashier)).toEqual(['MUG-WHITE']);
  expect(await skus('q=MUG-WHITE&store=AIRPORT', cashier)).toEqual([]);
  expect(await skus('q=poster&low_stock=true')).toEqual(['POSTER-A2']);
  // A blank search is none.
  expect(await skus('store=DOWNTOWN&q=%20&limit=3')).toEqual(await skus('store=DOWNTOWN&limit=3'));

  const found = await skus('store=DOWNTOWN&q=tee');
  const listed = (await get('/product-variants/?q=tee&limit=200')).body;
  expect(found).toEqual(listed.map((variant: { sku: string }) => variant.sku));
  const first = await get('/inventory-levels/?store=DOWNTOWN&q=tee&limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const both = [...first.body, ...(await get(next)).body].map(level => level.sku);
  expect(both).toEqual(found.slice(0, 4));

  const file = await get('/inventory-levels/export/?store=DOWNTOWN&q=MUG-WHITE');
  expect(file.text.trim().split(/\r?\n/)).toHaveLength(2);
  expect(file.text).toContain('MUG-WHITE');
});

test('refuses unknown filters, limits and cursors', async () => {
  for (const query of [
    'color=red',
    'limit=0',
    'limit=201',
    'low_stock=maybe',
    'variant=12',
    'q=',
    `q=${'x'.repeat(101)}`,
    'cursor=nonsense',
    `cursor=${Buffer.from('["A","B"]').toString('base64url')}`,
  ]) {
    expect([query, (await get(`/inventory-levels/?${query}`)).status]).toEqual([query, 400]);
  }
});

test('shows a till the stock of its own store only', async () => {
  const mine = (await get('/inventory-levels/?limit=200', cashier)).body;
  expect(new Set(mine.map((level: { store: string }) => level.store))).toEqual(new Set([DOWNTOWN]));
  expect((await get('/inventory-levels/?store=AIRPORT', cashier)).body).toEqual([]);
  const foreign = await levelAt('MUG-WHITE', 'AIRPORT');
  for (const path of ['', 'movements/']) {
    const answer = await get(`/inventory-levels/${foreign.id}/${path}`, cashier);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Inventory level not found.', code: 'NOT_FOUND' });
    expect((await get(`/inventory-levels/${newId()}/${path}`, cashier)).body).toEqual(answer.body);
  }
  expect((await shop.call('GET', '/inventory-levels/')).status).toBe(401);
});

test('needs a manager for adjustments and a supervisor for counts', async () => {
  const supervisor = await shop.tillToken('EMP002');
  const level = await levelAt('MUG-WHITE');
  const correction = { store: 'DOWNTOWN', sku: 'MUG-WHITE', quantity: 1, reason: 'Found' };
  const counted = { store: 'DOWNTOWN', counts: [{ sku: 'MUG-WHITE', counted: level.on_hand }] };
  const move = {
    from_store: 'DOWNTOWN',
    to_store: 'AIRPORT',
    lines: [{ sku: 'MUG-WHITE', quantity: 1 }],
  };
  for (const token of [cashier, supervisor]) {
    expect((await post('/inventory-levels/adjust/', correction, token)).status).toBe(403);
    expect((await post('/inventory-levels/transfer/', move, token)).status).toBe(403);
    expect((await post('/inventory-levels/', correction, token)).status).toBe(403);
    const path = `/inventory-levels/${level.id}/`;
    const body = { reorder_point: 1 };
    expect((await shop.call('PATCH', path, { token, body })).status).toBe(403);
    expect((await shop.call('DELETE', path, { token })).status).toBe(403);
  }
  expect((await post('/inventory-levels/count/', counted, cashier)).status).toBe(403);
  expect((await post('/inventory-levels/count/', counted, supervisor)).status).toBe(200);
  expect(await levelAt('MUG-WHITE')).toEqual({ ...level, updated_at: expect.any(String) });
});

test('keeps its ETag while goods come and go, and changes it with the reorder point', async () => {
  const level = await newLevel({ on_hand: 12, reorder_point: 4 });
  const path = `/inventory-levels/${level.id}/`;
  const tagOf = async () => String((await get(path)).headers.etag);
  const change = (reorder_point: number, tag: string) =>
    shop.call('PATCH', path, {
      token: manager,
      body: { reorder_point },
      headers: { 'if-match': tag },
    });
  const tag = await tagOf();
  const sold = { store: 'DOWNTOWN', sku: level.sku, quantity: -9, reason: 'Broken' };
  expect((await post('/inventory-levels/adjust/', sold)).status).toBe(200);
  expect(await tagOf()).toBe(tag);
  expect((await change(5, tag)).status).toBe(200);
  const stale = await change(6, tag);
  expect([stale.status, stale.body.current.reorder_point]).toEqual([412, 5]);
  expect((await get(path)).body.reorder_point).toBe(5);
});

test('opens a level with its opening stock in the ledger', async () => {
  const level = await newLevel({ on_hand: 12, reorder_point: 4, sanity_id: 'inventoryLevel-x' });
  expect(level).toMatchObject({
    store: DOWNTOWN,
    sku: level.variant.sku,
    name: `Test goods ${made}`,
    on_hand: 12,
    available: 12,
    reorder_point: 4,
    is_active: true,
    sanity_id: 'inventoryLevel-x',
  });
  const { body: movements } = await get(`/inventory-levels/${level.id}/movements/`);
  expect(movements).toMatchObject([{ kind: 'initial', quantity: 12, on_hand: 12 }]);

  const again = { store: DOWNTOWN, variant_id: level.variant.id, on_hand: 5 };
  const repeated = await post('/inventory-levels/', again);
  expect(repeated.status).toBe(409);
  expect(repeated.body.code).toBe('DUPLICATE');
  expect((await get(`/inventory-levels/${level.id}/`)).body.on_hand).toBe(12);
});

test('names every invalid field of a new level', async () => {
  const variant = await newVariant();
  const refused: [object, string[]][] = [
    [{}, ['store']],
    [{ store: 'NOWHERE', sku: variant.sku }, ['store']],
    [{ store: 'DOWNTOWN' }, ['variant_id']],
    [{ store: 'DOWNTOWN', sku: 'NO-SUCH' }, ['sku']],
    [{ store: 'DOWNTOWN', variant_id: newId() }, ['variant_id']],
    [{ store: 'DOWNTOWN', variant_id: variant.id, sku: 'MUG-WHITE' }, ['sku']],
    [{ store: 'DOWNTOWN', sku: variant.sku, on_hand: -1 }, ['on_hand']],
    [{ store: 'DOWNTOWN', sku: variant.sku, on_hand: '3' }, ['on_hand']],
    [{ store: 'DOWNTOWN', sku: variant.sku, reorder_point: 1.5 }, ['reorder_point']],
  ];
  for (const [body, fields] of refused) {
    const answer = await post('/inventory-levels/', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, fields]);
  }
  expect(await levelAt(variant.sku)).toBeUndefined();
});

test('changes settings, never the units on hand', async () => {
  const level = await newLevel({ on_hand: 6 });
  const path = `/inventory-levels/${level.id}/`;
  const patched = await shop.call('PATCH', path, {
    token: manager,
    body: { reorder_point: 9, on_hand: 500, stock_on_hand: 500, reserved: 3, store: AIRPORT },
  });
  expect(patched.status).toBe(200);
  expect(patched.body).toMatchObject({
    reorder_point: 9,
    on_hand: 6,
    reserved: 0,
    store: DOWNTOWN,
  });
  const put = await shop.call('PUT', path, {
    token: manager,
    body: { reorder_point: 2, is_active: false },
  });
  expect(put.body).toMatchObject({ reorder_point: 2, is_active: false, on_hand: 6 });
  for (const [method, body] of [
    ['PATCH', { reorder_point: -1 }],
    ['PUT', { is_active: true }],
  ] as const) {
    expect((await shop.call(method, path, { token: manager, body })).status).toBe(400);
  }
  const dropped = await shop.call('PATCH', path, { token: manager, body: { on_hand: 7 } });
  expect([dropped.status, dropped.body]).toEqual([200, put.body]);
  expect((await get(path)).body).toEqual(put.body);
  const missing = `/inventory-levels/${newId()}/`;
  const unknown = await shop.call('PATCH', missing, { token: manager, body: { reorder_point: 1 } });
  expect(unknown.status).toBe(404);
});

test('deletes only a level without movements', async () => {
  const empty = await newLevel();
  const path = `/inventory-levels/${empty.id}/`;
  expect((await shop.call('DELETE', path, { token: manager })).status).toBe(204);
  expect((await get(path)).status).toBe(404);

  const used = await newLevel({ on_hand: 1 });
  await post('/inventory-levels/adjust/', {
    store: 'DOWNTOWN',
    sku: used.variant.sku,
    quantity: -1,
    reason: 'Gone',
  });
  const kept = `/inventory-levels/${used.id}/`;
  const refused = await shop.call('DELETE', kept, { token: manager });
  expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
  expect((await get(kept)).body).toMatchObject({ on_hand: 0, is_active: true });
});

test('adjusts manually, with a reason and a person', async () => {
  const level = await newLevel({ on_hand: 5 });
  const adjust = (body: object) =>
    post('/inventory-levels/adjust/', { store: 'DOWNTOWN', sku: level.variant.sku, ...body });
  const down = await adjust({ quantity: -2, reason: 'Broken in transit' });
  expect(down.status).toBe(200);
  expect(down.body).toMatchObject({ id: level.id, on_hand: 3, stock_on_hand: 3, available: 3 });
  const me = (await get('/auth/me/')).body;
  const { body: movements } = await get(`/inventory-levels/${level.id}/movements/`);
  expect(movements[0]).toEqual({
    id: expect.any(String),
    kind: 'adjustment',
    quantity: -2,
    on_hand: 3,
    reason: 'Broken in transit',
    reference: null,
    actor_id: me.id ?? me.user?.id,
    occurred_at: expect.stringMatching(/Z$/),
  });

  const tooMuch = await adjust({ quantity: -4, reason: 'Broken' });
  expect(tooMuch.status).toBe(409);
  expect(tooMuch.body).toEqual({
    detail: `There is not enough stock of ${level.variant.sku} (3 available).`,
    code: 'INSUFFICIENT_STOCK',
    details: {
      shortages: [
        { variant_id: level.variant.id, sku: level.variant.sku, requested: 4, available: 3 },
      ],
    },
  });
  for (const body of [
    { quantity: 0, reason: 'Nothing' },
    { quantity: 1 },
    { quantity: 1, reason: '' },
    { quantity: 1.5, reason: 'Half' },
    { quantity: '1', reason: 'Text' },
    { quantity: 1_000_001, reason: 'Too many' },
  ]) {
    expect([body, (await adjust(body)).status]).toEqual([body, 400]);
  }
  expect((await get(`/inventory-levels/${level.id}/`)).body.on_hand).toBe(3);
  expect((await get(`/inventory-levels/${level.id}/movements/`)).body).toHaveLength(2);
});

test('pages through the movements of a level, newest first', async () => {
  const level = await newLevel();
  for (let quantity = 1; quantity <= 5; quantity += 1) {
    const body = { store: 'DOWNTOWN', sku: level.variant.sku, quantity, reason: 'More' };
    await post('/inventory-levels/adjust/', body);
  }
  const first = await get(`/inventory-levels/${level.id}/movements/?limit=3`);
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const second = await get(next);
  const balances = [...first.body, ...second.body].map(movement => movement.on_hand);
  expect(balances).toEqual([15, 10, 6, 3, 1]);
  expect(second.headers.link).toBeUndefined();
});

test('transfers between stores and returns both levels', async () => {
  const level = await newLevel({ on_hand: 8 });
  const { id: variant_id, sku } = level.variant;
  const move = (body: object) =>
    post('/inventory-levels/transfer/', {
      from_store: 'DOWNTOWN',
      to_store: AIRPORT,
      lines: [
        { sku, quantity: 2 },
        { variant_id, quantity: 1 },
      ],
      ...body,
    });
  const done = await move({ reason: 'Sold out there' });
  expect(done.status).toBe(200);
  expect(done.body).toEqual({
    transfer_id: expect.any(String),
    from_store: DOWNTOWN,
    to_store: AIRPORT,
    lines: [{ variant_id, sku, quantity: 3, from_on_hand: 5, to_on_hand: 3 }],
  });

  await atomically(shop.platform.db, tx =>
    reserve(tx, {
      purpose: `levels-test:${sku}`,
      storeId: DOWNTOWN,
      lines: [{ variantId: variant_id, quantity: 4 }],
    }),
  );
  const promised = await move({});
  expect([promised.status, promised.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
  expect(promised.body.details.shortages).toEqual([
    { variant_id, sku, requested: 3, available: 1 },
  ]);
  for (const [body, field] of [
    [{ to_store: 'DOWNTOWN' }, 'to_store'],
    [{ from_store: 'NOWHERE' }, 'from_store'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ sku, quantity: 0 }] }, 'lines.0.quantity'],
    [
      {
        lines: [
          { sku, quantity: 1 },
          { sku: 'NO-SUCH', quantity: 1 },
        ],
      },
      'lines.1.sku',
    ],
  ] as const) {
    const answer = await move(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  }
  expect(await levelAt(sku)).toMatchObject({ on_hand: 5, reserved: 4, available: 1 });
  expect(await levelAt(sku, 'AIRPORT')).toMatchObject({ on_hand: 3, reserved: 0 });
});

test('limits managers at a till to their store', async () => {
  const till = await shop.tillToken('EMP003');
  const level = await newLevel({ on_hand: 4 });
  const { sku } = level.variant;
  const move = { from_store: 'DOWNTOWN', to_store: 'AIRPORT', lines: [{ sku, quantity: 1 }] };
  const adjust = { store: 'AIRPORT', sku, quantity: 1, reason: 'Not mine' };
  const count = { store: 'AIRPORT', counts: [{ sku, counted: 1 }] };
  for (const [path, body] of [
    ['/inventory-levels/transfer/', move],
    ['/inventory-levels/adjust/', adjust],
    ['/inventory-levels/adjust/', { ...adjust, store: 'NOWHERE' }],
    ['/inventory-levels/count/', count],
    ['/inventory-levels/', { store: 'AIRPORT', sku }],
  ] as const) {
    const answer = await post(path, body, till);
    expect(answer.body).toEqual({ detail: 'Store not found.', code: 'NOT_FOUND' });
    expect(answer.status).toBe(404);
  }
  const foreign = await levelAt('MUG-WHITE', 'AIRPORT');
  const path = `/inventory-levels/${foreign.id}/`;
  const patch = await shop.call('PATCH', path, { token: till, body: { reorder_point: 77 } });
  expect(patch.status).toBe(404);
  expect((await shop.call('DELETE', path, { token: till })).status).toBe(404);
  expect(await levelAt('MUG-WHITE', 'AIRPORT')).toEqual(foreign);
  expect(await levelAt(sku, 'AIRPORT')).toBeUndefined();
  expect(await levelAt(sku)).toMatchObject({ on_hand: 4 });
  expect(
    (await post('/inventory-levels/adjust/', { ...adjust, store: 'DOWNTOWN' }, till)).status,
  ).toBe(200);
});

test('sets the stock to the count', async () => {
  const [a, b] = [await newLevel({ on_hand: 5 }), await newLevel({ on_hand: 5 })];
  const counts = [
    { sku: a.variant.sku, counted: 3 },
    { variant_id: b.variant.id, counted: 5 },
  ];
  const done = await post('/inventory-levels/count/', { store: DOWNTOWN, counts });
  expect(done.status).toBe(200);
  expect(done.body).toEqual({
    count_id: expect.any(String),
    store: DOWNTOWN,
    lines: [
      {
        variant_id: a.variant.id,
        sku: a.variant.sku,
        expected: 5,
        counted: 3,
        difference: -2,
      },
      { variant_id: b.variant.id, sku: b.variant.sku, expected: 5, counted: 5, difference: 0 },
    ],
  });
  const written = (await get(`/inventory-levels/${a.id}/movements/`)).body;
  expect(written[0]).toMatchObject({ kind: 'count', quantity: -2, reference: done.body.count_id });
  expect((await get(`/inventory-levels/${b.id}/movements/`)).body).toHaveLength(1);

  const twice = { store: DOWNTOWN, counts: [counts[0], { variant_id: a.variant.id, counted: 9 }] };
  const refused = await post('/inventory-levels/count/', twice);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['counts.1']]);
  const negative = { store: DOWNTOWN, counts: [{ sku: a.variant.sku, counted: -1 }] };
  expect((await post('/inventory-levels/count/', negative)).status).toBe(400);
  expect((await get(`/inventory-levels/${a.id}/`)).body.on_hand).toBe(3);
});

test('publishes an event for every change, in order', async () => {
  const level = await newLevel({ on_hand: 2, reorder_point: 1 });
  const path = `/inventory-levels/${level.id}/`;
  await post('/inventory-levels/adjust/', {
    store: 'DOWNTOWN',
    sku: level.variant.sku,
    quantity: -1,
    reason: 'Broken',
  });
  await shop.call('PATCH', path, { token: manager, body: { is_active: false } });
  const gone = await newLevel({ sanity_id: 'level-gone' });
  await shop.call('DELETE', `/inventory-levels/${gone.id}/`, { token: manager });
  await shop.settleEvents();
  const events = await shop.platform.db
    .selectFrom('events')
    .select(['event', 'store_id', 'stream_id', 'data'])
    .where('subject_id', 'in', [level.id, gone.id])
    .orderBy('id')
    .execute();
  const shared = { variant_id: level.variant.id, sku: level.variant.sku, reorder_point: 1 };
  expect(events.map(({ event, data }) => ({ event, data }))).toEqual([
    {
      event: 'inventory.changed',
      data: { ...shared, on_hand: 2, reserved: 0, available: 2, change: 2, kind: 'initial' },
    },
    {
      event: 'inventory.changed',
      data: { ...shared, on_hand: 1, reserved: 0, available: 1, change: -1, kind: 'adjustment' },
    },
    {
      event: 'system.notification',
      data: expect.objectContaining({ kind: 'stock_alert', alert: 'low', on_hand: 1 }),
    },
    {
      event: 'inventory.changed',
      data: { ...shared, on_hand: 1, reserved: 0, available: 1, change: 0, kind: 'settings' },
    },
    { event: 'inventory.changed', data: expect.objectContaining({ kind: 'initial', change: 0 }) },
    { event: 'inventory_level.deleted', data: { id: gone.id, sanity_id: 'level-gone' } },
  ]);
  expect(new Set(events.map(event => event.store_id))).toEqual(new Set([DOWNTOWN]));
  const live = events.filter(event => event.stream_id === DOWNTOWN);
  expect(live).toHaveLength(5);
});
