import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putBack } from '../../src/domains/inventory/index.js';
import {
  type SandboxFaults,
  setSandboxFaults,
} from '../../src/domains/payments/processors/sandbox-faults.js';
import { linesOf } from '../../src/domains/transactions/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  MUG,
  MUG_TOTAL,
  mug,
  onHand,
  REFUND_NUMBER,
  retryNow,
  settleJobs,
  TEE,
  UUID,
} from './support.js';

let shop: Shop;
let counter: Counter;
let restore = () => {};
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
});
afterEach(() => restore());
afterAll(() => shop.close());

const troubled = (faults: SandboxFaults) => {
  restore = setSandboxFaults(faults);
};
const CASH = { payment_method_id: 'cash' };

/** Paid with a card reader, as a till does it. */
async function soldByCard(amount = MUG_TOTAL): Promise<{ sale: string; intent: string }> {
  const reply = await counter.post('/payments/terminal/create-payment/', {
    amount: Math.round(Number(amount) * 100),
    currency: 'usd',
    processor_type: 'primary',
  });
  expect(reply.status).toBe(201);
  const intent = reply.body.payment_intent_id;
  const sale = await counter.sold({ payment_method_id: 'card', processor_transaction_id: intent });
  return { sale, intent };
}

const paidBack = async (intent: string): Promise<number[]> =>
  (
    await statement<{ amount_minor: number }>(
      shop.platform.db,
      'select amount_minor from sandbox_refunds where intent_id = $1',
      [intent],
    )
  ).map(row => row.amount_minor);

const statusOf = async (sale: string) => (await counter.row(sale)).status;

