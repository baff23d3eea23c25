import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processorFor } from '../../src/domains/payments/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { transactions } from '../../src/domains/transactions/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import type { Queue } from '../../src/platform/work/queues/queue.js';
import { claim } from '../../src/platform/work/queues/repository.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  MUG,
  settleJobs,
  UUID,
  WINE,
} from '../transactions/support.js';
import { ENV, send, succeeded } from '../webhooks/support.js';

let shop: Shop;
let counter: Counter;
let now = new Date('2026-03-02T10:00:00Z');
let restore = () => {};

beforeAll(async () => {
  shop = await openShop({ background: false, env: ENV, clock: { now: () => now } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => {
  restore = setSandboxFaults({ readerMs: 0 });
});
afterEach(async () => {
  restore();
  // Ends what a test has left on a reader.
  now = new Date(now.getTime() + 300_000);
  setSandboxFaults({ readerMs: 0 });
  await runQueue();
});

/** Two mugs at DOWNTOWN: 25.00 and 2.06 tax. */
const TOTAL = '27.06';
const ring = (token?: string, more: object = {}) =>
  counter.ring(basket([{ ...MUG, quantity: 2 }], '2.06', { ...more }), token);

const path = (sale: string) => `/pos/transactions/${sale}/card/`;
const start = (sale: string, body: object = {}, token?: string, headers = {}) =>
  counter.post(path(sale), body, token, headers);
const look = async (sale: string, token?: string) =>
  counter.get(path(sale), token ?? (await shop.tillToken()));
const cancel = (sale: string, token?: string) =>
  counter.post(`${path(sale)}cancel/`, undefined, token);

async function started(sale: string, body: object = {}, token?: string): Promise<Reply['body']> {
  const reply = await start(sale, body, token);
  if (reply.status !== 202) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}

const cardQueue = transactions.queues?.find(
  ({ name }) => name === 'transactions:card-attempts',
) as unknown as Queue<{ payment_id: string }>;

/** Works on every attempt that is due, as a node does. */
async function runQueue(): Promise<number> {
  let handled = 0;
  for (;;) {
    const { rows } = await claim(shop.platform.db, cardQueue, shop.platform.clock);
    if (rows.length === 0) return handled;
    handled += rows.length;
    await cardQueue.handle(shop.platform, rows);
  }
}

const passes = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const refundsOf = (sale: string) =>
  statement<{ amount: string; status: string; cause: string; processor_refund_id: string }>(
    shop.platform.db,
    `select r.amount, r.status, r.cause, r.processor_refund_id
     from refunds r join transactions t on t.id = r.transaction_id where t.transaction_number = $1`,
    [sale],
  );

/** What the processor holds: charged minus refunded, in cents. */
async function keptByProcessor(sale: string): Promise<number> {
  const [row] = await statement<{ kept: number }>(
    shop.platform.db,
    `select coalesce(sum(i.amount_minor - coalesce(r.back, 0)), 0)::int as kept
     from sandbox_intents i
     left join (select intent_id, sum(amount_minor) as back from sandbox_refunds group by 1) r
       on r.intent_id = i.id
     where i.status = 'succeeded' and i.metadata->>'transaction_id' = $1`,
    [sale],
  );
  return row?.kept ?? Number.NaN;
}

/** With the login of a till, which outlives the jumps of the clock. */
const shownPayment = async (id: string) =>
  counter.get(`/payments/${id}/`, await shop.tillToken('EMP003'));

/** The row as a process leaves it that died at this step, after its lease has run out. */
async function dies(paymentId: string, step: 'before intent' | 'before start'): Promise<void> {
  const { db } = shop.platform;
  await statement(db, 'update card_attempts set started_at = null where payment_id = $1', [
    paymentId,
  ]);
  if (step === 'before intent') {
    await statement(db, 'update payments set processor_transaction_id = null where id = $1', [
      paymentId,
    ]);
  }
}

/** The customer presents the card, and the processor takes the money. */
const approve = (intentId: string) =>
  processorFor(shop.platform, 'primary').reader?.poll({ intentId, readerId: null });

describe('a card payment on the reader', () => {
  it('is approved, and the sale is paid', async () => {
    const sale = await ring();
    const reply = await start(sale);
    expect([reply.status, reply.body]).toEqual([
      202,
      {
        success: true,
        payment_id: expect.stringMatching(UUID),
        payment_intent_id: expect.stringMatching(/^pi_sandbox_/),
        status: 'in_progress',
      },
    ]);
    const { payment_id, payment_intent_id } = reply.body;
    expect(await counter.row(sale)).toMatchObject({ status: 'pending', card_hold: TOTAL });
    expect((await look(sale)).body).toEqual({
      success: true,
      payment_id,
      payment_intent_id,
      status: 'succeeded',
      amount: TOTAL,
      tip: '0.00',
      failure_code: null,
      message: null,
      card_last_four: '4242',
      card_brand: 'visa',
      transaction: {
        transaction_id: sale,
        status: 'completed',
        total_amount: TOTAL,
        total_paid: TOTAL,
        amount_due: '0.00',
      },
    });
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', card_hold: '0.00' });
    const { body } = await shownPayment(payment_id);
    expect(body).toMatchObject({
      status: 'succeeded',
      processor_type: 'primary',
      processor_transaction_id: payment_intent_id,
      verification: 'verified',
      card_last_four: '4242',
      card_brand: 'visa',
      failure_code: null,
    });
    expect(await counter.payments(sale)).toHaveLength(1);
    expect(await keptByProcessor(sale)).toBe(2706);
  });

  it.each([
    ['5.51', 'declined', 'card_declined'],
    ['5.52', 'declined', 'insufficient_funds'],
    ['5.53', 'timed_out', 'timed_out'],
  ])('of %s ends as %s', async (amount, status, code) => {
    const sale = await ring();
    const { payment_id } = await started(sale, { amount });
    const { body } = await look(sale);
    expect(body).toMatchObject({
      status,
      failure_code: code,
      message: expect.stringMatching(/\.$/),
      card_last_four: null,
      transaction: { status: 'pending', total_paid: '0.00', amount_due: TOTAL },
    });
    expect((await look(sale)).body).toEqual(body);
    expect((await cancel(sale)).body).toEqual(body);
    const { body: payment } = await shownPayment(payment_id);
    expect(payment).toMatchObject({ status: 'failed', failure_code: code });
    expect(await keptByProcessor(sale)).toBe(0);
    expect((await start(sale, { amount: '5.55' })).status).toBe(202);
    expect((await look(sale)).body).toMatchObject({
      status: 'succeeded',
      transaction: { status: 'partially_paid', total_paid: '5.55', amount_due: '21.51' },
    });
  });

  it('of 5.54 is uncertain, and succeeds at the next look', async () => {
    const sale = await ring();
    await started(sale, { amount: '5.54' });
    expect((await look(sale)).body).toMatchObject({
      status: 'uncertain',
      transaction: { status: 'pending' },
    });
    expect((await start(sale, { amount: '1.00' })).status).toBe(409);
    expect((await look(sale)).body).toMatchObject({
      status: 'succeeded',
      card_last_four: '4242',
      transaction: { status: 'partially_paid', total_paid: '5.54' },
    });
    expect(await keptByProcessor(sale)).toBe(554);
  });

  it('is finished by the queue when the till asks no more', async () => {
    const sale = await ring();
    await started(sale);
    expect(await runQueue()).toBe(0);
    passes(2_000);
    expect(await runQueue()).toBe(1);
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', total_paid: TOTAL });
    expect(await runQueue()).toBe(0);
  });

  it('tells the screens of the store about each step', async () => {
    const sale = await ring();
    const { payment_id } = await started(sale, { amount: '5.51' });
    await look(sale);
    await settleJobs(shop);
    const rows = await statement<{ live: boolean; terminal_id: string; data: object }>(
      shop.platform.db,
      `select terminal_id, data from events where event = 'card_payment.updated' and subject_id = $1
       order by seq`,
      [payment_id],
    );
    expect(rows.map(({ terminal_id }) => terminal_id)).toEqual(['T-001', 'T-001', 'T-001']);
    expect(rows.map(({ data }) => data)).toMatchObject([
      { status: 'in_progress', payment_intent_id: null, amount: '5.51' },
      { status: 'in_progress', payment_intent_id: expect.stringMatching(/^pi_/) },
      {
        status: 'declined',
        failure_code: 'card_declined',
        transaction: { transaction_id: sale, status: 'pending', amount_due: TOTAL },
      },
    ]);
  });

  it('times out when no card is presented for two minutes', async () => {
    setSandboxFaults({ readerMs: 1_000_000 });
    const sale = await ring();
    await started(sale);
    passes(119_000);
    expect((await look(sale)).body.status).toBe('in_progress');
    passes(2_000);
    expect(await runQueue()).toBe(1);
    expect((await look(sale)).body).toMatchObject({
      status: 'timed_out',
      failure_code: 'timed_out',
    });
  });
});

describe('a start', () => {
  it('is refused while another card payment of the sale or the till runs', async () => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale, { amount: '10.00' });
    const other = await ring();
    const second = await shop.tillToken('EMP002');
    for (const [ref, token] of [
      [sale, undefined],
      [sale, second],
      [other, undefined],
    ] as const) {
      const reply = await start(ref, {}, token);
      expect([reply.status, reply.body.code, reply.body.details]).toEqual([
        409,
        'CARD_PAYMENT_IN_PROGRESS',
        {
          payment_id,
          payment_intent_id,
          status: 'in_progress',
          amount: '10.00',
          transaction_id: sale,
          terminal_id: 'T-001',
        },
      ]);
    }
    expect(await counter.payments(other)).toEqual([]);
    expect((await start(other, {}, second)).status).toBe(202);
  });

  it('wins alone when ten arrive at once', async () => {
    const sale = await ring();
    const replies = await Promise.all(Array.from({ length: 10 }, () => start(sale)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
    expect(await counter.payments(sale)).toHaveLength(1);
  });

  it('returns the first answer to a repeat with the same key', async () => {
    const sale = await ring();
    const headers = { 'idempotency-key': newId() };
    const first = await start(sale, {}, undefined, headers);
    const second = await start(sale, {}, undefined, headers);
    expect([second.status, second.body]).toEqual([202, first.body]);
    // A node died before it stored the answer.
    await statement(shop.platform.db, 'delete from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ]);
    const third = await start(sale, {}, undefined, headers);
    expect([third.status, third.body]).toEqual([202, first.body]);
    expect(await counter.payments(sale)).toHaveLength(1);
  });

  it('is refused for a sale of another store, as are looks and cancels', async () => {
    const sale = await ring();
    await started(sale);
    const airport = await shop.tillToken('EMP005');
    const replies = [
      await start(sale, {}, airport),
      await look(sale, airport),
      await cancel(sale, airport),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    }
    expect((await look(sale)).body.status).toBe('succeeded');
  });

  it.each([
    [{ payment_method_id: 'cash' }, 'payment_method_id', 'METHOD_NOT_USABLE'],
    [{ payment_method_id: 'nothing' }, 'payment_method_id', 'UNKNOWN_PAYMENT_METHOD'],
    [{ amount: '27.07' }, 'amount', 'NO_CHANGE_FOR_CARD'],
    [{ amount: '0.00' }, 'amount', undefined],
  ])('refuses %j', async (body, field, code) => {
    const sale = await ring();
    const before = await counter.recordCounts();
    const reply = await start(sale, body);
    expect([reply.status, Object.keys(reply.body.details)]).toEqual([400, [field]]);
    if (code !== undefined) expect(reply.body.code).toBe(code);
    expect(await counter.recordCounts()).toEqual(before);
    expect((await look(sale)).status).toBe(404);
  });

  it('is refused for a sale that costs nothing, which cash of 0.00 pays', async () => {
    const free = basket([{ ...MUG, price: '0.00' }], '0.00');
    const sale = await counter.ring(free);
    const refused = await start(sale, { tip: 0 });
    expect(refused).toMatchObject({ status: 400, body: { code: 'NOTHING_TENDERED' } });
    expect(refused.body.details).toEqual({ amount: ['Nothing is left to charge to a card.'] });
    expect((await look(sale)).status).toBe(404);
    const paid = await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '0.00' });
    expect(paid.body.transaction.status).toBe('completed');
  });

  it('needs the age check before a card is charged', async () => {
    const sale = await counter.ring(basket([WINE], '1.73'));
    const refused = await start(sale);
    expect([refused.status, refused.body.code]).toEqual([400, 'AGE_CHECK_REQUIRED']);
    await started(sale, { age_check: { method: 'id_scan', confirmed: true } });
    expect((await look(sale)).body.transaction.status).toBe('completed');
    expect((await counter.row(sale)).age_check).toMatchObject({ method: 'id_scan' });
  });
});

describe('other payments of the sale', () => {
  it('pay up to what the card leaves', async () => {
    const sale = await ring();
    await started(sale, { amount: '20.00' });
    const cash = await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '10.00' });
    expect(cash.body.transaction).toMatchObject({
      status: 'partially_paid',
      total_paid: '7.06',
      change_due: '2.94',
    });
    const more = await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '1.00' });
    expect([more.status, more.body.code]).toEqual([409, 'CARD_PAYMENT_IN_PROGRESS']);
    expect((await look(sale)).body).toMatchObject({
      status: 'succeeded',
      transaction: { status: 'completed', total_paid: TOTAL },
    });
  });

  it('pay everything after a canceled card stays uncertain, and a late charge is refunded', async () => {
    const sale = await ring();
    const { payment_intent_id } = await started(sale);
    setSandboxFaults({
      readerMs: 0,
      reader: step => (step === 'cancel' ? 'error' : undefined),
    });
    await approve(payment_intent_id);
    expect((await cancel(sale)).body.status).toBe('uncertain');
    const cash = await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '30.00' });
    expect(cash.body.transaction).toMatchObject({ status: 'completed', change_due: '2.94' });
    setSandboxFaults({});
    passes(10_000);
    await runQueue();
    expect((await look(sale)).body).toMatchObject({
      status: 'canceled',
      failure_code: 'refunded',
      transaction: { status: 'completed', total_paid: TOTAL },
    });
    expect(await refundsOf(sale)).toEqual([
      {
        amount: TOTAL,
        status: 'succeeded',
        cause: 'late_success',
        processor_refund_id: expect.stringMatching(/^re_/),
      },
    ]);
    expect(await keptByProcessor(sale)).toBe(0);
  });
});

