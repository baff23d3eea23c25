import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countInvariants } from '../../src/domains/counts/index.js';
import { adjust as correct, levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { waitingForLocks } from '../support/locks.js';
import { countRecords } from '../support/record-counts.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

const COUNTS = '/stock-counts/';
let shop: Shop;
let headers: Record<string, Record<string, string>>;
let zones: Record<string, string>;
beforeAll(async () => {
  shop = await openShop({ background: false });
  ({ headers } = await logInCallers(shop));
  const { body } = await send(ALL, 'GET', '/zones/');
  zones = Object.fromEntries(body.map((one: { code: string; id: string }) => [one.code, one.id]));
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  for (const { check } of countInvariants) {
    expect((await check(shop.platform.db)).filter(one => one.offending > 0)).toEqual([]);
  }
  await shop.close();
});

const ALL = 'manager of all';
const send = (caller: string, method: string, url: string, body?: object, more = {}) =>
  shop.call(method, url, { headers: { ...headers[caller], ...more }, ...(body && { body }) });
const as = (caller: string, method: string, path: string, body?: object, more = {}) =>
  send(caller, method, `${COUNTS}${path}`, body, more);
function ok(reply: Reply, status = 200): Reply {
  if (reply.status !== status) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}
const started = async (zone: string, more: object = {}): Promise<string> => {
  const body = { store: 'DOWNTOWN', zone: zones[zone], ...more };
  return ok(await as('supervisor', 'POST', '', body), 201).body.id;
};
const enter = async (id: string, sku: string, quantity: number, caller = 'supervisor') =>
  ok(await as(caller, 'POST', `${id}/entries/`, { sku, quantity })).body;
const step = async (id: string, name: string, body?: object) =>
  ok(await as(ALL, 'POST', `${id}/${name}/`, body)).body;
const onHand = async (sku: string): Promise<number> =>
  (await send(ALL, 'GET', `/inventory-levels/?store=DOWNTOWN&sku=${sku}`)).body[0].on_hand;
const adjust = (sku: string, quantity: number) =>
  send(ALL, 'POST', '/inventory-levels/adjust/', {
    store: 'DOWNTOWN',
    sku,
    quantity,
    reason: 'Correction',
  });
/** Goods leave without a correction of the books, as with a sale. */
const sell = async (sku: string, quantity: number): Promise<void> => {
  const body = { from_store: 'DOWNTOWN', to_store: 'AIRPORT', lines: [{ sku, quantity }] };
  ok(await send(ALL, 'POST', '/inventory-levels/transfer/', body));
};
const records = () =>
  countRecords(
    shop,
    `select (select json_agg(c order by id) from stock_counts c) as counts,
       (select json_agg(l order by id) from stock_count_lines l) as lines,
       (select json_agg(e order by line_id, round, counter_id) from stock_count_entries e) as entries,
       (select json_agg(l order by id) from inventory_levels l) as levels,
       (select count(*) from stock_movements) as movements`,
  );
const refused = async (reply: Promise<Reply>, status: number, code: string): Promise<void> => {
  const { status: found, body } = await reply;
  expect([found, body.code]).toEqual([status, code]);
};

describe('a stock count', () => {
  it('compares what several people found with the stock of that moment, and corrects it', async () => {
    const before = await onHand('MUG-WHITE');
    const id = await started('FRONT');
    const { body: made } = await as('supervisor', 'GET', `${id}/`);
    expect(made).toMatchObject({
      status: 'counting',
      scope: 'zone',
      scope_name: 'Front tables',
      line_count: 3,
      counted_lines: 0,
      different_lines: null,
    });
    // Both find a part; together 2 are missing. Then 3 are sold, which is no difference.
    await enter(id, 'MUG-WHITE', before - 7);
    const line = await enter(id, 'MUG-WHITE', 5, ALL);
    expect(line).toMatchObject({ counted: before - 2, counters: 2, expected: null });
    await sell('MUG-WHITE', 3);
    await enter(id, 'TEE-BLACK-M', await onHand('TEE-BLACK-M'));

    const review = await step(id, 'submit');
    expect(review).toMatchObject({ status: 'review', counted_lines: 2, different_lines: 1 });
    const { body: lines } = await as(ALL, 'GET', `${id}/lines/?show=different`);
    expect(lines).toMatchObject([
      { sku: 'MUG-WHITE', expected: before, difference: -2, moved_while_counting: false },
    ]);
    const uncounted = await onHand('TEE-BLACK-L');
    const done = await step(id, 'approve', { reason: 'Breakage' });
    expect(done).toMatchObject({ status: 'approved', reason: 'Breakage' });
    expect(await onHand('MUG-WHITE')).toBe(before - 5);
    expect(await onHand('TEE-BLACK-L')).toBe(uncounted);
    const [movement] = await statement<{ kind: string; quantity: number; reason: string }>(
      shop.platform.db,
      'select kind, quantity, reason from stock_movements where reference = $1',
      [id],
    );
    expect(movement).toEqual({ kind: 'count', quantity: -2, reason: `${done.number} Breakage` });
  });

  it('is blind: expected quantities are shown only after counting', async () => {
    const id = await started('WALL');
    await enter(id, 'POSTER-A2', 0);
    const { body } = await as('supervisor', 'GET', `${id}/lines/`);
    expect(body).toMatchObject([
      { sku: 'POSTER-A2', counted: 0, expected: null, difference: null },
    ]);
    await refused(as(ALL, 'GET', `${id}/lines/?show=different`), 409, 'INVALID_STATE');
    await step(id, 'cancel', { reason: 'Test' });
    const open = await started('WALL', { is_blind: false });
    const stock = await onHand('POSTER-A2');
    const line = await enter(open, 'POSTER-A2', 0);
    expect(line).toMatchObject({ expected: stock, difference: -stock });
    await step(open, 'cancel', { reason: 'Test' });
    expect(await onHand('POSTER-A2')).toBe(stock);
  });

  it('counts differences again, and forgets what was found before', async () => {
    const stock = await onHand('POSTER-A2');
    const id = await started('WALL');
    await enter(id, 'POSTER-A2', stock + 4);
    await enter(id, 'MUG-WHITE', await onHand('MUG-WHITE'));
    await step(id, 'submit');
    const again = await step(id, 'recount');
    expect(again).toMatchObject({ status: 'counting', round: 2, line_count: 2, counted_lines: 1 });
    const { body } = await as(ALL, 'GET', `${id}/lines/?show=open`);
    expect(body).toMatchObject([{ sku: 'POSTER-A2', counted: null, round: 2 }]);
    const other = as(ALL, 'POST', `${id}/entries/`, { sku: 'MUG-WHITE', quantity: 1 });
    await refused(other, 409, 'NOT_IN_RECOUNT');
    await enter(id, 'POSTER-A2', stock + 1);
    await step(id, 'submit');
    await step(id, 'approve', { reason: 'Found one' });
    expect(await onHand('POSTER-A2')).toBe(stock + 1);
  });

  it('marks goods that moved between two entries', async () => {
    const id = await started('WALL', { is_blind: false });
    await enter(id, 'POSTER-A2', 1);
    await sell('POSTER-A2', 1);
    const line = await enter(id, 'POSTER-A2', 2, ALL);
    expect(line).toMatchObject({ counted: 3, moved_while_counting: true });
    await step(id, 'cancel', { reason: 'Test' });
  });

  it('waits for a correction that is being committed, and compares with its result', async () => {
    const { db } = shop.platform;
    const stock = await onHand('POSTER-A2');
    const id = await started('WALL', { is_blind: false });
    const [{ variant_id: variantId }] = (await as(ALL, 'GET', `${id}/lines/`)).body;
    const change = { storeId: DOWNTOWN_ID, variantId, quantity: -1, reason: 'Torn', actorId: null };
    const entered = await atomically(db, async tx => {
      await correct(tx, change);
      const reply = enter(id, 'POSTER-A2', stock - 1);
      await vi.waitUntil(async () => (await waitingForLocks(db)) > 0);
      return { reply };
    });
    expect(await entered.reply).toMatchObject({ expected: stock - 1, difference: 0 });
    await step(id, 'cancel', { reason: 'Test' });
  });

  it('adds scans, once per key, and takes goods that are not on its list', async () => {
    const id = await started('WALL');
    const scan = (code: string, key: string) =>
      as(
        'supervisor',
        'POST',
        `${id}/entries/`,
        { code, quantity: 1, mode: 'add' },
        {
          'idempotency-key': key,
        },
      );
    ok(await scan('POSTER-A2', 'scan-1'));
    ok(await scan('POSTER-A2', 'scan-1'));
    expect(ok(await scan('POSTER-A2', 'scan-2')).body.counted).toBe(2);
    const [beans] = (await send(ALL, 'GET', '/product-variants/?q=BEANS-1KG')).body;
    expect(ok(await scan(beans.barcode ?? beans.sku, 'scan-3')).body).toMatchObject({
      sku: 'BEANS-1KG',
      counted: 1,
    });
    expect((await as(ALL, 'GET', `${id}/`)).body.line_count).toBe(2);
    const before = await records();
    await refused(scan('NO-SUCH-CODE', 'scan-4'), 400, 'INVALID');
    expect(await records()).toEqual(before);
    await step(id, 'cancel', { reason: 'Test' });
  });

  it('counts a category with those below it, and a whole store', async () => {
    const { body } = await send(ALL, 'GET', '/categories/?limit=200');
    const apparel = body.find((one: { slug: string }) => one.slug === 'apparel');
    const start = { store: 'DOWNTOWN', category: apparel.id };
    const category = ok(await as(ALL, 'POST', '', start), 201).body;
    expect(category).toMatchObject({ scope: 'category', scope_name: apparel.name });
    expect(category.line_count).toBeGreaterThan(1);
    await step(category.id, 'cancel', { reason: 'Test' });
    const whole = ok(await as(ALL, 'POST', '', { store: 'DOWNTOWN' }), 201).body;
    expect(whole.line_count).toBeGreaterThan(category.line_count);
    await step(whole.id, 'cancel', { reason: 'Test' });
  });
});

describe('a stock count is refused', () => {
  it('if another open one has the same goods, also if both start at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        as(ALL, 'POST', '', { store: 'DOWNTOWN', zone: zones.FRONT }),
      ),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409, 409, 409]);
    const id = replies.find(reply => reply.status === 201)?.body.id;
    const before = await records();
    await refused(as(ALL, 'POST', '', { store: 'DOWNTOWN' }), 409, 'COUNT_OVERLAPS');
    expect(await records()).toEqual(before);
    const wall = await started('WALL');
    const taken = as(ALL, 'POST', `${wall}/entries/`, { sku: 'MUG-WHITE', quantity: 1 });
    await refused(taken, 409, 'COUNT_OVERLAPS');
    await step(wall, 'cancel', { reason: 'Test' });
    await step(id, 'cancel', { reason: 'Test' });
  });

  it('after a correction of counted goods, until they are counted again', async () => {
    const stock = await onHand('POSTER-A2');
    const id = await started('WALL');
    await enter(id, 'POSTER-A2', stock - 1);
    await step(id, 'submit');
    ok(await adjust('POSTER-A2', -1));
    const before = await records();
    const reply = await as(ALL, 'POST', `${id}/approve/`, { reason: 'Count' });
    expect([reply.status, reply.body.code, reply.body.details.skus]).toEqual([
      409,
      'COUNT_OUTDATED',
      ['POSTER-A2'],
    ]);
    expect(await records()).toEqual(before);
    await step(id, 'recount');
    await enter(id, 'POSTER-A2', stock - 1);
    await step(id, 'submit');
    await step(id, 'approve', { reason: 'Count' });
    expect(await onHand('POSTER-A2')).toBe(stock - 1);
  });

  it('if goods with a difference moved between two entries, until they are counted again', async () => {
    const stock = await onHand('TEE-BLACK-M');
    const id = await started('FRONT');
    // All are counted, but one of the first 2 is sold before the second person counts.
    await enter(id, 'TEE-BLACK-M', 2);
    await sell('TEE-BLACK-M', 1);
    await enter(id, 'TEE-BLACK-M', stock - 2, ALL);
    await step(id, 'submit');
    const before = await records();
    const reply = await as(ALL, 'POST', `${id}/approve/`, { reason: 'Count' });
    expect([reply.status, reply.body.code, reply.body.details.skus]).toEqual([
      409,
      'COUNT_OUTDATED',
      ['TEE-BLACK-M'],
    ]);
    expect(await records()).toEqual(before);
    await step(id, 'recount');
    await enter(id, 'TEE-BLACK-M', stock - 1);
    await step(id, 'submit');
    await step(id, 'approve', { reason: 'Count' });
    expect(await onHand('TEE-BLACK-M')).toBe(stock - 1);
  });

  it('if goods moved between two entries and the difference happens to be 0', async () => {
    const stock = await onHand('TEE-BLACK-M');
    const id = await started('FRONT');
    // One is missing from the shelf. One that was counted is sold, so the sum equals the books.
    await enter(id, 'TEE-BLACK-M', 2);
    await sell('TEE-BLACK-M', 1);
    await enter(id, 'TEE-BLACK-M', stock - 3, ALL);
    await step(id, 'submit');
    const { body: shown } = await as(ALL, 'GET', `${id}/`);
    expect(shown).toMatchObject({ different_lines: 0, moved_lines: 1 });
    const before = await records();
    const approved = as(ALL, 'POST', `${id}/approve/`, { reason: 'Count' });
    await refused(approved, 409, 'COUNT_OUTDATED');
    expect(await records()).toEqual(before);
    await step(id, 'recount');
    await enter(id, 'TEE-BLACK-M', stock - 2);
    await step(id, 'submit');
    await step(id, 'approve', { reason: 'Count' });
    expect(await onHand('TEE-BLACK-M')).toBe(stock - 2);
  });

  it('in the wrong state, and with wrong fields', async () => {
    const id = await started('WALL');
    const before = await records();
    await refused(as(ALL, 'POST', `${id}/submit/`), 409, 'NOTHING_COUNTED');
    await refused(as(ALL, 'POST', `${id}/approve/`, { reason: 'x' }), 409, 'INVALID_STATE');
    await refused(as(ALL, 'POST', `${id}/recount/`), 409, 'INVALID_STATE');
    for (const body of [
      { sku: 'POSTER-A2', quantity: 1.5 },
      { sku: 'POSTER-A2', quantity: -1 },
      { sku: 'NOTHING', quantity: 1 },
      { quantity: 1 },
    ]) {
      expect((await as(ALL, 'POST', `${id}/entries/`, body)).status).toBe(400);
    }
    for (const more of [
      { zone: zones.GATE },
      { category: zones.FRONT },
      { zone: zones.FRONT, category: zones.FRONT },
    ]) {
      expect((await as(ALL, 'POST', '', { store: 'DOWNTOWN', ...more })).status).toBe(400);
    }
    expect(await records()).toEqual(before);
    await step(id, 'cancel', { reason: 'Test' });
    await refused(as(ALL, 'POST', `${id}/submit/`), 409, 'INVALID_STATE');
  });

  it('to other stores, to cashiers, and its approval to supervisors', async () => {
    const id = await started('WALL');
    await enter(id, 'POSTER-A2', 1);
    await step(id, 'submit');
    const before = await records();
    for (const path of ['', 'lines/']) {
      expect((await as('manager elsewhere', 'GET', `${id}/${path}`)).status).toBe(404);
    }
    const entry = { sku: 'POSTER-A2', quantity: 9 };
    const reason = { reason: 'x' };
    for (const [path, body] of [
      ['entries/', entry],
      ['submit/', undefined],
      ['recount/', undefined],
      ['approve/', reason],
      ['cancel/', reason],
    ] as const) {
      expect((await as('manager elsewhere', 'POST', `${id}/${path}`, body)).status).toBe(404);
      expect((await as('cashier', 'POST', `${id}/${path}`, body)).status).toBe(403);
    }
    expect((await as('supervisor', 'POST', `${id}/approve/`, reason)).status).toBe(403);
    const foreign = { store: 'AIRPORT' };
    expect((await as('manager', 'POST', '', foreign)).status).toBe(400);
    expect(await records()).toEqual(before);
    await step(id, 'cancel', { reason: 'Test' });
  });

  it('a second time: ten approvals at once correct the stock once', async () => {
    const stock = await onHand('POSTER-A2');
    const id = await started('WALL');
    await enter(id, 'POSTER-A2', stock + 2);
    await step(id, 'submit');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => as(ALL, 'POST', `${id}/approve/`, { reason: 'Found' })),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await onHand('POSTER-A2')).toBe(stock + 2);
  });
});
