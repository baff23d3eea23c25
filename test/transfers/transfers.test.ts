import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { transferInvariants } from '../../src/domains/transfers/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { watchStoreRows } from '../support/store-rows.js';
import { ok, openTransfers, type Transfers, transfer } from './support.js';

let at: Transfers;
beforeAll(async () => {
  at = await openTransfers();
});
afterAll(async () => {
  expect(await at.unbalanced()).toEqual([]);
  const checked = await checkInvariants(at.shop.platform.db);
  expect(checked.filter(one => one.name === 'transfers:movements' && one.offending > 0)).toEqual(
    [],
  );
  await at.shop.close();
});

const ALL = 'manager of all';

describe('a transfer', () => {
  it('reserves, dispatches and receives its goods, which are on hand nowhere in between', async () => {
    const before = await at.levels('MUG-WHITE');
    const downtown = before.DOWNTOWN ?? 0;
    const airport = before.AIRPORT ?? 0;
    const made = ok(await at.as(ALL, 'POST', '', transfer({ notes: 'For the weekend' })), 201).body;
    expect(made).toMatchObject({ status: 'requested', notes: 'For the weekend' });
    expect(made.number).toMatch(/^TR-\d{4}-\d{6}$/);
    expect(await at.levels('MUG-WHITE')).toEqual(before);

    const packed = await at.step(made.id, 'pack', {
      lines: [
        { sku: 'MUG-WHITE', quantity: 4 },
        { sku: 'TEE-BLACK-M', quantity: 0 },
      ],
    });
    expect(packed.lines).toMatchObject([
      { requested_quantity: 5, packed_quantity: 4, received_quantity: null, difference: null },
      { requested_quantity: 2, packed_quantity: 0 },
    ]);
    expect(await at.levels('MUG-WHITE')).toMatchObject({
      DOWNTOWN: downtown,
      'DOWNTOWN reserved': (before['DOWNTOWN reserved'] ?? 0) + 4,
    });

    expect((await at.step(made.id, 'dispatch')).status).toBe('in_transit');
    expect(await at.levels('MUG-WHITE')).toMatchObject({
      DOWNTOWN: downtown - 4,
      'DOWNTOWN reserved': before['DOWNTOWN reserved'],
      AIRPORT: airport,
    });
    const transit = await at.as('manager elsewhere', 'GET', 'in-transit/');
    expect(transit.body).toMatchObject([{ sku: 'MUG-WHITE', quantity: 4 }]);
    expect((await at.as('manager', 'GET', 'in-transit/')).body).toEqual([]);

    const received = ok(await at.as('manager elsewhere', 'POST', `${made.id}/receive/`)).body;
    expect(received).toMatchObject({ status: 'received', has_differences: false });
    expect(received.lines).toMatchObject([{ received_quantity: 4, difference: 0 }, {}]);
    expect(await at.levels('MUG-WHITE')).toMatchObject({
      DOWNTOWN: downtown - 4,
      AIRPORT: airport + 4,
    });
    expect((await at.as('manager elsewhere', 'GET', 'in-transit/')).body).toEqual([]);
  });

  it('takes what arrived, less, more or other than packed, each with a reason', async () => {
    const before = await at.levels('MUG-WHITE');
    const tees = await at.levels('TEE-BLACK-M');
    const poster = await at.levels('POSTER-A2');
    const id = await at.sent();
    const arrived = [
      { sku: 'MUG-WHITE', quantity: 3, reason: 'damaged', note: 'Two broken' },
      { sku: 'TEE-BLACK-M', quantity: 3, reason: 'miscounted' },
      { sku: 'POSTER-A2', quantity: 1, reason: 'wrong_article' },
    ];
    const unchanged = await at.records();
    const unexplained = await at.as(ALL, 'POST', `${id}/receive/`, {
      lines: arrived.map(({ sku, quantity }) => ({ sku, quantity })),
    });
    expect([unexplained.status, Object.keys(unexplained.body.errors)]).toEqual([
      400,
      ['lines.0.reason', 'lines.1.reason', 'lines.2.reason'],
    ]);
    expect(await at.records()).toEqual(unchanged);
    const done = await at.step(id, 'receive', { lines: arrived });
    expect(done.has_differences).toBe(true);
    expect(done.lines).toMatchObject([
      { difference: -2, difference_reason: 'damaged', difference_note: 'Two broken' },
      { difference: 1, difference_reason: 'miscounted' },
      { sku: 'POSTER-A2', requested_quantity: 0, packed_quantity: 0, difference: 1 },
    ]);
    expect(await at.levels('MUG-WHITE')).toMatchObject({
      DOWNTOWN: (before.DOWNTOWN ?? 0) - 5,
      AIRPORT: (before.AIRPORT ?? 0) + 3,
    });
    expect((await at.levels('TEE-BLACK-M')).AIRPORT).toBe((tees.AIRPORT ?? 0) + 3);
    expect((await at.levels('POSTER-A2')).AIRPORT).toBe((poster.AIRPORT ?? 0) + 1);
  });

  it('moves goods by weight', async () => {
    await at.shop.call('POST', '/inventory-levels/', {
      token: await at.shop.officeToken(),
      body: { store: 'DOWNTOWN', sku: 'GRUYERE-KG', on_hand: 10 },
    });
    const id = await at.requested(transfer({ lines: [{ sku: 'GRUYERE-KG', quantity: '2.125' }] }));
    expect((await at.step(id, 'pack')).lines).toMatchObject([{ packed_quantity: 2.125 }]);
    await at.step(id, 'dispatch');
    const lines = [{ sku: 'GRUYERE-KG', quantity: 2.1, reason: 'other' }];
    const done = await at.step(id, 'receive', { lines });
    expect(done.lines).toMatchObject([{ received_quantity: 2.1, difference: -0.025 }]);
  });

  it('is cancelled before it leaves, which frees packed goods', async () => {
    const before = await at.levels('MUG-WHITE');
    const id = await at.requested();
    await at.step(id, 'pack');
    const done = await at.step(id, 'cancel', { reason: ' Not needed ' });
    expect(done).toMatchObject({ status: 'cancelled', cancel_reason: 'Not needed' });
    expect(await at.levels('MUG-WHITE')).toEqual(before);
    const sent = await at.sent();
    const unchanged = await at.records();
    const refused = await at.as(ALL, 'POST', `${sent}/cancel/`, { reason: 'Too late' });
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(await at.records()).toEqual(unchanged);
    await at.step(sent, 'receive');
  });

  it('is checked by variant: goods that were booked as others are a violation', async () => {
    const id = await at.sent();
    await at.step(id, 'receive');
    class Undo extends Error {}
    const undone = atomically(at.shop.platform.db, async tx => {
      // 5 mugs and 2 shirts become 2 mugs and 5 shirts: the sum is the same.
      await statement(
        tx,
        `update stock_transfer_lines set packed_quantity = 7 - packed_quantity,
           received_quantity = 7 - received_quantity where transfer_id = $1`,
        [id],
      );
      const findings = await transferInvariants[0]?.check(tx);
      expect(findings?.filter(one => one.offending > 0)).toMatchObject([{ ids: [id] }]);
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
  });

  it('records an event for each of its two stores', async () => {
    const id = await at.requested();
    await at.shop.settleEvents();
    const rows = await statement<{ store_id: string }>(
      at.shop.platform.db,
      `select store_id from events where event = 'stock_transfer.changed' and subject_id = $1`,
      [id],
    );
    expect(new Set(rows.map(row => row.store_id)).size).toBe(2);
  });
});

describe('a wrong transfer', () => {
  it.each([
    ['the same store twice', { to_store: 'DOWNTOWN' }, 'to_store'],
    ['an unknown store', { from_store: 'NOWHERE' }, 'from_store'],
    ['a piece and a half', { lines: [{ sku: 'MUG-WHITE', quantity: 1.5 }] }, 'lines.0.quantity'],
    ['unknown goods', { lines: [{ sku: 'NOTHING', quantity: 1 }] }, 'lines.0.sku'],
    [
      'the same goods twice',
      {
        lines: [
          { sku: 'MUG-WHITE', quantity: 1 },
          { sku: 'MUG-WHITE', quantity: 2 },
        ],
      },
      'lines.1',
    ],
  ])('with %s is refused', async (_case, more, field) => {
    const before = await at.records();
    const reply = await at.as(ALL, 'POST', '', transfer(more));
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    expect(await at.records()).toEqual(before);
  });

  it('packs no more than is available, and every line or none', async () => {
    const id = await at.requested(transfer({ lines: [{ sku: 'MUG-WHITE', quantity: 9_000 }] }));
    const before = await at.records();
    const short = await at.as(ALL, 'POST', `${id}/pack/`);
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
    for (const lines of [
      [{ sku: 'TEE-BLACK-M', quantity: 1 }],
      [{ sku: 'MUG-WHITE', quantity: 0 }],
      [
        { sku: 'MUG-WHITE', quantity: 1 },
        { sku: 'TEE-BLACK-M', quantity: 1 },
      ],
    ]) {
      expect((await at.as(ALL, 'POST', `${id}/pack/`, { lines })).status).toBe(400);
    }
    expect((await at.as(ALL, 'POST', `${id}/dispatch/`)).body.code).toBe('INVALID_STATE');
    expect((await at.as(ALL, 'POST', `${id}/receive/`)).body.code).toBe('INVALID_STATE');
    expect(await at.records()).toEqual(before);
  });

  it('does not leave if its goods are gone when it is sent', async () => {
    const token = await at.shop.officeToken();
    const adjust = async (quantity: number) =>
      ok(
        await at.shop.call('POST', '/inventory-levels/adjust/', {
          token,
          body: { store: 'DOWNTOWN', sku: 'WINE-RED', quantity, reason: 'Bottles' },
        }),
      ).body;
    const { available } = await adjust(2);
    const id = await at.requested(transfer({ lines: [{ sku: 'WINE-RED', quantity: available }] }));
    await at.step(id, 'pack');
    await adjust(-1);
    const before = await at.records();
    const reply = await at.as(ALL, 'POST', `${id}/dispatch/`);
    expect([reply.status, reply.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
    expect(await at.records()).toEqual(before);
    await at.step(id, 'cancel', { reason: 'A bottle broke' });
  });
});

describe('the two stores of a transfer', () => {
  it('each do their part, and nobody else sees it', async () => {
    const elsewhere = transfer({ to_store: 'ZURICH' });
    const id = ok(await at.as('manager', 'POST', '', elsewhere), 201).body.id;
    const before = await at.records();
    expect((await at.as('manager elsewhere', 'GET', `${id}/`)).status).toBe(404);
    for (const step of ['pack', 'dispatch', 'receive']) {
      expect((await at.as('manager elsewhere', 'POST', `${id}/${step}/`)).status).toBe(404);
    }
    const cancel = await at.as('manager elsewhere', 'POST', `${id}/cancel/`, { reason: 'x' });
    expect(cancel.status).toBe(404);
    const list = (await at.as('manager elsewhere', 'GET', '')).body;
    expect(list.map((one: { id: string }) => one.id)).not.toContain(id);
    expect(await at.records()).toEqual(before);
    await at.step(id, 'cancel', { reason: 'Enough' });
  });

  it('a store asks for goods of another, which packs and dispatches them', async () => {
    const id = ok(await at.as('manager elsewhere', 'POST', '', transfer()), 201).body.id;
    const before = await at.records();
    const refused = await at.as('manager elsewhere', 'POST', `${id}/pack/`);
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(await at.records()).toEqual(before);
    ok(await at.as('supervisor', 'POST', `${id}/pack/`));
    ok(await at.as('supervisor', 'POST', `${id}/dispatch/`));
    const inTransit = await at.records();
    const own = await at.as('manager', 'POST', `${id}/receive/`);
    expect([own.status, own.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(await at.records()).toEqual(inTransit);
    ok(await at.as('manager elsewhere', 'POST', `${id}/receive/`));
  });

  it('a supervisor receives less than was packed; more, or other goods, needs a manager', async () => {
    const id = await at.sent(transfer({ from_store: 'AIRPORT', to_store: 'DOWNTOWN' }));
    const before = await at.records();
    const mugs = (quantity: number) => ({ sku: 'MUG-WHITE', quantity, reason: 'miscounted' });
    const tees = { sku: 'TEE-BLACK-M', quantity: 2 };
    const poster = { sku: 'POSTER-A2', quantity: 1, reason: 'wrong_article' };
    for (const lines of [
      [mugs(6), tees],
      [mugs(5), tees, poster],
    ]) {
      const refused = await at.as('supervisor', 'POST', `${id}/receive/`, { lines });
      expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
      expect(refused.body.detail).toContain('stock.adjust');
    }
    expect(await at.records()).toEqual(before);
    const less = await at.as('supervisor', 'POST', `${id}/receive/`, { lines: [mugs(4), tees] });
    expect(ok(less).body.lines).toMatchObject([{ difference: -1 }, { difference: 0 }]);
    const other = await at.sent();
    const more = await at.as('manager elsewhere', 'POST', `${other}/receive/`, {
      lines: [mugs(6), tees, poster],
    });
    expect(ok(more).body.lines).toMatchObject([{ difference: 1 }, { difference: 0 }, {}]);
  });

  it('a manager requests nothing between two other stores', async () => {
    const before = await at.records();
    const between = transfer({ from_store: 'ZURICH', to_store: 'DOWNTOWN' });
    const reply = await at.as('manager elsewhere', 'POST', '', between);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['to_store']]);
    expect((await at.as('supervisor', 'POST', '', transfer())).status).toBe(403);
    expect((await at.as('cashier', 'POST', '', transfer())).status).toBe(403);
    expect(await at.records()).toEqual(before);
    const stores = (await at.as('manager elsewhere', 'GET', 'stores/')).body;
    expect(stores.map((one: { code: string }) => one.code)).toEqual([
      'AIRPORT',
      'DOWNTOWN',
      'ZURICH',
    ]);
  });
});

describe('a repeated step', () => {
  it('takes effect once with the same key, and is refused without', async () => {
    const key = { 'idempotency-key': 'transfer-1' };
    const first = ok(await at.as(ALL, 'POST', '', transfer(), key), 201);
    const again = ok(await at.as(ALL, 'POST', '', transfer(), key), 201);
    expect(again.body).toEqual(first.body);
    const id = first.body.id;
    await at.step(id, 'pack');
    await at.step(id, 'dispatch');
    const receive = () =>
      at.as(ALL, 'POST', `${id}/receive/`, {}, { 'idempotency-key': 'receive-1' });
    const received = ok(await receive());
    const after = await at.records();
    expect((await receive()).body).toEqual(received.body);
    const bare = await at.as(ALL, 'POST', `${id}/receive/`);
    expect([bare.status, bare.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(await at.records()).toEqual(after);
  });

  it('of ten people at once dispatches and receives the goods once', async () => {
    const before = await at.levels('MUG-WHITE');
    const id = await at.requested();
    for (const step of ['pack', 'dispatch', 'receive']) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => at.as(ALL, 'POST', `${id}/${step}/`)),
      );
      expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    }
    expect(await at.levels('MUG-WHITE')).toMatchObject({
      DOWNTOWN: (before.DOWNTOWN ?? 0) - 5,
      AIRPORT: (before.AIRPORT ?? 0) + 5,
    });
  });
});

it('writes stock of both stores, which no sale does', async () => {
  const rows = await watchStoreRows(at.shop);
  const id = await at.sent();
  await at.step(id, 'receive');
  const { own, others } = await rows.written(DOWNTOWN_ID);
  expect([own, others]).toEqual([
    expect.arrayContaining(['inventory_levels']),
    expect.arrayContaining(['inventory_levels']),
  ]);
});
