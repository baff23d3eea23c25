import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { UUID } from '../transactions/support.js';
import { goods, MUGS, type Office, ok, openOffice, order } from './support.js';

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 8);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  expect(await levelsOutOfBalance(office.shop.platform.db)).toEqual([]);
  await office.shop.close();
});

const mugs = () => goods(office.shop, 'MUG-WHITE');
const ofMugs = (more: object = {}) => order({ lines: [{ ...MUGS, ...more }] });

describe('a goods receipt', () => {
  it('puts goods into stock and averages their cost', async () => {
    const { db } = office.shop.platform;
    await statement(db, `update product_variants set cost = 5.00 where sku = 'MUG-WHITE'`);
    const [all] = await statement<{ n: number }>(
      db,
      `select sum(on_hand)::int as n from inventory_levels l join product_variants v on v.id = l.variant_id
       where v.sku = 'MUG-WHITE'`,
    );
    const before = await mugs();
    const id = await office.submitted();
    const reply = await office.receive(id, {
      receipt_number: 'DN-1',
      notes: 'One box wet',
      lines: [{ sku: 'MUG-WHITE', quantity: 4, unit_cost: '8.00' }],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'partially_received', received_at: null });
    expect(reply.body.lines).toMatchObject([
      { received_quantity: 4, outstanding_quantity: 6 },
      { received_quantity: 0, outstanding_quantity: 5 },
    ]);
    expect(reply.body.receipts).toEqual([
      {
        id: expect.stringMatching(UUID),
        receipt_number: 'DN-1',
        notes: 'One box wet',
        received_by: '00000000-0000-4000-a002-000000000003',
        received_at: expect.stringMatching(/Z$/),
        lines: [
          {
            line_id: reply.body.lines[0].id,
            sku: 'MUG-WHITE',
            product_name: 'White Mug',
            variant_name: '',
            description: 'White Mug',
            quantity: 4,
            unit_cost: '8.00',
          },
        ],
      },
    ]);
    const there = all?.n ?? 0;
    const average = (there * 5 + 4 * 8) / (there + 4);
    expect(await mugs()).toEqual({ cost: average.toFixed(2), on_hand: before.on_hand + 4 });
    const movements = await statement(
      db,
      'select kind, quantity, reason, actor_id from stock_movements where reference = $1',
      [reply.body.receipts[0].id],
    );
    expect(movements).toEqual([
      {
        kind: 'receipt',
        quantity: 4,
        reason: `${reply.body.po_number} DN-1`,
        actor_id: '00000000-0000-4000-a002-000000000003',
      },
    ]);
    const rest = await office.receive(id);
    expect(rest.body.status).toBe('received');
    expect(rest.body.receipts.map((r: { receipt_number: string }) => r.receipt_number)).toEqual([
      'DN-1',
      'R-2',
    ]);
    expect((await mugs()).on_hand).toBe(before.on_hand + 10);
  });

  it('creates a level where the store has none', async () => {
    const { db } = office.shop.platform;
    await statement(
      db,
      `insert into product_variants (id, product_id, sku, price)
       select gen_random_uuid(), product_id, 'NEW-GOODS', 1 from product_variants limit 1`,
    );
    const body = order({ lines: [{ sku: 'NEW-GOODS', ordered_quantity: 2, unit_cost: '0.40' }] });
    ok(await office.receive(await office.submitted(body)));
    expect(await goods(office.shop, 'NEW-GOODS')).toEqual({ cost: '0.40', on_hand: 2 });
  });

  it('in another currency leaves a known cost as it is, and sets an unknown one', async () => {
    const { db } = office.shop.platform;
    const variant = async (sku: string) =>
      (
        await statement(db, 'select cost, cost_currency from product_variants where sku = $1', [
          sku,
        ])
      )[0];
    await statement(db, `update product_variants set cost = null where sku = 'TEE-BLACK-M'`);
    const before = await variant('MUG-WHITE');
    const id = await office.submitted(order({ store: 'AIRPORT' }));
    expect(ok(await office.receive(id)).body.currency).toBe('EUR');
    expect(await variant('MUG-WHITE')).toEqual(before);
    expect(await variant('TEE-BLACK-M')).toEqual({ cost: '9.00', cost_currency: 'EUR' });
    await statement(
      db,
      `update product_variants set cost = 9.00, cost_currency = 'USD' where sku = 'TEE-BLACK-M'`,
    );
  });

  it('for one delivery note counts once, however often it is sent', async () => {
    const id = await office.submitted(ofMugs());
    const body = { receipt_number: 'DN-9', lines: [{ sku: 'MUG-WHITE', quantity: 3 }] };
    const first = ok(await office.receive(id, body));
    const before = await office.recordCounts();
    expect((await office.receive(id, body)).body).toEqual(first.body);
    expect((await office.receive(id, { receipt_number: 'DN-9' })).body).toEqual(first.body);
    const other = { receipt_number: 'DN-9', lines: [{ sku: 'MUG-WHITE', quantity: 2 }] };
    const mismatch = await office.receive(id, other);
    expect([mismatch.status, mismatch.body.code]).toEqual([409, 'RECEIPT_MISMATCH']);
    expect(await office.recordCounts()).toEqual(before);
  });

  it('under one key counts once', async () => {
    const id = await office.submitted(ofMugs());
    const body = { lines: [{ sku: 'MUG-WHITE', quantity: 3 }] };
    const send = () => office.receive(id, body, undefined, { 'idempotency-key': `key-${id}` });
    const first = ok(await send());
    const again = await send();
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(first.body.lines[0].received_quantity).toBe(3);
  });

  it("refuses more than was ordered, except the line's tolerance", async () => {
    const strict = await office.submitted(ofMugs());
    const tolerant = await office.submitted(ofMugs({ over_receipt_percent: 15 }));
    const before = await office.recordCounts();
    for (const [id, quantity, left] of [
      [strict, 11, 10],
      [tolerant, 12, 11],
    ] as const) {
      const reply = await office.receive(id, { lines: [{ sku: 'MUG-WHITE', quantity }] });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: 'OVER_RECEIPT',
        errors: { 'lines.0.quantity': [`At most ${left} of MUG-WHITE can still be received.`] },
      });
    }
    expect(await office.recordCounts()).toEqual(before);
    const taken = await office.receive(tolerant, { lines: [{ sku: 'MUG-WHITE', quantity: 11 }] });
    expect(taken.body).toMatchObject({
      status: 'received',
      lines: [{ received_quantity: 11, outstanding_quantity: 0 }],
    });
  });

  it.each([
    ['goods that were not ordered', [{ sku: 'POSTER-A2', quantity: 1 }], 'UNKNOWN_LINE'],
    [
      'a duplicate SKU',
      [
        { sku: 'MUG-WHITE', quantity: 1 },
        { sku: 'MUG-WHITE', quantity: 1 },
      ],
      'UNKNOWN_LINE',
    ],
    ['no quantity', [{ sku: 'MUG-WHITE' }], 'INVALID'],
    ['an empty list', [], 'INVALID'],
  ])('refuses %s', async (_, lines, code) => {
    const id = await office.submitted(ofMugs());
    const before = await office.recordCounts();
    const reply = await office.receive(id, { lines });
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await office.recordCounts()).toEqual(before);
  });
});

