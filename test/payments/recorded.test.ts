import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG_TOTAL,
  mug,
  REFUND_NUMBER,
  UUID,
  WINE,
} from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let restore = () => {};
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterEach(() => restore());
afterAll(() => shop.close());

const newIntent = () => `pi_${crypto.randomUUID()}`;
const statusOf = async (sale: string) => (await counter.row(sale)).status;

const WRONG_ID = 'processor_transaction_id';
const record = (body: object, token?: string) => counter.post('/payments/payments/', body, token);
const byCard = (sale: string, more: object = {}) => ({
  transaction: sale,
  payment_method: 'card',
  amount: MUG_TOTAL,
  ...more,
});

/** A refusal leaves no payment, event or other record. */
async function unchanged(send: () => Promise<Reply>): Promise<Reply> {
  const before = await counter.recordCounts();
  const reply = await send();
  expect(await counter.recordCounts()).toEqual(before);
  return reply;
}

describe('a payment taken outside the service', () => {
  it.each([
    ['in the year 0', { processed_at: '0000-01-01T00:00:00Z' }, 'processed_at'],
    ['in 1999', { processed_at: '1999-12-31T23:59:59Z' }, 'processed_at'],
    ['in the year 9999', { processed_at: '9999-12-31T23:59:59Z' }, 'processed_at'],
    ['with a card for an id', { processor_transaction_id: '4111111111111111' }, WRONG_ID],
  ])('is refused %s, succeeded or not', async (_, wrong, field) => {
    const sale = await counter.ring();
    for (const status of ['succeeded', 'pending']) {
      const reply = await unchanged(() => record(byCard(sale, { status, ...wrong })));
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    }
  });

  it('may be dated at most five minutes ahead of the clock', async () => {
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    const sale = await counter.ring();
    const late = { processed_at: ahead(6 * 60_000) };
    expect((await unchanged(() => record(byCard(sale, late)))).status).toBe(400);
    expect((await record(byCard(sale, { processed_at: ahead(4 * 60_000) }))).status).toBe(201);
  });

  it('is recorded, counted, and unverified until its processor confirms it', async () => {
    const sale = await counter.ring();
    const intent = newIntent();
    const reply = await record(
      byCard(sale, {
        status: 'succeeded',
        processor_transaction_id: intent,
        processed_at: '2026-01-02T03:04:05.678+01:00',
      }),
    );
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(UUID),
      payment_id: reply.body.id,
      transaction: sale,
      store: DOWNTOWN_ID,
      shift: null,
      payment_method: '00000000-0000-4000-a005-000000000002',
      payment_method_code: 'card',
      payment_method_name: 'Card',
      payment_method_type: 'card',
      amount: '13.53',
      rounding: '0.00',
      tip: '0.00',
      tendered: '13.53',
      currency: 'USD',
      status: 'succeeded',
      processor_type: 'primary',
      processor_transaction_id: intent,
      verification: 'unverified',
      review_reason: null,
      review_decision: null,
      settlement: null,
      failure_code: null,
      card_last_four: null,
      card_brand: null,
      reference: null,
      refunded_amount: '0.00',
      processed_at: '2026-01-02T02:04:05.678Z',
      created_at: expect.stringMatching(/Z$/),
      refunds: [],
    });
    for (const path of [`/payments/${reply.body.id}/`, `/payments/payments/${reply.body.id}/`]) {
      expect((await counter.get(path)).body).toEqual(reply.body);
    }
    expect(await counter.row(sale)).toMatchObject({
      status: 'completed',
      total_paid: '13.53',
      change_due: '0.00',
    });
  });

  it('is booked on the day it was recorded, not at the time the caller claims', async () => {
    const sale = await counter.ring();
    const start = Date.now();
    const reply = await record(byCard(sale, { processed_at: '2001-01-01T00:00:00Z' }));
    expect(Date.parse(reply.body.created_at)).toBeGreaterThanOrEqual(start);
    const row = await counter.row(sale);
    expect(row.updated_at.getTime()).toBeGreaterThanOrEqual(start);
    expect(row.completed_at?.getTime()).toBeGreaterThanOrEqual(start);
  });

  it('needs no verification when it was cash', async () => {
    const reply = await record({
      transaction: await counter.ring(),
      payment_method: 'cash',
      amount: MUG_TOTAL,
      processor_transaction_id: 'receipt 12',
    });
    expect(reply.body).toMatchObject({
      verification: 'not_needed',
      processor_type: null,
      processor_transaction_id: null,
    });
  });

  it('may be a partial payment, and accepts either id of the sale', async () => {
    const sale = await counter.ring();
    const { id } = await counter.row(sale);
    expect((await record(byCard(`saleTransaction_${id}`, { amount: 5 }))).status).toBe(201);
    expect(await counter.row(sale)).toMatchObject({ status: 'partially_paid', total_paid: '5.00' });
    expect((await record(byCard(sale, { amount: '8.53' }))).status).toBe(201);
    expect(await statusOf(sale)).toBe('completed');
  });

  it.each(['pending', 'requires_action', 'failed'])(
    'that is %s is recorded and changes no amounts',
    async status => {
      const sale = await counter.ring();
      const reply = await record(
        byCard(sale, { status, processor_transaction_id: newIntent(), processed_at: now() }),
      );
      expect(reply.status).toBe(201);
      expect(reply.body).toMatchObject({
        status,
        amount: '13.53',
        verification: 'unverified',
        processed_at: null,
      });
      expect(await counter.row(sale)).toMatchObject({ status: 'pending', total_paid: '0.00' });
    },
  );

  it('that was recorded before it succeeded becomes the payment, once', async () => {
    const sale = await counter.ring();
    const intent = { processor_transaction_id: newIntent() };
    const noted = await record(byCard(sale, { ...intent, status: 'pending' }));
    const failed = await record(byCard(sale, { ...intent, status: 'failed' }));
    expect(failed.body).toMatchObject({ id: noted.body.id, status: 'failed' });
    const paid = await record(byCard(sale, { ...intent, status: 'succeeded' }));
    expect(paid.status).toBe(201);
    expect(paid.body).toMatchObject({ id: noted.body.id, status: 'succeeded', amount: '13.53' });
    expect(paid.body.processed_at).not.toBe(null);
    expect(await counter.payments(sale)).toHaveLength(1);
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', total_paid: '13.53' });
    const late = await unchanged(() => record(byCard(sale, { ...intent, status: 'failed' })));
    expect(late.status).toBe(409);
  });

  it('pays one sale only', async () => {
    const intent = { processor_transaction_id: newIntent() };
    await record(byCard(await counter.ring(), intent));
    const other = await counter.ring();
    for (const status of ['succeeded', 'pending', 'failed']) {
      const again = await unchanged(() => record(byCard(other, { ...intent, status })));
      expect(again.status).toBe(409);
      expect(again.body).toEqual({
        detail: 'This processor payment has already paid for a sale.',
        code: 'PROCESSOR_PAYMENT_USED',
      });
    }
    const till = await unchanged(() =>
      counter.pay(other, { payment_method_id: 'card', tendered_amount: MUG_TOTAL, ...intent }),
    );
    expect([till.status, till.body.code]).toEqual([409, 'PROCESSOR_PAYMENT_USED']);
    const square = await record(byCard(other, { ...intent, payment_method: 'card_square' }));
    expect(square.status).toBe(201);
  });

  it('of a part cannot pay another part of the same sale', async () => {
    const sale = await counter.ring();
    const intent = { processor_transaction_id: newIntent(), amount: '5.00' };
    await record(byCard(sale, intent));
    const again = await unchanged(() => record(byCard(sale, intent)));
    expect([again.status, again.body.code]).toEqual([409, 'PROCESSOR_PAYMENT_USED']);
  });

  it.each([
    ['an unknown sale', { transaction: 'TXN-20260101-00000000' }, 'transaction'],
    ['no sale at all', { transaction: 'x' }, 'transaction'],
    ['an unknown method', { payment_method: 'gold' }, 'payment_method'],
    ['more than is due', { amount: '13.54' }, 'amount'],
    ['nothing', { amount: '0.00' }, 'amount'],
    ['less than nothing', { amount: '-1.00' }, 'amount'],
    ['an odd status', { status: 'voided' }, 'status'],
    ['an odd time', { processed_at: 'yesterday' }, 'processed_at'],
  ])('is refused with %s', async (_, change, field) => {
    const sale = await counter.ring();
    const reply = await unchanged(() => record(byCard(sale, change)));
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it.each(['pending', 'failed'])(
    'recorded as %s needs a known sale and method too',
    async status => {
      const sale = await counter.ring();
      for (const [change, field] of [
        [{ transaction: 'TXN-20260101-00000000' }, 'transaction'],
        [{ payment_method: 'gold' }, 'payment_method'],
      ] as const) {
        const reply = await unchanged(() => record(byCard(sale, { status, ...change })));
        expect(reply.status).toBe(400);
        expect(Object.keys(reply.body.errors)).toEqual([field]);
      }
    },
  );

  it('is refused for a sale that accepts no payment', async () => {
    const paid = await counter.sold({ payment_method_id: 'cash' });
    const voided = await counter.ring();
    await counter.voidSale(voided);
    for (const sale of [paid, voided]) {
      for (const status of ['succeeded', 'pending', 'failed']) {
        const reply = await unchanged(() => record(byCard(sale, { status })));
        expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
      }
    }
  });

  it('answers the same for a sale of another store as for an unknown one', async () => {
    const sale = await counter.ring();
    const token = await shop.tillToken('EMP005');
    for (const status of ['succeeded', 'pending']) {
      const foreign = await unchanged(() => record(byCard(sale, { status }), token));
      const missing = await record(byCard('TXN-20260101-00000000', { status }), token);
      expect(foreign.status).toBe(400);
      expect(foreign.body).toEqual(missing.body);
    }
    expect(await record(byCard(sale), await shop.officeToken())).toMatchObject({ status: 201 });
  });

  it('needs the age check like a payment at the till', async () => {
    const sale = await counter.ring(basket([WINE], '1.73'));
    const wine = (more: object = {}) => byCard(sale, { amount: '22.73', ...more });
    const reply = await unchanged(() => record(wine()));
    expect([reply.status, reply.body.code]).toEqual([400, 'AGE_CHECK_REQUIRED']);
    const checked = { age_check: { method: 'visual', confirmed: true } };
    expect((await record(wine(checked))).status).toBe(201);
  });

  it('is recorded once per key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = byCard(await counter.ring(), { amount: '5.00' });
    const first = await counter.post('/payments/payments/', body, undefined, headers);
    const again = await unchanged(() =>
      counter.post('/payments/payments/', body, undefined, headers),
    );
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = { ...body, amount: '6.00' };
    const mismatch = await counter.post('/payments/payments/', other, undefined, headers);
    expect(mismatch.body.code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
  });
});

