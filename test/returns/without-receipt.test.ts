import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { type Desk, eventsAbout, MUG, ok, onHand, openDesk, recordCounts } from './support.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const NO_RECEIPT = { without_receipt: true };

const take = async (body: object, token?: string) =>
  desk.shop.call('POST', '/returns/without-receipt/', {
    token: token ?? (await desk.shop.tillToken()),
    body: { return_reason: 'other', line_items: [{ sku: MUG.sku, quantity: 2 }], ...body },
  });

describe('goods without a receipt', () => {
  it('become a store credit of their lowest price, with an approval', async () => {
    // Sold for 9.00 with a tax of 0.74: the lowest price of late.
    await desk.sold([{ ...MUG, price: '9.00' }], '0.74');
    const before = await onHand(desk.shop, MUG.sku);
    const approval = await desk.counter.approved('refund', '19.48', NO_RECEIPT);
    const done = ok(await take({ approval_request_id: approval }), 201).body;
    expect(done).toMatchObject({
      status: 'completed',
      refund_amount: '19.48',
      line_items: [{ sku: MUG.sku, quantity: 2, refund_amount: '19.48' }],
      store_credit: { amount: '19.48', balance: '19.48', currency: 'USD' },
    });
    expect(done.return_number).toMatch(/^RET-\d{4}-\d{6}$/);
    expect(await desk.counter.approvalStatus(approval)).toBe('consumed');
    expect(await onHand(desk.shop, MUG.sku)).toBe(before + 2);
    expect(await eventsAbout(desk.shop, done.store_credit.id)).toMatchObject([
      {
        event: 'store_credit.saved',
        data: { return_id: null, transaction_id: null, amount: '19.48', balance: '19.48' },
      },
    ]);
    const sale = await desk.counter.ring();
    const byCredit = {
      payment_method_id: 'store_credit',
      tendered_amount: '13.53',
      store_credit_code: done.store_credit.code,
    };
    ok(await desk.counter.pay(sale, byCredit), 202);
    const checks = await checkInvariants(desk.shop.platform.db);
    expect(checks.filter(check => check.offending > 0)).toEqual([]);
  });

  it('need an approval over their value, also from a manager', async () => {
    const counts = await recordCounts(desk.shop);
    const manager = await desk.shop.tillToken('EMP003');
    for (const reply of [await take({}), await take({}, manager)]) {
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
      // The lowest price of the first test.
      expect(reply.body.details).toEqual({
        refund_amount: '19.48',
        line_items: [{ sku: MUG.sku, refund_amount: '19.48' }],
      });
    }
    expect(await recordCounts(desk.shop)).toEqual(counts);
    const small = await desk.counter.approved('refund', '5.00', NO_RECEIPT);
    const tooSmall = (await take({ approval_request_id: small })).body;
    expect([tooSmall.code, tooSmall.details.refund_amount]).toEqual(['APPROVAL_REQUIRED', '19.48']);
    const office = await desk.shop.officeToken();
    expect((await take({}, office)).status).toBe(403);
  });

  it('are no gift cards and no unknown goods', async () => {
    const approval_request_id = await desk.counter.approved('refund', '50.00', NO_RECEIPT);
    const counts = await recordCounts(desk.shop);
    for (const sku of ['GIFT-CARD', 'NO-SUCH']) {
      const refused = await take({ approval_request_id, line_items: [{ sku, quantity: 1 }] });
      expect(refused.status).toBe(400);
    }
    expect(await recordCounts(desk.shop)).toEqual(counts);
  });

  it('are taken once with the same approval', async () => {
    const approval_request_id = await desk.counter.approved('refund', '50.00', NO_RECEIPT);
    const replies = await Promise.all([
      take({ approval_request_id }),
      take({ approval_request_id }),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 403]);
  });
});
