import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { creditsOfReturns } from '../../src/domains/stored-value/index.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  BEANS,
  basket,
  type Desk,
  eventsAbout,
  MUG,
  ok,
  onHand,
  openDesk,
  type Reply,
  TEE,
} from './support.js';

let desk: Desk;
/** The shift that pays cash for the desk. */
let shift: string;
beforeAll(async () => {
  desk = await openDesk();
  shift = await desk.openShift();
});
afterAll(() => desk.close());
afterEach(() => setSandboxFaults({}));

const mugs = (quantity: number) => [{ sku: 'MUG-WHITE', quantity }];
const amounts = (reply: { refunds: { amount: string }[] }) =>
  reply.refunds.map(({ amount }) => amount);

describe('refunds to the original payment', () => {
  it('call the processor, and the sale becomes partially and then fully refunded', async () => {
    const sale = await desk.soldByCard([{ ...MUG, quantity: 2 }], '2.07');
    const first = await desk.completed(sale, mugs(1));
    expect(first).toMatchObject({
      status: 'completed',
      refund_amount: '13.54',
      total_return_value: '13.54',
      refund_to: 'original',
      restock: true,
      store_credit: null,
      refunds: [{ amount: '13.54', status: 'succeeded', cause: 'return', refund_to: 'original' }],
    });
    expect(first.refunds[0].processor_refund_id).toMatch(/^re_sandbox_/);
    expect(first.refunds[0].refund_id).toMatch(/^REF-\d{8}-[0-9A-F]{8}$/);
    expect(await desk.saleStatus(sale)).toBe('partially_refunded');
    const second = await desk.completed(sale, mugs(1));
    expect(second.total_return_value).toBe('13.53');
    expect(await desk.saleStatus(sale)).toBe('refunded');
  });

  it('split over several payments, the newest first, and never exceed one of them', async () => {
    const sale = await desk.sold([{ ...TEE, quantity: 2 }], '0.00', [
      { payment_method_id: 'cash', tendered_amount: '20.00' },
      await desk.byCard('15.00'),
      { payment_method_id: 'cash', tendered_amount: '15.00' },
    ]);
    const done = await desk.completed(sale, [{ sku: TEE.sku, quantity: 1 }]);
    expect(amounts(done)).toEqual(['15.00', '10.00']);
    const rest = await desk.completed(sale, [{ sku: TEE.sku, quantity: 1 }]);
    expect(amounts(rest)).toEqual(['5.00', '20.00']);
    const payments = await desk.counter.payments(sale);
    expect(payments.map(p => [p.amount, p.refund_total])).toEqual([
      ['20.00', '20.00'],
      ['15.00', '15.00'],
      ['15.00', '15.00'],
    ]);
  });

  it('pay no more than manual refunds have left', async () => {
    const sale = await desk.sold([{ ...TEE, quantity: 2 }]);
    const [payment] = await desk.counter.payments(sale);
    const early = await desk.received(sale, [{ sku: TEE.sku, quantity: 1 }]);
    ok(await desk.counter.refund({ payment: payment?.id, amount: '10.00' }), 201);
    // 40.00 are left, and 25.00 of them are reserved for the first return.
    const late = await desk.received(sale, [{ sku: TEE.sku, quantity: 1 }]);
    expect((await desk.read(late)).refund_amount).toBe('15.00');
    ok(await desk.counter.refund({ payment: payment?.id, amount: '30.00' }), 201);
    const first = ok(await desk.move(early, 'complete', { shift_id: shift })).body;
    expect(first).toMatchObject({ refund_amount: '10.00', total_return_value: '10.00' });
    expect(first.line_items[0].refund_amount).toBe('10.00');
    expect(await desk.saleStatus(sale)).toBe('refunded');
    const second = ok(await desk.move(late, 'complete')).body;
    expect(second).toMatchObject({
      status: 'completed',
      refund_amount: '0.00',
      total_return_value: '0.00',
      refunds: [],
    });
  });

  it('include shipping with the last unit', async () => {
    const sale = await desk.counter.ring(basket([{ ...MUG, quantity: 2 }], '0.00'));
    await desk.shop.platform.db
      .updateTable('transactions')
      .set({ shipping_amount: '5.00', total_amount: '30.00' })
      .where('transaction_number', '=', sale)
      .execute();
    ok(await desk.counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '30.00' }), 202);
    const first = await desk.completed(sale, mugs(1));
    expect(first).toMatchObject({ refund_amount: '12.50', shipping_refund: '0.00' });
    // A rejected return of the rest keeps no claim on the shipping.
    const asked = ok(await desk.open(sale, mugs(1)), 201).body;
    expect(asked).toMatchObject({ refund_amount: '17.50', shipping_refund: '5.00' });
    ok(await desk.move(asked.id, 'reject'));
    const last = await desk.completed(sale, mugs(1), { shift_id: shift });
    expect(last).toMatchObject({ total_return_value: '17.50', shipping_refund: '5.00' });
    expect(await desk.saleStatus(sale)).toBe('refunded');
  });

  it('stay open when the processor refuses, while the return is completed', async () => {
    const sale = await desk.soldByCard([{ ...MUG, quantity: 2 }]);
    setSandboxFaults({ refund: () => 'fail' });
    const done = await desk.completed(sale, mugs(1));
    expect(done).toMatchObject({
      status: 'completed',
      refund_amount: '12.50',
      total_return_value: '0.00',
      refunds: [{ status: 'failed', amount: '12.50' }],
    });
    expect(await desk.saleStatus(sale)).toBe('completed');
    setSandboxFaults({});
    // The failed refund keeps its amount: the next return gets the other half, not more.
    const next = await desk.completed(sale, mugs(1));
    expect(next.total_return_value).toBe('12.50');
    const refund = ok(
      await desk.counter.post(
        `/payments/refunds/${done.refunds[0].refund_id}/retry/`,
        undefined,
        await desk.shop.officeToken(),
      ),
    );
    expect(refund.body.status).toBe('succeeded');
    expect((await desk.read(done.id)).total_return_value).toBe('12.50');
  });

  it('return the stored answer to a caller whose first one was lost', async () => {
    const sale = await desk.soldByCard([MUG]);
    const id = await desk.received(sale, mugs(1));
    const request = {
      token: await desk.shop.officeToken(),
      headers: { 'idempotency-key': `complete-${id}` },
      body: { refund_to: 'original' },
    };
    const first = ok(await desk.shop.call('POST', `/returns/${id}/complete/`, request));
    const before = await desk.recordCounts();
    const second = ok(await desk.shop.call('POST', `/returns/${id}/complete/`, request));
    expect(second.body).toEqual(first.body);
    expect(second.body.refunds[0].status).toBe('succeeded');
    expect(await desk.recordCounts()).toEqual(before);
  });
});