describe('a card and cash at the same moment', () => {
  it('never promise more than the total', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await ring();
      const cash = { payment_method_id: 'cash', tendered_amount: TOTAL };
      const [card, paid] = await Promise.all([start(sale), counter.pay(sale, cash)]);
      expect([card.status, paid.status].sort()).toEqual([202, 409]);
      const isCard = card.status === 202;
      if (isCard) expect((await look(sale)).body.status).toBe('succeeded');
      expect(await counter.row(sale)).toMatchObject({ status: 'completed', total_paid: TOTAL });
      expect(await keptByProcessor(sale)).toBe(isCard ? 2706 : 0);
      expect(await refundsOf(sale)).toEqual([]);
    }
  });
});

describe('a cancel', () => {
  it('before the card ends the payment without money', async () => {
    const sale = await ring();
    const { payment_intent_id } = await started(sale);
    expect((await cancel(sale)).body).toMatchObject({
      status: 'canceled',
      failure_code: 'canceled',
      transaction: { status: 'pending', amount_due: TOTAL },
    });
    expect(await approve(payment_intent_id)).toEqual({ outcome: 'canceled' });
    expect((await counter.row(sale)).card_hold).toBe('0.00');
    expect((await look(sale)).body.status).toBe('canceled');
  });

  it('after the card comes too late, and the payment counts', async () => {
    const sale = await ring();
    const { payment_intent_id } = await started(sale);
    await approve(payment_intent_id);
    expect((await cancel(sale)).body).toMatchObject({
      status: 'succeeded',
      transaction: { status: 'completed', total_paid: TOTAL },
    });
    expect((await cancel(sale)).body.status).toBe('succeeded');
    expect(await counter.payments(sale)).toHaveLength(1);
  });

  it('raced with the card has one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await ring();
      const { payment_intent_id } = await started(sale);
      const [canceled] = await Promise.all([
        cancel(sale),
        approve(payment_intent_id),
        look(sale),
        look(sale),
      ]);
      const { status, transaction } = (await look(sale)).body;
      expect(canceled.body.status).toBe(status);
      const isPaid = status === 'succeeded';
      expect([isPaid, status]).toEqual([isPaid, isPaid ? 'succeeded' : 'canceled']);
      expect(transaction.total_paid).toBe(isPaid ? TOTAL : '0.00');
      expect(await keptByProcessor(sale)).toBe(isPaid ? 2706 : 0);
      expect(await refundsOf(sale)).toEqual([]);
    }
  });
});

