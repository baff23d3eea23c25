import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AIRPORT_ID,
  BEANS,
  type Desk,
  DOWNTOWN_ID,
  eventsAbout,
  MUG,
  ok,
  openDesk,
  RETURNS,
  type Reply,
  TEE,
  UUID,
} from './support.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A refusal changes nothing. */
async function refused(work: () => Promise<Reply>): Promise<Reply> {
  const before = await desk.recordCounts();
  const reply = await work();
  expect(await desk.recordCounts()).toEqual(before);
  return reply;
}

describe('creating a return', () => {
  it('answers 201 with its number, the sale and the refund', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 2 }, BEANS], '2.06');
    const ids = await desk.lineIds(sale);
    const reply = await desk.open(
      sale,
      [{ sku: 'MUG-WHITE', quantity: 1, reason: 'handle is loose' }],
      { return_reason: 'defective', notes: 'No box' },
    );
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      transaction: sale,
      store: DOWNTOWN_ID,
      status: 'pending',
      return_reason: 'defective',
      notes: 'No box',
      // One of two mugs: 12.50, and half of the tax of 2.06.
      refund_amount: '13.53',
      shipping_refund: '0.00',
      total_return_value: '0.00',
      refund_to: null,
      restock: null,
      store_credit: null,
      refunds: [],
      completed_at: null,
      line_items: [
        {
          original_line_item: ids.get('MUG-WHITE'),
          sku: 'MUG-WHITE',
          quantity: 1,
          reason: 'handle is loose',
          refund_amount: '13.53',
        },
      ],
    });
    expect(reply.body.id).toMatch(UUID);
    expect(reply.body.return_number).toMatch(/^RET-\d{4}-\d{6}$/);
    expect(reply.body.created_at).toMatch(/Z$/);
  });

  it('numbers returns in sequence', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
    const numbers = [];
    for (let i = 0; i < 2; i += 1) {
      const { body } = ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201);
      numbers.push(Number(body.return_number.split('-')[2]));
    }
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  it('accepts the document id of the sale, and moves no goods and no money yet', async () => {
    const sale = await desk.sold([MUG]);
    const { id } = await desk.counter.row(sale);
    const before = await desk.recordCounts();
    const reply = await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }], {
      transaction: `saleTransaction_${id}`,
    });
    expect(reply.status).toBe(201);
    expect(reply.body.transaction).toBe(sale);
    expect(await desk.saleStatus(sale)).toBe('completed');
    expect(await desk.recordCounts()).toMatchObject({
      refunds: before.refunds,
      refunded: before.refunded,
      credits: before.credits,
      returned: Number(before.returned) + 1,
    });
  });

  it('is possible at the till, and publishes an event to the store', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const reply = await desk.open(
      sale,
      [{ sku: 'MUG-WHITE', quantity: 1 }],
      {},
      await desk.shop.tillToken(),
    );
    expect(reply.status).toBe(201);
    const [event] = await eventsAbout(desk.shop, reply.body.id);
    expect(event).toEqual({
      event: 'return.created',
      stream_id: DOWNTOWN_ID,
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      data: {
        id: reply.body.id,
        return_number: reply.body.return_number,
        transaction_id: sale,
        status: 'pending',
        refund_amount: '13.53',
      },
    });
  });

  it('applies the reason of the return to a line without one', async () => {
    const sale = await desk.sold([MUG]);
    const ids = await desk.lineIds(sale);
    const reply = await desk.open(sale, [], {
      return_reason: 'wrong_item',
      line_items: [{ original_line_item: ids.get('MUG-WHITE'), quantity: 1 }],
    });
    expect(reply.status).toBe(201);
    expect(reply.body.line_items[0].reason).toBe('wrong_item');
  });

  it('is done once per key', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
    const ids = await desk.lineIds(sale);
    const request = {
      token: await desk.shop.officeToken(),
      headers: { 'idempotency-key': 'return-once' },
      body: {
        transaction: sale,
        return_reason: 'other',
        line_items: [{ original_line_item: ids.get('MUG-WHITE'), quantity: 1, reason: 'other' }],
      },
    };
    const first = ok(await desk.shop.call('POST', RETURNS, request), 201);
    const before = await desk.recordCounts();
    const second = await desk.shop.call('POST', RETURNS, request);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await desk.recordCounts()).toEqual(before);
    const other = await desk.shop.call('POST', RETURNS, {
      ...request,
      body: { ...request.body, return_reason: 'damaged' },
    });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
  });
});