describe('cash and store credit', () => {
  it('pays from the drawer, whatever the original payment', async () => {
    const sale = await desk.soldByCard([MUG]);
    const processorRefunds = (await desk.recordCounts()).processorRefunds;
    const cash = { refund_to: 'cash', shift_id: shift };
    const done = await desk.completed(sale, mugs(1), cash);
    expect(done).toMatchObject({
      refund_to: 'cash',
      total_return_value: '12.50',
      refunds: [{ status: 'succeeded', way: 'cash', shift_id: shift, processor_refund_id: null }],
    });
    expect((await desk.recordCounts()).processorRefunds).toBe(processorRefunds);
    expect(await desk.saleStatus(sale)).toBe('refunded');
  });

  it('issues a credit code for the amount paid, once', async () => {
    const sale = await desk.soldByCard([{ ...MUG, quantity: 2 }]);
    const done = await desk.completed(sale, mugs(1), { refund_to: 'store_credit' });
    expect(done).toMatchObject({ refund_to: 'store_credit', total_return_value: '12.50' });
    expect(done.store_credit).toMatchObject({
      amount: '12.50',
      balance: '12.50',
      currency: 'USD',
    });
    expect(done.store_credit.code).toMatch(/^[2-9A-HJKMNP-Z]{16}$/);
    expect(await desk.saleStatus(sale)).toBe('partially_refunded');
    const [credit] = await creditsOfReturns(desk.shop.platform.db, [done.id]);
    expect(credit?.code).toBe(done.store_credit.code);
    const events = await eventsAbout(desk.shop, done.store_credit.id);
    expect(events).toMatchObject([
      { event: 'store_credit.saved', data: { return_id: done.id, amount: '12.50' } },
    ]);
    const body = {
      transaction: await desk.sold([MUG], '0.00', []),
      payment_method: 'store_credit',
      store_credit_code: done.store_credit.code,
      amount: '12.50',
    };
    const token = await desk.shop.officeToken();
    ok(await desk.shop.call('POST', '/payments/payments/', { token, body }), 201);
    const log = await statement<{ record_type: string; changes: unknown }>(
      desk.shop.platform.db,
      'select record_type, changes from audit_entries',
    );
    const types = log.map(entry => entry.record_type);
    expect(types).toEqual(expect.arrayContaining(['returns', 'payments']));
    expect(JSON.stringify(log)).not.toContain(done.store_credit.code);
  });

  it('accepts the credit as payment, and restores it when that sale is returned', async () => {
    const first = await desk.completed(await desk.sold([TEE]), [{ sku: TEE.sku, quantity: 1 }], {
      refund_to: 'store_credit',
    });
    const sale = await desk.sold([MUG], '0.00', [
      {
        payment_method_id: 'store_credit',
        tendered_amount: '12.50',
        store_credit_code: first.store_credit.code,
      },
    ]);
    expect((await desk.read(first.id)).store_credit.balance).toBe('12.50');
    await desk.completed(sale, mugs(1));
    expect((await desk.read(first.id)).store_credit).toMatchObject({
      amount: '25.00',
      balance: '25.00',
    });
  });

  it('issues no credit for an amount of zero', async () => {
    const sale = await desk.sold([{ ...MUG, price: '0.00' }]);
    const done = await desk.completed(sale, mugs(1), { refund_to: 'store_credit' });
    expect(done).toMatchObject({ total_return_value: '0.00', store_credit: null, refunds: [] });
    expect(await desk.saleStatus(sale)).toBe('completed');
  });
});

