import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEANS, type Desk, MUG, ok, openDesk } from './support.js';

let desk: Desk;
let till: string;
beforeAll(async () => {
  desk = await openDesk();
  till = await desk.shop.tillToken('EMP001');
});
afterAll(() => desk.close());

const preview = async (sale: string, sku: string, quantity: number, token = till) => {
  const ids = await desk.lineIds(sale);
  const line_items = [{ original_line_item: ids.get(sku) ?? sku, quantity }];
  const body = { transaction: sale, line_items };
  return desk.shop.call('POST', '/returns/preview/', { token, body });
};

describe('the preview of a return', () => {
  it('is what the return refunds, and writes nothing', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 3 }], '3.09');
    const before = await desk.recordCounts();
    const shown = await preview(sale, MUG.sku, 2);
    expect(shown.body).toEqual({
      transaction: sale,
      currency: 'USD',
      refund_amount: '27.06',
      payments: [{ name: 'Cash', method_type: 'cash', card_last_four: null, amount: '27.06' }],
    });
    expect(await desk.recordCounts()).toEqual(before);
    const done = await desk.completed(sale, [{ sku: MUG.sku, quantity: 2 }]);
    expect(done.refund_amount).toBe('27.06');
    expect((await preview(sale, MUG.sku, 1)).body.refund_amount).toBe('13.53');
  });

  it('names the payments that the money goes back to, the newest first', async () => {
    const sale = await desk.sold([MUG, BEANS], '1.03', [
      { payment_method_id: 'cash', tendered_amount: '20.00' },
      await desk.byCard('11.53'),
    ]);
    const { body } = await preview(sale, BEANS.sku, 1);
    expect(body.refund_amount).toBe('18.00');
    expect(body.payments).toMatchObject([
      { method_type: 'card', amount: '11.53' },
      { method_type: 'cash', amount: '6.47' },
    ]);
  });

  it('shows what an announced return refunds for the goods that arrive', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 3 }], '3.09');
    const opened = ok(await desk.open(sale, [{ sku: MUG.sku, quantity: 3 }]), 201).body;
    const id = (await desk.lineIds(sale)).get(MUG.sku);
    const ask = async (quantity: number, announced?: string) =>
      desk.shop.call('POST', '/returns/preview/', {
        token: till,
        body: { transaction: sale, announced, line_items: [{ original_line_item: id, quantity }] },
      });
    expect((await ask(1)).body.code).toBe('RETURN_EXCEEDS_SALE');
    expect((await ask(3, opened.return_number)).body).toMatchObject({
      refund_amount: opened.refund_amount,
      payments: [{ method_type: 'cash', amount: opened.refund_amount }],
    });
    expect((await ask(2, opened.id)).body.refund_amount).toBe('27.06');
    expect((await ask(4, opened.id)).body.code).toBe('RETURN_EXCEEDS_SALE');
    const other = await desk.sold([MUG], '1.03');
    const foreign = ok(await desk.open(other, [{ sku: MUG.sku, quantity: 1 }]), 201).body;
    const counts = await desk.recordCounts();
    const refused = await ask(1, foreign.id);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This is no open return of the sale.');
    expect((await ask(1, '00000000-0000-4000-8000-00000000dead')).status).toBe(404);
    expect(await desk.recordCounts()).toEqual(counts);
  });

  it('refuses what a return would refuse', async () => {
    const sale = await desk.sold([MUG], '1.03');
    const tooMany = await preview(sale, MUG.sku, 2);
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'RETURN_EXCEEDS_SALE']);
    const foreign = await preview(sale, '00000000-0000-4000-8000-00000000dead', 1);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'UNKNOWN_LINE']);
    const unpaid = await desk.counter.ring();
    expect((await preview(unpaid, MUG.sku, 1)).body.code).toBe('NOT_RETURNABLE');
    // The till of a store with another currency.
    const airport = await preview(sale, MUG.sku, 1, await desk.shop.tillToken('EMP005'));
    expect([airport.status, airport.body.code]).toEqual([400, 'RETURN_CURRENCY']);
    ok(await preview(sale, MUG.sku, 1));
  });
});