describe('a return is refused', () => {
  it('for more than was sold, minus earlier returns', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 3 }]);
    ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 2 }]), 201);
    const reply = await refused(() => desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 2 }]));
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 'RETURN_EXCEEDS_SALE',
      detail: 'line_items.0.quantity: Only 1 of this line can still be returned.',
      errors: { 'line_items.0.quantity': ['Only 1 of this line can still be returned.'] },
    });
    ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201);
    const none = await refused(() => desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]));
    expect(none.body.errors['line_items.0.quantity']).toEqual([
      'All units of this line are returned already.',
    ]);
  });

  it('but not because of rejected or cancelled returns', async () => {
    const sale = await desk.sold([MUG]);
    for (const action of ['reject', 'cancel']) {
      const opened = ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201).body;
      expect((await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }])).status).toBe(400);
      ok(await desk.move(opened.id, action));
    }
    ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201);
  });

  it('for lines of another sale and duplicate lines, all named at once', async () => {
    const other = await desk.lineIds(await desk.sold([MUG]));
    const sale = await desk.sold([MUG, TEE]);
    const reply = await refused(() =>
      desk.open(sale, [
        { sku: 'MUG-WHITE', quantity: 1 },
        { sku: 'MUG-WHITE', quantity: 1 },
        { sku: other.get('MUG-WHITE') ?? '', quantity: 1 },
        { sku: 'no id at all', quantity: 1 },
      ]),
    );
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'DUPLICATE_LINE',
      errors: {
        'line_items.1.original_line_item': ['This line is named twice.'],
        'line_items.2.original_line_item': ['This is not a line of the sale.'],
        'line_items.3.original_line_item': ['This is not a line of the sale.'],
      },
    });
  });

  it('for a sale that is not paid, and one that was voided', async () => {
    const pending = await desk.counter.ring();
    const voided = await desk.sold([MUG]);
    ok(await desk.counter.voidSale(voided));
    for (const [sale, status] of [
      [pending, 'pending'],
      [voided, 'voided'],
    ] as const) {
      const reply = await refused(() => desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]));
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: 'NOT_RETURNABLE',
        errors: { transaction: [`Goods of a sale that is ${status} cannot be returned.`] },
      });
    }
  });

  it('for an unknown sale, and at another store for one without its full number', async () => {
    const sale = await desk.sold([MUG]);
    const airport = await desk.shop.tillToken('EMP005');
    for (const [transaction, token] of [
      ['TXN-20260101-00000000', undefined],
      ['nonsense', undefined],
      [`saleTransaction_${(await desk.counter.row(sale)).id}`, airport],
    ] as const) {
      const reply = await refused(() =>
        desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }], { transaction }, token),
      );
      expect(reply.status).toBe(400);
      expect(reply.body.errors).toEqual({ transaction: ['There is no such transaction.'] });
    }
  });

  it('without lines, with invalid quantities or an empty reason', async () => {
    const sale = await desk.sold([MUG]);
    const item = { original_line_item: 'x', quantity: 1, reason: 'other' };
    const bodies = [
      { line_items: [] },
      { line_items: [{ ...item, quantity: 0 }] },
      { line_items: [{ ...item, quantity: 1.5 }] },
      { line_items: [{ ...item, quantity: '1' }] },
      { line_items: [{ ...item, reason: ' ' }] },
      { return_reason: '' },
      { return_reason: 'x'.repeat(101) },
      { notes: null },
    ];
    for (const body of bodies) {
      const reply = await refused(() => desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }], body));
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID']);
    }
  });

  it('without a login', async () => {
    const reply = await refused(() => desk.shop.call('POST', RETURNS, { body: {} }));
    expect(reply.status).toBe(401);
  });
});

describe('reading returns', () => {
  it('lists them newest first, page by page, by sale, status and store', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 3 }]);
    const opened: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      opened.unshift(ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201).body.id);
    }
    ok(await desk.move(opened[1] ?? '', 'approve'));
    const list = async (query: string) =>
      desk.shop.call('GET', `${RETURNS}${query}`, { token: await desk.shop.officeToken() });
    const ids = (reply: Reply) => reply.body.map(({ id }: { id: string }) => id);

    expect(ids(await list(`?transaction=${sale}`))).toEqual(opened);
    expect(ids(await list(`?transaction=${sale}&status=approved`))).toEqual([opened[1]]);
    expect(ids(await list('?store=DOWNTOWN&limit=3'))).toEqual(opened);
    expect(ids(await list('?store=AIRPORT'))).toEqual([]);
    expect(ids(await list('?transaction=TXN-20200101-00000000'))).toEqual([]);

    const first = await list(`?transaction=${sale}&limit=2`);
    expect(ids(first)).toEqual(opened.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await desk.shop.call('GET', next, { token: await desk.shop.officeToken() });
    expect(ids(second)).toEqual(opened.slice(2));
    expect(second.headers.link).toBeUndefined();
  });

  it('refuses unknown filters and cursors', async () => {
    const token = await desk.shop.officeToken();
    for (const query of ['?colour=red', '?status=lost', '?cursor=xyz', '?store=NOWHERE']) {
      const reply = await desk.shop.call('GET', `${RETURNS}${query}`, { token });
      expect(reply.status).toBe(400);
    }
  });

  it('shows one by id or number, and hides those of another store', async () => {
    const sale = await desk.sold([MUG]);
    const opened = ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201).body;
    expect(await desk.read(opened.id)).toEqual(opened);
    expect(await desk.read(opened.return_number)).toEqual(opened);
    const airport = await desk.shop.tillToken('EMP005');
    for (const [ref, token] of [
      [opened.id, airport],
      [opened.return_number, airport],
      [AIRPORT_ID, await desk.shop.officeToken()],
      ['RET-2020-000001', await desk.shop.officeToken()],
    ]) {
      const reply = await desk.shop.call('GET', `${RETURNS}${ref}/`, { token });
      expect(reply.status).toBe(404);
      expect(reply.body.code).toBe('NOT_FOUND');
    }
    const list = await desk.shop.call('GET', RETURNS, { token: airport });
    expect(list.body).toEqual([]);
  });
});