describe('a manual refund', () => {
  /** A sale paid by a charge of the sandbox. */
  async function paid() {
    const intent = await counter.charge(MUG_TOTAL);
    const sale = await counter.sold({
      payment_method_id: 'card',
      processor_transaction_id: intent,
    });
    const [payment] = await counter.payments(sale);
    return { sale, intent, payment: payment?.id ?? '' };
  }

  const sandboxRefunds = async (intent: string): Promise<number> =>
    (
      await statement<{ total: number }>(
        shop.platform.db,
        'select coalesce(sum(amount_minor), 0)::int as total from sandbox_refunds where intent_id = $1',
        [intent],
      )
    )[0]?.total ?? 0;

  it('answers 201 with the refund, and the sale is partially refunded', async () => {
    const { sale, intent, payment } = await paid();
    const reply = await counter.refund({ payment, amount: '3.53', reason: 'Scratched' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(UUID),
      refund_id: expect.stringMatching(REFUND_NUMBER),
      amount: '3.53',
      rounding: '0.00',
      tip: '0.00',
      status: 'succeeded',
      cause: 'refund',
      reason: 'Scratched',
      refund_to: 'original',
      way: 'processor',
      action_required: null,
      processor_refund_id: expect.stringMatching(/^re_/),
      shift_id: null,
      reference: null,
      confirmed_by: null,
      confirmed_at: null,
      store_credit_code: null,
      processed_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      payment,
      transaction: sale,
      store: DOWNTOWN_ID,
      shift: null,
      terminal_id: null,
      requested_by: expect.any(String),
      attempts: 1,
      last_error: null,
      next_attempt_at: null,
    });
    expect(await statusOf(sale)).toBe('partially_refunded');
    expect(await sandboxRefunds(intent)).toBe(353);
    expect((await counter.get(`/payments/refunds/${reply.body.refund_id}/`)).body).toEqual(
      reply.body,
    );
  });

  it('of the remainder needs no amount, and the sale is refunded', async () => {
    const { sale, intent, payment } = await paid();
    await counter.refund({ payment, amount: '3.53' });
    const rest = await counter.refund({ payment });
    expect(rest.body).toMatchObject({ amount: '10.00', status: 'succeeded' });
    expect(await statusOf(sale)).toBe('refunded');
    expect(await sandboxRefunds(intent)).toBe(1353);
    const again = await unchanged(() => counter.refund({ payment }));
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('of cash waits for a till, and the sale counts as refunded', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash', tendered_amount: '20.00' });
    const [payment] = await counter.payments(sale);
    const reply = await counter.refund({ payment: payment?.id });
    expect(reply.body).toMatchObject({
      amount: '13.53',
      status: 'pending',
      way: null,
      action_required: 'pay_out_cash',
      next_attempt_at: null,
    });
    expect(await statusOf(sale)).toBe('refunded');
  });

  it('of a split tender leaves the sale partially refunded until all parts are refunded', async () => {
    const sale = await counter.ring();
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '5.00' });
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '8.53' });
    const [first, second] = await counter.payments(sale);
    await counter.refund({ payment: first?.id });
    expect(await statusOf(sale)).toBe('partially_refunded');
    await counter.refund({ payment: second?.id });
    expect(await statusOf(sale)).toBe('refunded');
  });

  it('never exceeds the payment, including earlier refunds', async () => {
    const { sale, payment } = await paid();
    await counter.refund({ payment, amount: '10.00' });
    for (const amount of ['3.54', '13.53', '0.00', '9999999999.99']) {
      const reply = await unchanged(() => counter.refund({ payment, amount }));
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: 'REFUND_EXCEEDS_PAYMENT',
        errors: { amount: [expect.stringContaining('3.53')] },
        details: { refundable: '3.53' },
      });
    }
    expect(await statusOf(sale)).toBe('partially_refunded');
  });

  it.each([
    ['an unknown payment', { payment: '00000000-0000-4000-8000-00000000dead' }, 'payment'],
    ['no payment id', { payment: 'x' }, 'payment'],
    ['an odd amount', { amount: '1.005' }, 'amount'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['no reason', { reason: '' }, 'reason'],
  ])('is refused with %s', async (_, change, field) => {
    const { payment } = await paid();
    const reply = await unchanged(() => counter.refund({ payment, amount: '1.00', ...change }));
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('is refused when no money was taken, or when a void already refunds it', async () => {
    const sale = await counter.ring();
    const noted = await record(byCard(sale, { status: 'failed' }));
    const part = await record(byCard(sale, { amount: '5.00' }));
    for (const payment of [noted.body.id, part.body.id]) {
      const reply = await unchanged(() => counter.refund({ payment }));
      expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
    }
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '8.53' });
    const nothing = await unchanged(() => counter.refund({ payment: noted.body.id }));
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_TO_REFUND']);
    await counter.voidSale(sale);
    const voided = await unchanged(() => counter.refund({ payment: part.body.id }));
    expect([voided.status, voided.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('answers the same for a payment of another store as for an unknown one', async () => {
    const { payment } = await paid();
    const reply = await unchanged(async () =>
      counter.refund({ payment }, await shop.tillToken('EMP005')),
    );
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(['payment']);
    const airport = await shop.tillToken('EMP005');
    const sale = await counter.ring(mug({ store_id: AIRPORT_ID, employee_id: 'EMP005' }), airport);
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '12.50' }, airport);
    const [own] = await counter.payments(sale);
    const manager = await shop.tillToken('EMP003');
    expect((await counter.refund({ payment: own?.id }, manager)).status).toBe(400);
  });

  it('that the processor refuses is a failed refund, and the sale stays completed', async () => {
    const { sale, intent, payment } = await paid();
    restore = setSandboxFaults({ refund: () => 'fail' });
    const reply = await counter.refund({ payment });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ status: 'failed', processor_refund_id: null });
    expect(await statusOf(sale)).toBe('completed');
    restore();
    const token = await shop.officeToken();
    const retried = await counter.post(
      `/payments/refunds/${reply.body.refund_id}/retry/`,
      undefined,
      token,
    );
    expect(retried.body.status).toBe('succeeded');
    expect(await sandboxRefunds(intent)).toBe(1353);
  });

  it('by a cashier needs a matching approval, and uses it up', async () => {
    const { sale, payment } = await paid();
    const asCashier = async (amount: string, approval?: string) =>
      counter.refund({ payment, amount, approval_request_id: approval }, await shop.tillToken());
    const about = { transaction_id: sale };
    const denied = async (amount: string, approval?: string) => {
      const reply = await unchanged(() => asCashier(amount, approval));
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    };
    await denied('1.00');
    await denied('5.01', await counter.approved('refund', '5.00', about));
    await denied('5.00', await counter.approved('void', '5.00', about));
    await denied(
      '5.00',
      await counter.approved('refund', '5.00', { transaction_id: await counter.ring() }),
    );
    const approval = await counter.approved('refund', '5.00', about);
    expect((await asCashier('5.00', approval)).status).toBe(201);
    expect(await counter.approvalStatus(approval)).toBe('consumed');
    await denied('1.00', approval);
    const wide = await counter.approved('refund', '50.00', about);
    const over = await unchanged(() => asCashier('20.00', wide));
    expect([over.status, over.body.code]).toEqual([400, 'REFUND_EXCEEDS_PAYMENT']);
    expect(await counter.approvalStatus(wide)).toBe('approved');
  });

  it('is made once per key, also when another process takes over from a dead one', async () => {
    const { intent, payment } = await paid();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const token = await shop.officeToken();
    const send = (amount = '3.00') =>
      counter.post('/payments/refunds/', { payment, amount, reason: 'x' }, token, headers);
    // The processor never answers the first request, and the process that sent it is gone.
    restore = setSandboxFaults({ refund: () => 'slow', slowMs: 400 });
    const before = await counter.recordCounts();
    const first = send();
    const refunds = async () => (await counter.recordCounts()).refunds;
    await expect.poll(refunds).toBe((before.refunds ?? 0) + 1);
    await statement(
      shop.platform.db,
      `update idempotency_keys set lease_until = now() - interval '1 second' where key = $1`,
      [headers['idempotency-key']],
    );
    const second = await send();
    expect(second.status).toBe(201);
    const answer = await first;
    expect(answer.body).toMatchObject({ id: second.body.id, status: 'succeeded' });
    expect((await send()).body).toEqual(answer.body);
    expect(await sandboxRefunds(intent)).toBe(300);
    expect((await send('4.00')).body.code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
  });
});

const now = () => new Date().toISOString();
