import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { taskByTaskId } from '../../src/domains/tasks/repository.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { AIRPORT_ID, type Counter, counterOf, DOWNTOWN_ID, settleJobs } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const CASH = { payment_method_id: 'cash' };
/** A card payment that the till records without a charge of the processor. */
const SLIP = { payment_method_id: 'card' };

const refundsOf = (reply: Reply) =>
  reply.body.payment_records.flatMap((payment: { refunds: object[] }) => payment.refunds);
const taskOf = (refund: { refund_id: string }) =>
  taskByTaskId(shop.platform.db, `refund-${refund.refund_id}`, new Date());
const confirm = async (ref: string, reference: string, token?: string, headers = {}) =>
  counter.post(
    `/payments/refunds/${ref}/confirm/`,
    { reference },
    token ?? (await shop.officeToken()),
    headers,
  );
const openShift = async (token?: string): Promise<string> =>
  (await counter.post('/cash-management/shifts/', { opening_float: '100.00' }, token)).body.id;

describe('a refund that the processor refuses', () => {
  afterEach(() => {
    setSandboxFaults({});
  });

  const retry = async (ref: string, token?: string, headers = {}) =>
    counter.post(
      `/payments/refunds/${ref}/retry/`,
      undefined,
      token ?? (await shop.officeToken()),
      headers,
    );

  it('is given up with a task, and done with it when a manager tries again', async () => {
    setSandboxFaults({ refund: () => 'fail' });
    const processor_transaction_id = await counter.charge('13.53');
    const sale = await counter.sold({ ...SLIP, processor_transaction_id });
    const [refund] = refundsOf(await counter.voidSale(sale));
    expect(refund.status).toBe('failed');
    // The queue has tried it eleven times.
    await statement(shop.platform.db, 'update refunds set attempts = 11 where id = $1', [
      refund.id,
    ]);
    const refused = await retry(refund.id);
    expect([refused.status, refused.body.status, refused.body.next_attempt_at]).toEqual([
      200,
      'failed',
      null,
    ]);
    await settleJobs(shop);
    const opened = await taskOf(refund);
    expect(opened).toMatchObject({
      status: 'pending',
      title: `Refund of 13.53 for ${sale} could not be completed`,
    });
    expect(opened?.description).toContain('Open the sale and try again under Payments');

    const [airport, cashier] = [
      await localManager(shop, AIRPORT_ID),
      await shop.tillToken('EMP001'),
    ];
    await settleJobs(shop);
    const before = await counter.recordCounts();
    expect((await retry(refund.id, airport)).status).toBe(404);
    expect((await retry(refund.id, cashier)).status).toBe(403);
    expect(await counter.recordCounts()).toEqual(before);

    setSandboxFaults({});
    const headers = { 'idempotency-key': newId() };
    const paid = await retry(refund.refund_id, undefined, headers);
    expect([paid.status, paid.body.status, paid.body.way]).toEqual([200, 'succeeded', 'processor']);
    expect((await retry(refund.refund_id, undefined, headers)).body).toEqual(paid.body);
    expect((await retry(refund.refund_id)).status).toBe(409);
    const refunds = await statement(
      shop.platform.db,
      'select amount_minor from sandbox_refunds where intent_id = $1',
      [processor_transaction_id],
    );
    expect(refunds).toEqual([{ amount_minor: 1_353 }]);
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({ status: 'completed', completed_by: null });
  });

  it('is paid out once when five managers try again at once', async () => {
    setSandboxFaults({ refund: () => 'fail' });
    const processor_transaction_id = await counter.charge('13.53');
    const sale = await counter.sold({ ...SLIP, processor_transaction_id });
    const [refund] = refundsOf(await counter.voidSale(sale));
    expect(refund.status).toBe('failed');
    setSandboxFaults({});
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => retry(refund.id, undefined, { 'idempotency-key': newId() })),
    );
    // Whoever comes after the others finds it paid.
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect(replies.some(({ body }) => body.status === 'succeeded')).toBe(true);
    const refunds = await statement(
      shop.platform.db,
      'select amount_minor from sandbox_refunds where intent_id = $1',
      [processor_transaction_id],
    );
    expect(refunds).toEqual([{ amount_minor: 1_353 }]);
  });

  it('is owed no more once another refund has paid back the whole payment', async () => {
    setSandboxFaults({ refund: () => 'fail' });
    const processor_transaction_id = await counter.charge('13.53');
    const sale = await counter.sold({ ...SLIP, processor_transaction_id });
    const [refund] = refundsOf(await counter.voidSale(sale));
    const { db } = shop.platform;
    await statement(db, 'update refunds set attempts = 11 where id = $1', [refund.id]);
    await retry(refund.id);
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({ status: 'pending' });
    setSandboxFaults({});
    // Another refund, such as one that was entered at the processor.
    await statement(
      db,
      `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, cause, amount,
         status, way, processor_refund_id, processed_at)
       select gen_random_uuid(), 'REF-OTHER', payment_id, transaction_id, store_id, cause, amount,
         'succeeded', 'processor', 're_other', now()
       from refunds where id = $1`,
      [refund.id],
    );
    expect((await retry(refund.id)).body).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
    });
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({ status: 'completed' });
  });

  it('is still owed when another refund has paid back a part of the payment', async () => {
    setSandboxFaults({ refund: () => 'fail' });
    const processor_transaction_id = await counter.charge('13.53');
    const sale = await counter.sold({ ...SLIP, processor_transaction_id });
    const [refund] = refundsOf(await counter.voidSale(sale));
    const { db } = shop.platform;
    await statement(db, 'update refunds set attempts = 11 where id = $1', [refund.id]);
    await retry(refund.id);
    await settleJobs(shop);
    setSandboxFaults({});
    await statement(
      db,
      `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, cause, amount,
         status, way, processor_refund_id, processed_at)
       select gen_random_uuid(), 'REF-PART', payment_id, transaction_id, store_id, cause, 3.53,
         'succeeded', 'processor', 're_part', now()
       from refunds where id = $1`,
      [refund.id],
    );
    expect((await retry(refund.id)).body).toMatchObject({
      status: 'failed',
      last_error: 'superseded in part: other refunds have left 10.00 of the payment',
    });
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({ status: 'pending' });
  });
});