describe('after a crash', () => {
  it.each(['before intent', 'before start'] as const)('%s the queue cancels', async step => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale);
    await dies(payment_id, step);
    passes(60_000);
    expect(await runQueue()).toBe(1);
    expect((await look(sale)).body).toMatchObject({
      payment_id,
      payment_intent_id,
      status: 'canceled',
      failure_code: 'not_started',
    });
    expect(await keptByProcessor(sale)).toBe(0);
    expect((await start(sale)).status).toBe(202);
  });

  it.each(['before intent', 'before start'] as const)(
    '%s a card that was charged meanwhile is booked once',
    async step => {
      const sale = await ring();
      const { payment_id, payment_intent_id } = await started(sale);
      await approve(payment_intent_id);
      await dies(payment_id, step);
      passes(60_000);
      await Promise.all([runQueue(), look(sale), look(sale)]);
      expect((await look(sale)).body).toMatchObject({
        payment_id,
        status: 'succeeded',
        transaction: { status: 'completed', total_paid: TOTAL },
      });
      expect(await counter.payments(sale)).toHaveLength(1);
      expect(await keptByProcessor(sale)).toBe(2706);
    },
  );

  it('of the processor the payment is uncertain until it answers again', async () => {
    const sale = await ring();
    setSandboxFaults({
      readerMs: 0,
      reader: step => (step === 'start' ? 'lose_answer' : undefined),
    });
    expect(await started(sale)).toMatchObject({ status: 'uncertain' });
    setSandboxFaults({ readerMs: 0, reader: () => 'error' });
    expect((await look(sale)).body.status).toBe('uncertain');
    setSandboxFaults({ readerMs: 0 });
    expect((await look(sale)).body.status).toBe('succeeded');
  });

  it('of the processor before the intent, nothing is charged', async () => {
    const sale = await ring();
    for (const fault of ['error', 'lose_answer'] as const) {
      setSandboxFaults({ reader: step => (step === 'prepare' ? fault : undefined) });
      expect(await started(sale)).toMatchObject({ status: 'uncertain', payment_intent_id: null });
      setSandboxFaults({ readerMs: 0 });
      expect((await look(sale)).body).toMatchObject({
        status: 'canceled',
        failure_code: 'not_started',
      });
    }
    setSandboxFaults({ reader: step => (step === 'prepare' ? 'fail' : undefined) });
    expect(await started(sale)).toMatchObject({ status: 'declined' });
    expect(await keptByProcessor(sale)).toBe(0);
  });
});