describe('returned goods', () => {
  it('are restocked once, or not at all when they are damaged', async () => {
    const sale = await desk.sold([{ ...BEANS, quantity: 3 }]);
    const before = await onHand(desk.shop, BEANS.sku);
    await desk.completed(sale, [{ sku: BEANS.sku, quantity: 1 }]);
    // The sale was not posted to stock yet: three taken, one returned.
    expect(await onHand(desk.shop, BEANS.sku)).toBe(before - 2);
    const broken = await desk.completed(sale, [{ sku: BEANS.sku, quantity: 2 }], {
      restock: false,
    });
    expect(broken.restock).toBe(false);
    expect(await onHand(desk.shop, BEANS.sku)).toBe(before - 2);
  });
});

describe('permissions to refund', () => {
  /** Completes as a cashier at the till; returns the answer and whether anything changed. */
  async function tried(id: string, body: object, employee = 'EMP001'): Promise<Reply> {
    const before = await desk.recordCounts();
    const reply = await desk.move(id, 'complete', body, await desk.shop.tillToken(employee));
    if (reply.status !== 200) expect(await desk.recordCounts()).toEqual(before);
    return reply;
  }

  it('need an approval for cashiers and supervisors', async () => {
    const id = await desk.received(await desk.sold([MUG]), mugs(1));
    for (const employee of ['EMP001', 'EMP002']) {
      const reply = await tried(id, {}, employee);
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
  });

  it('limit cash for an unconfirmed card payment to managers', async () => {
    const sale = await desk.counter.sold(
      { payment_method_id: 'card', processor_transaction_id: 'pi_made_up' },
      basket([MUG], '0.00'),
    );
    const id = await desk.received(sale, mugs(1));
    const approval_request_id = await desk.counter.approved('return', '12.50', {
      transaction_id: sale,
    });
    for (const refund_to of ['cash', 'store_credit']) {
      const reply = await tried(id, { approval_request_id, refund_to });
      expect([reply.status, reply.body.code]).toEqual([409, 'PAYMENT_UNVERIFIED']);
    }
    expect(await desk.counter.approvalStatus(approval_request_id)).toBe('approved');
    expect((await desk.move(id, 'complete', { refund_to: 'cash' })).status).toBe(200);
  });

  it('show the code of a store credit to its issuer and to managers', async () => {
    const id = await desk.received(await desk.sold([MUG]), mugs(1));
    const done = await desk.move(id, 'complete', { refund_to: 'store_credit' });
    const { code } = done.body.store_credit;
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{16}$/);
    const codes = async (token: string) => {
      const one = await desk.shop.call('GET', `/returns/${id}/`, { token });
      const list = await desk.shop.call('GET', '/returns/?limit=1', { token });
      return [one.body.store_credit.code, list.body[0].store_credit.code];
    };
    expect(await codes(await desk.shop.officeToken())).toEqual([code, code]);
    const hidden = `••••${code.slice(-4)}`;
    expect(await codes(await desk.shop.tillToken())).toEqual([hidden, hidden]);
  });

  it('use up an approval that covers this sale and amount', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
    const id = await desk.received(sale, mugs(1));
    const { approved, approvalStatus } = desk.counter;
    const wrong = [
      await approved('refund', '12.49', { transaction_id: sale }),
      await approved('refund', '12.50', { transaction_id: await desk.sold([MUG]) }),
      await approved('discount', '12.50', { transaction_id: sale }),
    ];
    for (const approval_request_id of wrong) {
      const reply = await tried(id, { approval_request_id });
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
      expect(await approvalStatus(approval_request_id)).toBe('approved');
    }
    const right = await approved('return', '12.50', { transaction_id: sale });
    const done = await tried(id, { approval_request_id: right, refund_to: 'cash' });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: 'completed', terminal_id: 'T-001' });
    expect(await approvalStatus(right)).toBe('consumed');
    const again = await desk.received(sale, mugs(1));
    expect((await tried(again, { approval_request_id: right })).status).toBe(403);
  });

  it('need none for a manager', async () => {
    const id = await desk.received(await desk.sold([MUG]), mugs(1));
    expect((await tried(id, {}, 'EMP003')).status).toBe(200);
  });

  it('refuse unknown destinations', async () => {
    const id = await desk.received(await desk.sold([MUG]), mugs(1));
    for (const body of [{ refund_to: 'bitcoin' }, { restock: 'yes' }]) {
      expect((await tried(id, body, 'EMP003')).status).toBe(400);
    }
  });
});