describe('a void', () => {
  it('answers with the sale, the reason and what happened to each payment', async () => {
    const { sale, intent } = await soldByCard();
    const reply = await counter.voidSale(sale, { reason: 'Rung up twice' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      transactionId: sale,
      status: 'voided',
      voidedAt: expect.stringMatching(/Z$/),
      voidReason: 'Rung up twice',
      totalAmount: '13.53',
      payment_records: [
        {
          id: expect.stringMatching(UUID),
          payment_id: reply.body.payment_records[0].id,
          amount: '13.53',
          status: 'voided',
          processor_transaction_id: intent,
          card_last_four: null,
          card_brand: null,
          reference: null,
          refunds: [
            {
              id: expect.stringMatching(UUID),
              refund_id: expect.stringMatching(REFUND_NUMBER),
              amount: '13.53',
              status: 'succeeded',
              cause: 'void',
              way: 'processor',
              action_required: null,
              processor_refund_id: expect.stringMatching(/^re_/),
              shift_id: null,
              reference: null,
              confirmed_by: null,
              confirmed_at: null,
              store_credit_code: null,
              rounding: '0.00',
              tip: '0.00',
              processed_at: expect.stringMatching(/Z$/),
            },
          ],
          rounding: '0.00',
          tip: '0.00',
        },
      ],
    });
    expect(await paidBack(intent)).toEqual([1353]);
    const { body } = await counter.get(`/transactions/${sale}/`);
    expect(body).toMatchObject({
      status: 'voided',
      voidedAt: reply.body.voidedAt,
      voidReason: 'Rung up twice',
      payment_records: reply.body.payment_records,
    });
  });

  it('publishes its events to the screens of the store once', async () => {
    const sale = await counter.sold(CASH);
    await counter.voidSale(sale);
    await counter.voidSale(sale);
    await settleJobs(shop);
    const { id } = await counter.row(sale);
    const events = await statement<{ event: string }>(
      shop.platform.db,
      `select event from events where subject_id = $1 and data ->> 'status' = 'voided' order by event`,
      [id],
    );
    expect(events.map(event => event.event)).toEqual(['transaction.updated', 'transaction.voided']);
  });

  it('puts the goods back into stock once', async () => {
    const before = [await counter.onHand('MUG-WHITE'), await counter.onHand('TEE-BLACK-M')];
    const body = basket([{ ...MUG, quantity: 2 }, TEE, MUG], '5.16');
    const sale = await counter.sold(CASH, body);
    await settleJobs(shop);
    expect([await counter.onHand('MUG-WHITE'), await counter.onHand('TEE-BLACK-M')]).toEqual([
      (before[0] ?? 0) - 3,
      (before[1] ?? 0) - 1,
    ]);
    await counter.voidSale(sale);
    await counter.voidSale(sale);
    await settleJobs(shop);
    expect([await counter.onHand('MUG-WHITE'), await counter.onHand('TEE-BLACK-M')]).toEqual(
      before,
    );
  });

  it('before the sale is posted to stock changes no level, also after later jobs', async () => {
    const quiet = await openShop({ background: false });
    try {
      const till = counterOf(quiet);
      const before = await till.onHand('MUG-WHITE');
      const sale = await till.sold(CASH);
      expect(await till.onHand('MUG-WHITE')).toBe(before);
      expect((await till.voidSale(sale)).status).toBe(200);
      expect(await till.onHand('MUG-WHITE')).toBe(before);
      const worker = await openShop({ beside: quiet });
      await settleJobs(worker);
      await worker.close();
      expect(await onHand(quiet, 'MUG-WHITE')).toBe(before);
    } finally {
      await quiet.close();
    }
  });

  it('refunds every part of a split tender to its own source', async () => {
    const sale = await counter.ring();
    const intent = await counter.charge('5.00');
    const square = await counter.pay(sale, {
      payment_method_id: 'card_square',
      tendered_amount: '1.00',
    });
    expect(square.status).toBe(202);
    await counter.pay(sale, {
      payment_method_id: 'card',
      tendered_amount: '5.00',
      processor_transaction_id: intent,
    });
    await counter.pay(sale, { ...CASH, tendered_amount: '10.00' });
    const { body } = await counter.voidSale(sale);
    const back = (amount: string, more: object = {}) => ({
      amount,
      status: 'voided',
      refunds: [{ amount, way: null, ...more }],
    });
    expect(body.payment_records).toMatchObject([
      back('1.00', { status: 'pending', action_required: 'confirm_on_terminal' }),
      back('5.00', {
        status: 'succeeded',
        way: 'processor',
        processor_refund_id: expect.stringMatching(/^re_/),
      }),
      back('7.53', { status: 'pending', action_required: 'pay_out_cash' }),
    ]);
    expect(await paidBack(intent)).toEqual([500]);
  });

  it('repeated answers the same and refunds nothing more', async () => {
    const { sale, intent } = await soldByCard();
    const first = await counter.voidSale(sale, { reason: 'First' });
    await settleJobs(shop);
    const before = await counter.recordCounts();
    const again = await counter.voidSale(sale, { reason: 'Second' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await counter.recordCounts()).toEqual(before);
    expect(await paidBack(intent)).toEqual([1353]);
  });

  it("requested twice concurrently answers both the same, after the processor's answer", async () => {
    troubled({ refund: () => 'slow', slowMs: 300 });
    const { sale, intent } = await soldByCard();
    const [one, two] = await Promise.all([counter.voidSale(sale), counter.voidSale(sale)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
    expect(one.body.payment_records[0].refunds).toMatchObject([{ status: 'succeeded' }]);
    expect(await paidBack(intent)).toEqual([1353]);
  });

  it('accepts the document id of the sale and the second path', async () => {
    const sale = await counter.ring();
    const { id } = await counter.row(sale);
    const token = await shop.officeToken();
    const reply = await counter.post(
      `/sale-transactions/saleTransaction_${id}/void/`,
      { reason: 'x' },
      token,
    );
    expect([reply.status, reply.body.transactionId]).toEqual([200, sale]);
  });
});

describe('a void whose refund the processor refuses', () => {
  it('is still a void, and the job refunds the money later', async () => {
    troubled({ refund: () => 'fail' });
    const { sale, intent } = await soldByCard();
    await settleJobs(shop);
    const stock = await counter.onHand('MUG-WHITE');
    const reply = await counter.voidSale(sale);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      status: 'voided',
      payment_records: [
        {
          status: 'voided',
          refunds: [
            { amount: '13.53', status: 'failed', processor_refund_id: null, processed_at: null },
          ],
        },
      ],
    });
    expect(await counter.onHand('MUG-WHITE')).toBe(stock + 1);
    expect(await paidBack(intent)).toEqual([]);

    const [refund] = reply.body.payment_records[0].refunds;
    await retryNow(shop, refund.refund_id);
    expect((await counter.voidSale(sale)).body.payment_records[0].refunds[0].status).toBe('failed');
    restore();
    await retryNow(shop, refund.refund_id);
    const after = await counter.voidSale(sale);
    expect(after.body.payment_records[0]).toMatchObject({
      status: 'voided',
      refunds: [{ refund_id: refund.refund_id, status: 'succeeded' }],
    });
    expect(await paidBack(intent)).toEqual([1353]);
    expect(await statusOf(sale)).toBe('voided');
    expect(await counter.onHand('MUG-WHITE')).toBe(stock + 1);
  });

  it('still refunds the other payments', async () => {
    const sale = await counter.ring();
    const intents = [await counter.charge('5.00'), await counter.charge('8.53')];
    for (const [index, amount] of ['5.00', '8.53'].entries()) {
      await counter.pay(sale, {
        payment_method_id: 'card',
        tendered_amount: amount,
        processor_transaction_id: intents[index],
      });
    }
    troubled({ refund: request => (request.paymentId === intents[0] ? 'fail' : undefined) });
    const { body } = await counter.voidSale(sale);
    expect(body.payment_records).toMatchObject([
      { status: 'voided', refunds: [{ status: 'failed' }] },
      { status: 'voided', refunds: [{ status: 'succeeded' }] },
    ]);
  });

  it.each(['error', 'lose_answer', 'duplicate_answer'] as const)(
    'refunds once when the answer is %s',
    async fault => {
      troubled({ refund: () => fault });
      const { sale, intent } = await soldByCard();
      const reply = await counter.voidSale(sale);
      expect(reply.status).toBe(200);
      const [refund] = reply.body.payment_records[0].refunds;
      expect(refund.status).toBe(fault === 'duplicate_answer' ? 'succeeded' : 'pending');
      restore();
      if (refund.status === 'pending') await retryNow(shop, refund.refund_id);
      const after = await counter.voidSale(sale);
      expect(after.body.payment_records[0].refunds).toMatchObject([{ status: 'succeeded' }]);
      expect(await paidBack(intent)).toEqual([1353]);
    },
  );
});

describe('the states a sale can be voided from', () => {
  const setStatus = (sale: string, status: string) =>
    shop.platform.db
      .updateTable('transactions')
      .set({ status })
      .where('transaction_number', '=', sale)
      .execute();

  /** A completed return: goods counted and back in stock, money refunded. */
  async function bringBack(number: string, quantity: number, amount: string): Promise<void> {
    const sale = await counter.row(number);
    const [line] = await linesOf(shop.platform.db, sale.id);
    if (line === undefined) throw new Error('nothing was sold');
    await atomically(shop.platform.db, async tx => {
      await putBack(tx, {
        kind: 'return',
        reference: newId(),
        storeId: sale.store_id,
        lines: [{ variantId: line.variant_id, quantity }],
      });
      await tx
        .updateTable('transaction_lines')
        .set({ returned_quantity: quantity })
        .where('id', '=', line.id)
        .execute();
    });
    const [payment] = await counter.payments(number);
    expect((await counter.refund({ payment: payment?.id, amount })).status).toBe(201);
  }

  it('include those before any payment: no refund, no stock movement', async () => {
    for (const status of ['pending', 'payment_requires_action']) {
      const sale = await counter.ring();
      await setStatus(sale, status);
      await settleJobs(shop);
      const before = await counter.recordCounts();
      const reply = await counter.voidSale(sale);
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ status: 'voided', payment_records: [] });
      const after = await counter.recordCounts();
      expect(after.movements).toBe(before.movements);
      expect(after.refunds).toBe(before.refunds);
    }
  });

  it('include partially paid: the part is refunded, no stock moves', async () => {
    const sale = await counter.ring();
    await counter.pay(sale, { ...CASH, tendered_amount: '5.00' });
    await settleJobs(shop);
    const stock = await counter.onHand('MUG-WHITE');
    const { body } = await counter.voidSale(sale);
    expect(body.payment_records).toMatchObject([
      { amount: '5.00', status: 'voided', refunds: [{ amount: '5.00', status: 'pending' }] },
    ]);
    await settleJobs(shop);
    expect(await counter.onHand('MUG-WHITE')).toBe(stock);
  });

  it('include partially refunded: the rest is refunded', async () => {
    const { sale, intent } = await soldByCard();
    const [payment] = await counter.payments(sale);
    await counter.refund({ payment: payment?.id, amount: '3.53' });
    expect(await statusOf(sale)).toBe('partially_refunded');
    const { status, body } = await counter.voidSale(sale);
    expect(status).toBe(200);
    expect(body.payment_records[0].refunds).toMatchObject([
      { amount: '3.53', status: 'succeeded' },
      { amount: '10.00', status: 'succeeded' },
    ]);
    expect((await paidBack(intent)).sort()).toEqual([1000, 353]);
  });

  it('include those with completed returns: neither goods nor money are returned twice', async () => {
    const before = await counter.onHand('MUG-WHITE');
    const sale = await counter.sold(CASH, basket([{ ...MUG, quantity: 3 }], '3.09'));
    await settleJobs(shop);
    await bringBack(sale, 1, '13.53');
    expect(await statusOf(sale)).toBe('partially_refunded');
    expect(await counter.onHand('MUG-WHITE')).toBe(before - 2);
    const { body } = await counter.voidSale(sale);
    expect(body.payment_records[0].refunds).toMatchObject([
      { amount: '13.53', status: 'pending', action_required: 'pay_out_cash' },
      { amount: '27.06', status: 'pending', action_required: 'pay_out_cash' },
    ]);
    expect(await counter.onHand('MUG-WHITE')).toBe(before);
  });

  it('refund no payment that took no money', async () => {
    const sale = await counter.ring();
    for (const status of ['failed', 'pending']) {
      const noted = await counter.post('/payments/payments/', {
        transaction: sale,
        payment_method: 'card',
        amount: '13.53',
        status,
      });
      expect(noted.status).toBe(201);
    }
    const { body } = await counter.voidSale(sale);
    expect(body.payment_records).toMatchObject([
      { status: 'failed', refunds: [] },
      { status: 'voided', refunds: [] },
    ]);
  });

  it.each(['refunded', 'expired'])('exclude %s', async status => {
    const sale = await counter.sold(CASH);
    await setStatus(sale, status);
    await settleJobs(shop);
    const before = await counter.recordCounts();
    const reply = await counter.voidSale(sale);
    expect(reply.status).toBe(409);
    expect(reply.body).toEqual({
      detail: `A sale that is ${status} cannot be voided.`,
      code: 'INVALID_STATE',
      details: { status },
    });
    expect(await statusOf(sale)).toBe(status);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('require a reason of valid length', async () => {
    const sale = await counter.ring();
    for (const reason of ['', 'x'.repeat(501), null, 1, undefined]) {
      const reply = await counter.voidSale(sale, { reason });
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body.errors)).toEqual(['reason']);
    }
    expect(await statusOf(sale)).toBe('pending');
  });
});