describe('a refund of a card payment without a processor id', () => {
  async function voided() {
    const sale = await counter.sold(SLIP);
    const reply = await counter.voidSale(sale);
    return { sale, reply, refund: refundsOf(reply)[0] };
  }

  it('waits for the slip with a task, while the void succeeds', async () => {
    const { sale, reply, refund } = await voided();
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'voided', payment_records: [{ status: 'voided' }] });
    expect(refund).toMatchObject({
      amount: '13.53',
      status: 'pending',
      way: null,
      action_required: 'confirm_on_terminal',
      processor_refund_id: null,
      processed_at: null,
    });
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({
      status: 'pending',
      priority: 'high',
      store_id: DOWNTOWN_ID,
      title: `Refund 13.53 USD on the card terminal for ${sale}`,
      cause: 'refund_confirm_on_terminal',
      cause_values: {
        amount: '13.53',
        tip: '',
        currency: 'USD',
        transaction: sale,
        refund: refund.refund_id,
      },
    });
    const retried = await counter.post(
      `/payments/refunds/${refund.refund_id}/retry/`,
      undefined,
      await shop.officeToken(),
    );
    expect([retried.status, retried.body.code]).toEqual([409, 'ACTION_REQUIRED']);
  });

  it('succeeds with the number of the slip, once, and its task is done', async () => {
    const { refund } = await voided();
    await settleJobs(shop);
    const done = await confirm(refund.refund_id, ' SLIP-0042 ');
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({
      id: refund.id,
      status: 'succeeded',
      way: 'external',
      action_required: null,
      reference: 'SLIP-0042',
      confirmed_by: expect.any(String),
      confirmed_at: expect.stringMatching(/Z$/),
      processed_at: done.body.confirmed_at,
    });
    await settleJobs(shop);
    expect(await taskOf(refund)).toMatchObject({
      status: 'completed',
      completed_by: done.body.confirmed_by,
    });
    expect((await confirm(refund.id, 'SLIP-0042')).body).toEqual(done.body);
    const other = await confirm(refund.id, 'SLIP-0043');
    expect([other.status, other.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await counter.get(`/payments/refunds/${refund.id}/`)).body.reference).toBe('SLIP-0042');
  });

  it('is confirmed by one of two people at the same time', async () => {
    const { refund } = await voided();
    const replies = await Promise.all(['A-1', 'B-2'].map(slip => confirm(refund.id, slip)));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
    const winner = replies.find(reply => reply.status === 200);
    const { body } = await counter.get(`/payments/refunds/${refund.id}/`);
    expect(body.reference).toBe(winner?.body.reference);
  });

  it('answers a repeated request with the same key alike', async () => {
    const { refund } = await voided();
    const headers = { 'idempotency-key': newId() };
    const first = await confirm(refund.id, 'S-7', undefined, headers);
    const second = await confirm(refund.id, 'S-7', undefined, headers);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('is confirmed by whoever asked for it or may refund, in its store', async () => {
    const { refund } = await voided();
    const refused = await confirm(refund.id, 'S-8', await shop.tillToken('EMP001'));
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    const stranger = await confirm(refund.id, 'S-8', await shop.tillToken('EMP005'));
    expect(stranger.status).toBe(404);
    for (const reference of ['', '   ', '4242 4242 4242 4242', 'x'.repeat(101)]) {
      expect((await confirm(refund.id, reference)).status).toBe(400);
    }
    expect((await counter.get(`/payments/refunds/${refund.id}/`)).body.status).toBe('pending');

    const sale = await counter.sold(SLIP);
    const approval_request_id = await counter.approved('void', '13.53', { transaction_id: sale });
    const own = await counter.voidSale(sale, { approval_request_id }, await shop.tillToken());
    const mine = await confirm(refundsOf(own)[0].id, 'S-9', await shop.tillToken());
    expect(mine.body).toMatchObject({ status: 'succeeded', reference: 'S-9' });
  });

  it('refuses a slip for cash and cash for a slip', async () => {
    const { refund } = await voided();
    const cash = refundsOf(await counter.voidSale(await counter.sold(CASH)))[0];
    expect((await confirm(cash.id, 'S-10')).status).toBe(409);
    const paid = await counter.post(`/pos/pay-outs/${refund.id}/pay/`);
    expect(paid.status).toBe(409);
  });
});

