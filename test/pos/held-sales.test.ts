import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearHeldSales } from '../../src/domains/pos/held/clear-held-sales.js';
import { statement } from '../../src/platform/database/tx.js';
import { DAY_MS } from '../storefront/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let now = new Date();
beforeAll(async () => {
  shop = await openShop({ clock: { now: () => now } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const HELD = '/pos/held-sales/';
const here = () => shop.tillToken('EMP001', 'T-001');
const other = () => shop.tillToken('EMP002', 'T-002');
const elsewhere = () => shop.tillToken('EMP005');
const MUGS = { line_items: [{ sku: 'MUG-WHITE', quantity: 2 }] };

const hold = async (body: object = {}, token?: string, headers = {}) =>
  counter.post(HELD, { ...MUGS, ...body }, token ?? (await here()), headers);
const held = async (body: object = {}) => {
  const reply = await hold(body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body as { id: string; version: number };
};
const resume = (id: string, version: number, token: string) =>
  counter.post(`${HELD}${id}/resume/`, { version }, token);
const remove = (id: string, token: string) => shop.call('DELETE', `${HELD}${id}/`, { token });
const read = async (id: string, token?: string) =>
  counter.get(`${HELD}${id}/`, token ?? (await other()));
const count = async () =>
  (await statement<{ n: number }>(shop.platform.db, 'select count(*)::int as n from held_sales'))[0]
    ?.n;
const idsLeft = async () =>
  (await statement<{ id: string }>(shop.platform.db, 'select id from held_sales')).map(
    ({ id }) => id,
  );
const stock = () =>
  statement(
    shop.platform.db,
    `select on_hand, reserved from inventory_levels l join product_variants v on v.id = l.variant_id
     where v.sku = 'MUG-WHITE' and l.store_id = $1`,
    [DOWNTOWN_ID],
  );

describe('a held sale', () => {
  it('is listed at every till of the store with name, note, till and total, and moves no stock', async () => {
    const before = await stock();
    const { id } = await held({ name: ' Mrs. Byron ', note: 'fetches her purse' });
    const [listed] = (await counter.get(HELD, await other())).body;
    expect(listed).toMatchObject({
      id,
      version: 1,
      status: 'held',
      name: 'Mrs. Byron',
      note: 'fetches her purse',
      terminal_id: 'T-001',
      employee: { employee_id: 'EMP001' },
      customer_id: null,
      currency: 'USD',
      total_amount: '27.06',
      promo_codes: [],
      discounts: [],
    });
    expect(listed.line_items).toEqual([
      {
        product_variant_id: expect.any(String),
        sku: 'MUG-WHITE',
        name: expect.any(String),
        quantity: 2,
        unit: 'piece',
        unit_price: null,
        subtotal: null,
        price_reason: null,
      },
    ]);
    expect((await read(id)).body).toEqual(listed);
    expect(await stock()).toEqual(before);
  });

  it('is listed page by page', async () => {
    for (let at = 0; at < 2; at += 1) {
      await held();
      now = new Date(now.getTime() + 1);
    }
    const token = await other();
    const all = (await counter.get(HELD, token)).body.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    let path: string | undefined = `${HELD}?limit=1`;
    while (path !== undefined) {
      const { body, headers } = await counter.get(path, token);
      seen.push(...body.map(({ id }: { id: string }) => id));
      path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual(all);
  });

  it('keeps lower prices, discounts and codes, and shows the total with them', async () => {
    const { id } = await held({
      line_items: [{ sku: 'MUG-WHITE', quantity: 1, unit_price: 10, price_reason: 'Scratched' }],
      discounts: [{ sale: true, amount: '1.00', reason: 'Goodwill' }],
    });
    expect((await read(id)).body).toMatchObject({
      total_amount: '9.74',
      line_items: [{ unit_price: '10.00', price_reason: 'Scratched' }],
      discounts: [{ sale: true, amount: '1.00', reason: 'Goodwill' }],
    });
  });

  it('is not there for another store', async () => {
    const { id } = await held();
    const away = await elsewhere();
    expect((await counter.get(HELD, away)).body).toEqual([]);
    for (const reply of [
      await read(id, away),
      await resume(id, 1, away),
      await remove(id, away),
      await hold({ id, version: 1 }, away),
      await read('not-an-id', await here()),
    ]) {
      expect(reply.status).toBe(404);
      expect(reply.body.code).toBe('HELD_SALE_NOT_FOUND');
    }
    expect((await read(id)).body).toMatchObject({ version: 1, status: 'held' });
  });

  it('refuses bad input, naming the field, and holds nothing', async () => {
    const before = await count();
    const line = { sku: 'MUG-WHITE', quantity: 1 };
    for (const [body, field] of [
      [{ line_items: [] }, 'line_items'],
      [{ line_items: [{ ...line, sku: 'NO-SUCH' }] }, 'line_items.0.sku'],
      [{ line_items: [{ ...line, quantity: 1.5 }] }, 'line_items.0.quantity'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ customer_id: '00000000-0000-4000-8000-00000000ffff' }, 'customer_id'],
      [{ version: 1 }, 'id'],
      [{ id: '00000000-0000-4000-8000-00000000ffff' }, 'version'],
      [{ promo_codes: ['NOPE'] }, 'promo_codes.0'],
      [{ discounts: [{ line: 0, reason: 'x' }] }, 'discounts.0.amount'],
    ] as const) {
      const { status, body: answer } = await hold(body);
      expect(status).toBe(400);
      expect(Object.keys(answer.details)).toContain(field);
    }
    expect(await count()).toBe(before);
  });

  it('is held once under one key', async () => {
    const before = (await count()) ?? 0;
    const key = { 'idempotency-key': 'hold-1' };
    const first = await hold({ name: 'Once' }, undefined, key);
    const second = await hold({ name: 'Once' }, undefined, key);
    expect(second.body).toEqual(first.body);
    expect(await count()).toBe(before + 1);
  });
});

describe('resuming', () => {
  it('is won by one of ten tills; the others learn which one', async () => {
    const { id, version } = await held({ name: 'Race' });
    const tills = Array.from({ length: 10 }, (_, n) => `T-3${n + 10}`);
    const tokens = [];
    for (const till of tills) tokens.push(await shop.tillToken('EMP003', till));
    const replies = await Promise.all(tokens.map(token => resume(id, version, token)));
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(replies[winner]?.body).toMatchObject({
      status: 'resumed',
      version: 2,
      terminal_id: tills[winner],
    });
    for (const { body } of replies.filter((_, n) => n !== winner)) {
      expect(body.code).toBe('HELD_ELSEWHERE');
      expect(body.details).toEqual({ terminal_id: tills[winner], version: 2 });
    }
  });

  it('answers the same till again after a lost answer', async () => {
    const { id, version } = await held();
    const first = await resume(id, version, await other());
    expect(first.status).toBe(200);
    const again = await resume(id, version, await other());
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    // The new version is not a version that waits.
    expect((await resume(id, 2, await other())).status).toBe(409);
  });

  it('refuses an outdated version and names the till that has put the sale back', async () => {
    const { id } = await held();
    await resume(id, 1, await other());
    const back = await hold({ id, version: 2, name: 'Back' }, await other());
    expect(back.status).toBe(201);
    expect(back.body).toMatchObject({ id, version: 3, status: 'held', terminal_id: 'T-002' });
    const late = await resume(id, 1, await here());
    expect(late.status).toBe(409);
    expect(late.body.details).toEqual({ terminal_id: 'T-002', version: 3 });
    expect((await resume(id, 3, await here())).body).toMatchObject({ name: 'Back', version: 4 });
  });

  it('lets only the till that resumed it put it back or remove it', async () => {
    const { id } = await held({ name: 'Mine' });
    await resume(id, 1, await other());
    const stolen = await hold({ id, version: 2, name: 'Stolen' }, await here());
    expect(stolen.status).toBe(409);
    expect(stolen.body.details.terminal_id).toBe('T-002');
    expect((await remove(id, await here())).status).toBe(409);
    expect((await read(id)).body).toMatchObject({ name: 'Mine', status: 'resumed', version: 2 });
    const body = {
      id,
      version: 2,
      name: 'Again',
      line_items: [{ sku: 'TEE-BLACK-M', quantity: 1 }],
    };
    expect((await hold(body, await other())).body.total_amount).toBe('27.06');
    // The answer was lost: the till sends it again.
    expect((await hold(body, await other())).body).toMatchObject({ version: 3, name: 'Again' });
    expect((await remove(id, await here())).status).toBe(204);
    expect((await read(id)).status).toBe(404);
  });
});

describe('old held sales', () => {
  it('are cleared after seven days, resumed ones after one day', async () => {
    const waits = (await held({ name: 'Waits' })).id;
    const resumed = (await held({ name: 'Resumed' })).id;
    await resume(resumed, 1, await here());
    now = new Date(now.getTime() + DAY_MS + 1000);
    await clearHeldSales(shop.platform);
    expect(await idsLeft()).toContain(waits);
    expect(await idsLeft()).not.toContain(resumed);
    now = new Date(now.getTime() + 6 * DAY_MS);
    await clearHeldSales(shop.platform);
    expect(await count()).toBe(0);
  });
});