describe('a void while the reader waits', () => {
  it('cancels the payment', async () => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale);
    const reply = await counter.voidSale(sale, {}, await shop.tillToken('EMP003'));
    expect([reply.status, reply.body.payment_records]).toMatchObject([
      200,
      [{ id: payment_id, status: 'voided', refunds: [] }],
    ]);
    expect(await approve(payment_intent_id)).toEqual({ outcome: 'canceled' });
    expect((await look(sale)).body).toMatchObject({
      status: 'canceled',
      transaction: { status: 'voided' },
    });
  });

  it('refunds a card that was charged before', async () => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale);
    await approve(payment_intent_id);
    const reply = await counter.voidSale(sale, {}, await shop.tillToken('EMP003'));
    expect([reply.status, reply.body.payment_records]).toMatchObject([
      200,
      [{ id: payment_id, status: 'voided', refunds: [{ amount: TOTAL, status: 'succeeded' }] }],
    ]);
    expect(await refundsOf(sale)).toMatchObject([{ cause: 'late_success', status: 'succeeded' }]);
    expect(await keptByProcessor(sale)).toBe(0);
    expect((await look(sale)).body).toMatchObject({ status: 'canceled', failure_code: 'refunded' });
  });
});

describe('a cancelled sale', () => {
  it('cancels its card payment, or refunds the card', async () => {
    for (const isCharged of [false, true]) {
      const sale = await ring();
      const { payment_intent_id } = await started(sale);
      if (isCharged) await approve(payment_intent_id);
      const reply = await counter.post(`/pos/transactions/${sale}/cancel/`, { reason: 'Left' });
      expect([reply.status, reply.body.transaction.status]).toEqual([200, 'voided']);
      expect((await look(sale)).body).toMatchObject({
        status: 'canceled',
        failure_code: isCharged ? 'refunded' : 'canceled',
      });
      expect(await keptByProcessor(sale)).toBe(0);
      expect(await refundsOf(sale)).toHaveLength(isCharged ? 1 : 0);
    }
  });
});

describe("the processor's webhook", () => {
  const report = (id: string) =>
    send(shop, succeeded({ id, amount_received: 2706, currency: 'usd', status: 'succeeded' }));

  it('settles the attempt instead of a second payment', async () => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale);
    const reply = await report(payment_intent_id);
    expect([reply.status, reply.body.result]).toMatchObject([
      200,
      { success: true, payment_id, amount_match: true },
    ]);
    expect((await look(sale)).body).toMatchObject({
      payment_id,
      status: 'succeeded',
      transaction: { status: 'completed', total_paid: TOTAL },
    });
    expect(await counter.payments(sale)).toHaveLength(1);
  });

  it('is not believed about a payment that was canceled', async () => {
    const sale = await ring();
    const { payment_id, payment_intent_id } = await started(sale);
    await cancel(sale);
    await report(payment_intent_id);
    expect((await look(sale)).body.status).toBe('canceled');
    const { body } = await shownPayment(payment_id);
    expect(body).toMatchObject({ status: 'failed', verification: 'mismatch' });
    expect((await counter.row(sale)).total_paid).toBe('0.00');
  });
});
