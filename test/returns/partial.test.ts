import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { BEANS, type Desk, MUG, ok, openDesk, recordCounts } from './support.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const broken = async () =>
  (await checkInvariants(desk.shop.platform.db)).filter(check => check.offending > 0);

/** An approved return of three mugs and the beans, with the ids of its lines. */
async function announced() {
  const sale = await desk.sold([{ ...MUG, quantity: 3 }, BEANS], '3.09');
  const opened = ok(
    await desk.open(sale, [
      { sku: MUG.sku, quantity: 3 },
      { sku: BEANS.sku, quantity: 1 },
    ]),
    201,
  ).body;
  expect(opened.refund_amount).toBe('58.59');
  ok(await desk.move(opened.id, 'approve'));
  const ids = await desk.lineIds(sale);
  return { sale, id: opened.id as string, mug: ids.get(MUG.sku), beans: ids.get(BEANS.sku) };
}

describe('fewer goods than announced', () => {
  it('are refunded alone, and a return of its own waits for the rest', async () => {
    const { sale, id, mug, beans } = await announced();
    const line_items = [{ original_line_item: mug, quantity: 2 }];
    const received = ok(await desk.move(id, 'receive', { line_items })).body;
    expect(received).toMatchObject({
      status: 'received',
      refund_amount: '27.06',
      line_items: [{ original_line_item: mug, quantity: 2, refund_amount: '27.06' }],
      announced_items: [
        { original_line_item: mug, quantity: 3 },
        { original_line_item: beans, quantity: 1 },
      ],
    });
    const first = ok(await desk.move(id, 'complete')).body;
    expect(first.refunds).toMatchObject([{ amount: '27.06' }]);
    expect(await desk.saleStatus(sale)).toBe('partially_refunded');
    const rest = await desk.read(received.rest_return);
    expect(rest).toMatchObject({ status: 'approved', refund_amount: '31.53' });
    ok(await desk.move(rest.id, 'receive'));
    const last = ok(await desk.move(rest.id, 'complete')).body;
    expect(last.refunds).toMatchObject([{ amount: '31.53' }]);
    expect(await desk.saleStatus(sale)).toBe('refunded');
    expect(await broken()).toEqual([]);
  });

  it('may close the rest, which can be announced again', async () => {
    const { sale, id, mug } = await announced();
    const body = { line_items: [{ original_line_item: mug, quantity: 1 }], rest: 'closed' };
    const received = ok(await desk.move(id, 'receive', body)).body;
    expect([received.rest_return, received.refund_amount]).toEqual([null, '13.53']);
    ok(await desk.move(id, 'complete'));
    const again = ok(
      await desk.open(sale, [
        { sku: MUG.sku, quantity: 2 },
        { sku: BEANS.sku, quantity: 1 },
      ]),
      201,
    ).body;
    expect(again.refund_amount).toBe('45.06');
    expect((await desk.open(sale, [{ sku: MUG.sku, quantity: 1 }])).status).toBe(400);
    expect(await broken()).toEqual([]);
  });

  it('are refused above what was announced, twice, of other sales or none at all', async () => {
    const { id, mug } = await announced();
    const counts = await recordCounts(desk.shop);
    const line = (quantity: number, original_line_item = mug) => ({ original_line_item, quantity });
    for (const [line_items, code, field] of [
      [[line(4)], 'RETURN_EXCEEDS_SALE', 'line_items.0.quantity'],
      [[line(1), line(1)], 'DUPLICATE_LINE', 'line_items.1.original_line_item'],
      [[line(1, id)], 'UNKNOWN_LINE', 'line_items.0.original_line_item'],
      [[line(0)], 'INVALID', 'line_items'],
    ] as const) {
      const refused = await desk.move(id, 'receive', { line_items });
      expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([
        400,
        code,
        [field],
      ]);
    }
    expect(await recordCounts(desk.shop)).toEqual(counts);
    const all = ok(await desk.move(id, 'receive')).body;
    expect([all.status, all.announced_items]).toEqual(['received', null]);
  });

  it('arrive once: of two parallel receipts one wins', async () => {
    const { id, mug } = await announced();
    const body = { line_items: [{ original_line_item: mug, quantity: 1 }] };
    const replies = await Promise.all([
      desk.move(id, 'receive', body),
      desk.move(id, 'receive', body),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
    expect(await broken()).toEqual([]);
  });
});