describe('a cash refund at the desk', () => {
  it('leaves the drawer of the shift that it names', async () => {
    const shift = await openShift();
    const sale = await counter.sold(CASH);
    const reply = await counter.voidSale(sale, { shift_id: shift });
    expect(refundsOf(reply)).toMatchObject([
      { status: 'succeeded', way: 'cash', shift_id: shift, action_required: null },
    ]);
    const report = await counter.get(`/cash-management/shifts/${shift}/x-report/`);
    expect(report.body).toMatchObject({
      cash: { refunds: '13.53', expected: '100.00' },
      refunds: [{ paid_as: 'cash', way: 'cash', count: 1, amount: '13.53' }],
      voids: { count: 1, amount: '13.53' },
    });
    await closeShift(shift);
  });

  it('refuses a closed shift, one of another store and one that does not exist', async () => {
    const closed = await openShift();
    await closeShift(closed);
    const other = await openShift(await shop.tillToken('EMP005'));
    const sale = await counter.sold(CASH);
    await settleJobs(shop);
    for (const [shift_id, status] of [
      [closed, 409],
      [other, 400],
      [newId(), 400],
      ['T-001', 400],
    ] as const) {
      const before = await counter.recordCounts();
      expect((await counter.voidSale(sale, { shift_id })).status).toBe(status);
      expect(await counter.recordCounts()).toEqual(before);
    }
    expect((await counter.row(sale)).status).toBe('completed');
  });

  it('refuses the drawer of another till to a till', async () => {
    const shift = await openShift();
    const sale = await counter.sold(CASH);
    const token = await shop.tillToken('EMP003');
    expect((await counter.voidSale(sale, { shift_id: shift }, token)).status).toBe(400);
    const own = await counter.voidSale(sale, {}, token);
    expect(refundsOf(own)).toMatchObject([{ status: 'succeeded', way: 'cash', shift_id: null }]);
    await closeShift(shift);
  });

  it('counts for the sale and the ceiling while it waits', async () => {
    const sale = await counter.sold(CASH);
    const [payment] = await counter.payments(sale);
    const part = await counter.refund({ payment: payment?.id, amount: '10.00' });
    expect(part.body).toMatchObject({ status: 'pending', action_required: 'pay_out_cash' });
    expect((await counter.row(sale)).status).toBe('partially_refunded');
    const beyond = await counter.refund({ payment: payment?.id, amount: '3.54' });
    expect(beyond.body.code).toBe('REFUND_EXCEEDS_PAYMENT');
    await counter.refund({ payment: payment?.id });
    expect((await counter.row(sale)).status).toBe('refunded');
  });
});

async function closeShift(id: string): Promise<void> {
  const by = await shop.tillToken('EMP002');
  const at = `/cash-management/shifts/${id}/`;
  await counter.post(`${at}count/`, { denominations: [{ value: '1.00', quantity: 0 }] }, by);
  const closed = await counter.post(`${at}close/`, { reason: 'End of the test' }, by);
  if (closed.status !== 200) throw new Error(closed.text);
}