describe('who may void', () => {
  const asCashier = async (sale: string, approval?: string): Promise<Reply> =>
    counter.voidSale(sale, { approval_request_id: approval }, await shop.tillToken('EMP001'));

  async function refused(sale: string, approval?: string): Promise<string> {
    await settleJobs(shop);
    const before = await counter.recordCounts();
    const reply = await asCashier(sale, approval);
    expect(reply.status).toBe(403);
    expect(reply.body.code).toBe('APPROVAL_REQUIRED');
    expect(await counter.recordCounts()).toEqual(before);
    expect(await statusOf(sale)).toBe('completed');
    return reply.body.detail;
  }

  it('is a manager without approval; cashiers and supervisors need one', async () => {
    const sale = await counter.sold(CASH);
    await refused(sale);
    const supervisor = await counter.voidSale(sale, {}, await shop.tillToken('EMP002'));
    expect([supervisor.status, supervisor.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect((await counter.voidSale(sale, {}, await shop.tillToken('EMP003'))).status).toBe(200);
  });

  it('includes a cashier with an approval for this sale, once', async () => {
    const sale = await counter.sold(CASH);
    const approval = await counter.approved('void', MUG_TOTAL, { transaction_id: sale }, 'EMP002');
    expect((await asCashier(sale, approval)).status).toBe(200);
    expect(await counter.approvalStatus(approval)).toBe('consumed');
    const other = await counter.sold(CASH);
    expect(await refused(other, approval)).toBe('This approval was given for another sale.');
    expect((await asCashier(sale)).status).toBe(200);
  });

  it('excludes anyone with an approval for another sale, amount or action', async () => {
    const sale = await counter.sold(CASH);
    const about = { transaction_id: sale };
    const foreign = await counter.approved('void', MUG_TOTAL, {
      transaction_id: await counter.ring(),
    });
    expect(await refused(sale, foreign)).toBe('This approval was given for another sale.');
    const small = await counter.approved('void', '13.52', about);
    expect(await refused(sale, small)).toBe('This approval covers 13.52, not 13.53.');
    const refund = await counter.approved('refund', MUG_TOTAL, about);
    expect(await refused(sale, refund)).toBe('This approval was given for another kind of action.');
    await refused(sale, '00000000-0000-4000-8000-00000000dead');
    await refused(sale, 'none');
    const asked = await counter.post('/pos/approvals/request/', {
      request_type: 'void',
      amount: MUG_TOTAL,
      reason: 'Please',
      details: about,
    });
    expect(await refused(sale, asked.body.request_id)).toBe('This approval is pending.');
    for (const id of [foreign, small, refund]) {
      expect(await counter.approvalStatus(id)).toBe('approved');
    }
  });

  it('excludes the supervisor who granted an approval, and any cashier but its requester', async () => {
    const sale = await counter.sold(CASH);
    const approval = await counter.approved('void', MUG_TOTAL, { transaction_id: sale }, 'EMP002');
    const supervisor = await shop.tillToken('EMP002');
    const reply = await counter.voidSale(sale, { approval_request_id: approval }, supervisor);
    expect([reply.status, reply.body.detail]).toEqual([
      403,
      'There is no such approval of yours at this store.',
    ]);
    expect(await counter.approvalStatus(approval)).toBe('approved');
    expect(await statusOf(sale)).toBe('completed');
  });

  it('excludes staff of other stores', async () => {
    const sale = await counter.ring(
      mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' }),
      await shop.tillToken('EMP005'),
    );
    await settleJobs(shop);
    const before = await counter.recordCounts();
    const reply = await counter.voidSale(sale, {}, await shop.tillToken('EMP003'));
    expect([reply.status, reply.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('gets the stored answer for a key, even after the refund succeeded meanwhile', async () => {
    troubled({ refund: () => 'fail' });
    const { sale } = await soldByCard();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = async () =>
      counter.post(
        `/transactions/${sale}/void/`,
        { reason: 'x' },
        await shop.officeToken(),
        headers,
      );
    const first = await send();
    restore();
    await retryNow(shop, first.body.payment_records[0].refunds[0].refund_id);
    const again = await send();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});