describe('two concurrent goods receipts', () => {
  it('of the whole remainder: one books it, the other finds nothing left', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await mugs();
      const id = await office.submitted(ofMugs());
      const replies = await Promise.all([1, 2, 3].map(() => office.receive(id)));
      expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409]);
      expect((await mugs()).on_hand).toBe(before.on_hand + 10);
    }
  });

  it('of one delivery note: both get the same answer, and it counts once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await mugs();
      const id = await office.submitted(ofMugs());
      const body = { receipt_number: 'DN', lines: [{ sku: 'MUG-WHITE', quantity: 7 }] };
      const replies = await Promise.all([1, 2, 3].map(() => office.receive(id, body)));
      expect(replies.map(reply => reply.status)).toEqual([200, 200, 200]);
      expect(new Set(replies.map(reply => reply.text)).size).toBe(1);
      expect((await mugs()).on_hand).toBe(before.on_hand + 7);
    }
  });

  it('of two orders with the same goods in opposite order: no deadlock, and all is booked', async () => {
    const before = await mugs();
    const tee = { sku: 'TEE-BLACK-M', ordered_quantity: 1, unit_cost: '9.00' };
    const mug = { ...MUGS, ordered_quantity: 1 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await Promise.all([
        office.submitted(order({ lines: [mug, tee] })),
        office.submitted(order({ lines: [tee, mug] })),
      ]);
      const replies = await Promise.all(ids.map(id => office.receive(id)));
      expect(replies.map(reply => reply.status)).toEqual([200, 200]);
    }
    expect((await mugs()).on_hand).toBe(before.on_hand + 2 * ROUNDS);
  });
});
