import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { BEANS, type Desk, MUG, ok, onHand, openDesk, settleJobs } from './support.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({});
});
afterAll(() => desk.close());
afterEach(() => setSandboxFaults({}));

const beans = (quantity: number) => [{ sku: BEANS.sku, quantity }];

describe('voiding a sale with an open return', () => {
  it('cancels the return, and restocks every unit once', async () => {
    const before = await onHand(desk.shop, BEANS.sku);
    const sale = await desk.soldByCard([{ ...BEANS, quantity: 5 }]);
    const done = await desk.completed(sale, beans(1));
    const open = ok(await desk.open(sale, beans(1)), 201).body.id;
    const received = await desk.received(sale, beans(2));
    ok(await desk.counter.voidSale(sale));
    await settleJobs(desk.shop);
    expect((await desk.read(done.id)).status).toBe('completed');
    expect((await desk.read(open)).status).toBe('cancelled');
    expect((await desk.read(received)).status).toBe('cancelled');
    expect(await onHand(desk.shop, BEANS.sku)).toBe(before);
    const [payment] = await desk.counter.payments(sale);
    expect(payment).toMatchObject({ amount: '90.00', refund_total: '90.00', status: 'voided' });
  });

  it('refuses to complete the return, and leaves its goods to its cancellation', async () => {
    const quiet = await openDesk();
    try {
      const before = await onHand(quiet.shop, MUG.sku);
      const sale = await quiet.sold([{ ...MUG, quantity: 3 }]);
      const id = await quiet.received(sale, [{ sku: MUG.sku, quantity: 1 }]);
      ok(await quiet.counter.voidSale(sale));
      const reply = await quiet.move(id, 'complete');
      expect(reply.status).toBe(409);
      expect(reply.body.details).toEqual({ transaction_status: 'voided' });
      // Two were restocked with the void; the third waits for the cancellation of the return.
      expect(await onHand(quiet.shop, MUG.sku)).toBe(before - 1);
    } finally {
      await quiet.close();
    }
  });

  it("allows a manual cancellation before the job's, with the same result", async () => {
    const before = await onHand(desk.shop, MUG.sku);
    const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
    const { id } = ok(await desk.open(sale, [{ sku: MUG.sku, quantity: 1 }]), 201).body;
    ok(await desk.counter.voidSale(sale));
    const reply = await desk.move(id, 'cancel');
    expect([200, 409]).toContain(reply.status);
    await settleJobs(desk.shop);
    expect((await desk.read(id)).status).toBe('cancelled');
    expect(await onHand(desk.shop, MUG.sku)).toBe(before);
  });
});

describe('a refund that succeeds later', () => {
  it.each(['fail', 'lose_answer'] as const)(
    'updates the sale and publishes a change of the return (%s)',
    async fault => {
      const sale = await desk.soldByCard([MUG]);
      setSandboxFaults({ refund: () => fault });
      const done = await desk.completed(sale, [{ sku: MUG.sku, quantity: 1 }]);
      // A refund with an unknown outcome stays pending and counts; a refused one does not.
      expect(await desk.saleStatus(sale)).toBe(fault === 'fail' ? 'completed' : 'refunded');
      setSandboxFaults({});
      ok(
        await desk.counter.post(
          `/payments/refunds/${done.refunds[0].id}/retry/`,
          undefined,
          await desk.shop.officeToken(),
        ),
      );
      await settleJobs(desk.shop);
      expect(await desk.saleStatus(sale)).toBe('refunded');
      const [payment] = await desk.counter.payments(sale);
      const booked = await desk.shop.platform.db
        .selectFrom('sandbox_refunds')
        .select('amount_minor')
        .where('intent_id', '=', payment?.processor_transaction_id ?? '')
        .execute();
      expect(booked).toEqual([{ amount_minor: 1250 }]);
      expect((await desk.read(done.id)).total_return_value).toBe('12.50');
      const rows = await desk.shop.platform.db
        .selectFrom('events')
        .select('event')
        .where('subject_id', '=', done.id)
        .execute();
      expect(rows.filter(row => row.event === 'return.updated')).toHaveLength(4);
    },
  );
});
