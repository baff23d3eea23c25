import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  finishRefunds,
  type Refund,
  refundById,
  retryRefund,
  runRefund,
} from '../../src/domains/payments/index.js';
import {
  sandboxFaults,
  setSandboxFaults,
} from '../../src/domains/payments/processors/sandbox-faults.js';
import { MAX_REFUND_ATTEMPTS } from '../../src/domains/payments/records/rules.js';
import { refundQueue } from '../../src/domains/payments/records/run-refund.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { insertStoreCredit } from '../support/store-credit.js';
import {
  DOWNTOWN,
  eventsOf,
  makeDue,
  open,
  pay,
  payByCard,
  refundTotal,
  sandboxRefunds,
} from './support.js';

let shop: Shop;
/** Processor keys of the refunds requested since the last test. */
let askedFor: string[] = [];

beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterEach(() => {
  setSandboxFaults({});
});
afterAll(() => shop.close());

type Fault = 'fail' | 'error' | 'hang' | 'lose_answer' | 'duplicate_answer' | 'slow';

/** The sandbox answers refunds with these faults in order, then without faults. */
function answerWith(...faults: (Fault | undefined)[]): void {
  askedFor = [];
  setSandboxFaults({
    timeoutMs: 20,
    slowMs: 200,
    refund: request => {
      askedFor.push(request.idempotencyKey);
      return faults.shift();
    },
  });
}

const stored = async (refund: Refund): Promise<Refund> => {
  const row = await refundById(shop.platform.db, refund.id);
  if (row === undefined) throw new Error('no such refund');
  return row;
};

/** Runs the attempts that are due, as the queue does. */
const runQueue = (): Promise<number> => drainQueue(shop.platform, refundQueue);

it('refunds a card through the processor and publishes one event', async () => {
  answerWith();
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 4_000);
  expect(refund).toMatchObject({ status: 'pending', amount: '40.00', attempts: 0 });
  expect(refund.refund_id).toMatch(/^REF-\d{8}-[0-9A-F]{8}$/);
  expect(await refundTotal(shop, payment)).toBe('40.00');
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({
    status: 'succeeded',
    attempts: 1,
    lease_until: null,
    processor_refund_id: expect.stringMatching(/^re_sandbox_/),
    processed_at: expect.any(Date),
  });
  await runRefund(shop.platform, refund.id);
  expect(askedFor).toEqual([refund.refund_id]);
  expect(await sandboxRefunds(shop, payment)).toEqual([4_000]);
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.succeeded']);
});

it('calls the processor once when 20 callers run the same refund', async () => {
  answerWith('slow');
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 10_000);
  const results = await Promise.all(
    Array.from({ length: 20 }, () => finishRefunds(shop.platform, [refund.id])),
  );
  expect(results.flat().map(result => result.status)).toEqual(new Array(20).fill('succeeded'));
  expect(askedFor).toEqual([refund.refund_id]);
  expect(await sandboxRefunds(shop, payment)).toEqual([10_000]);
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.succeeded']);
});

it('finds a refund whose answer was lost, and refunds nothing twice', async () => {
  answerWith('lose_answer');
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({
    status: 'pending',
    last_error: 'connection_lost',
    lease_until: null,
  });
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
  await runRefund(shop.platform, refund.id);
  expect(await stored(refund)).toMatchObject({ status: 'pending', attempts: 1 });
  await makeDue(shop, refund);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({
    status: 'succeeded',
    attempts: 2,
    last_error: null,
  });
  expect(askedFor).toEqual([refund.refund_id]);
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});

it.each(['hang', 'error'] as const)(
  'retries with the same key when the outcome is unknown (%s)',
  async fault => {
    answerWith(fault, fault);
    const payment = await payByCard(shop);
    const refund = await open(shop, payment, 2_500);
    await runRefund(shop.platform, refund.id);
    await makeDue(shop, refund);
    expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'pending' });
    await makeDue(shop, refund);
    expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'succeeded' });
    expect(askedFor).toEqual([refund.refund_id, refund.refund_id, refund.refund_id]);
    expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
  },
);

it('refunds once when a request reaches the processor twice', async () => {
  answerWith('duplicate_answer');
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'succeeded' });
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});

it('takes over from a process that died in the middle, with the same key', async () => {
  answerWith('lose_answer');
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  await runRefund(shop.platform, refund.id);
  // As a dead process leaves it: claimed, sent to the processor, no result recorded.
  await statement(
    shop.platform.db,
    `update refunds set lease_until = now() + interval '1 minute', next_attempt_at = now() - interval '1 second'
     where id = $1`,
    [refund.id],
  );
  expect(await runQueue()).toBe(0);
  await runRefund(shop.platform, refund.id);
  expect(await stored(refund)).toMatchObject({ status: 'pending', attempts: 1 });

  await makeDue(shop, refund);
  expect(await runQueue()).toBe(1);
  expect(await stored(refund)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(askedFor).toEqual([refund.refund_id]);
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});

it('runs a refund that was never started', async () => {
  answerWith();
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  await makeDue(shop, refund);
  await runQueue();
  expect(await stored(refund)).toMatchObject({ status: 'succeeded' });
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});

it('refuses the result of a process that lost its lease', async () => {
  answerWith('slow');
  // Slow enough for another process to take over meanwhile, on a busy machine too.
  setSandboxFaults({ ...sandboxFaults(), slowMs: 2_000 });
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  const slow = runRefund(shop.platform, refund.id);
  await vi.waitUntil(() => askedFor.length > 0, { ...soon, interval: 10 });
  await statement(
    shop.platform.db,
    "update refunds set attempts = attempts + 1, lease_until = now() + interval '1 minute' where id = $1",
    [refund.id],
  );
  expect(await slow).toMatchObject({ status: 'pending', attempts: 2 });
  expect(await eventsOf(shop, refund.id)).toEqual([]);
  await makeDue(shop, refund);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'succeeded' });
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.succeeded']);
});

it('retries a refused refund under a new key', async () => {
  answerWith('fail', 'lose_answer');
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({
    status: 'failed',
    refusals: 1,
    last_error: 'processing_error: The processor refused.',
    processed_at: null,
  });
  expect(await refundTotal(shop, payment)).toBe('0.00');
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.failed']);
  const { next_attempt_at: nextAttemptAt } = await stored(refund);
  expect(nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 30_000);

  await makeDue(shop, refund);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'pending' });
  expect(await refundTotal(shop, payment)).toBe('25.00');
  await makeDue(shop, refund);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({ status: 'succeeded' });
  expect(askedFor).toEqual([refund.refund_id, `${refund.refund_id}:1`]);
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
});

it('stops retrying a refused refund once its money was refunded another way', async () => {
  answerWith('fail');
  const payment = await payByCard(shop);
  const refused = await open(shop, payment, 10_000);
  await runRefund(shop.platform, refused.id);
  const byHand = await open(shop, payment, 10_000);
  await runRefund(shop.platform, byHand.id);
  await makeDue(shop, refused);
  expect(await runRefund(shop.platform, refused.id)).toMatchObject({
    status: 'failed',
    attempts: 1,
    given_up_at: expect.any(Date),
  });
  await runRefund(shop.platform, refused.id);
  expect(await sandboxRefunds(shop, payment)).toEqual([10_000]);
  expect(await refundTotal(shop, payment)).toBe('100.00');
  expect(await eventsOf(shop, refused.id)).toEqual(['refund.failed', 'refund.given_up']);
});

it("gives up after the last attempt, and retries on a manager's request", async () => {
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 2_500);
  answerWith(...new Array<Fault>(MAX_REFUND_ATTEMPTS).fill('fail'));
  for (let attempt = 1; attempt <= MAX_REFUND_ATTEMPTS; attempt += 1) {
    await runRefund(shop.platform, refund.id);
    await makeDue(shop, refund);
  }
  expect(await stored(refund)).toMatchObject({
    status: 'failed',
    attempts: MAX_REFUND_ATTEMPTS,
    given_up_at: expect.any(Date),
  });
  expect(new Set(askedFor).size).toBe(MAX_REFUND_ATTEMPTS);
  await runRefund(shop.platform, refund.id);
  expect(askedFor).toHaveLength(MAX_REFUND_ATTEMPTS);
  expect(await eventsOf(shop, refund.id)).toEqual([
    ...new Array(MAX_REFUND_ATTEMPTS).fill('refund.failed'),
    'refund.given_up',
  ]);
  expect(await retryRefund(shop.platform, refund.id)).toMatchObject({ status: 'succeeded' });
  expect(await sandboxRefunds(shop, payment)).toEqual([2_500]);
  await expect(retryRefund(shop.platform, refund.id)).rejects.toMatchObject({
    code: 'INVALID_STATE',
  });
});

it('keeps counting a refund whose outcome stays unknown', async () => {
  const payment = await payByCard(shop);
  const refund = await open(shop, payment, 6_000);
  answerWith(...new Array<Fault>(MAX_REFUND_ATTEMPTS).fill('error'));
  for (let attempt = 1; attempt <= MAX_REFUND_ATTEMPTS; attempt += 1) {
    await runRefund(shop.platform, refund.id);
    await makeDue(shop, refund);
  }
  expect(await stored(refund)).toMatchObject({ status: 'pending', given_up_at: expect.any(Date) });
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.given_up']);
  await expect(open(shop, payment, 4_001)).rejects.toMatchObject({
    code: 'REFUND_EXCEEDS_PAYMENT',
  });
});

it.each([
  ['cash', 'pay_out_cash'],
  ['card', 'confirm_on_terminal'],
])('leaves %s without a processor payment to a person: %s', async (method, action) => {
  answerWith();
  const payment = await pay(shop, { method });
  const refund = await open(shop, payment, 10_000);
  const waiting = { status: 'pending', way: null, action_required: action };
  expect(refund).toMatchObject(waiting);
  await makeDue(shop, refund);
  expect(await runRefund(shop.platform, refund.id)).toMatchObject({ ...waiting, attempts: 0 });
  expect(askedFor).toEqual([]);
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.action_required']);
  await expect(open(shop, payment, 1)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT' });
});

it('pays cash from the drawer of the till at once', async () => {
  answerWith();
  const payment = await pay(shop, { method: 'cash' });
  const refund = await open(shop, payment, 10_000, { terminalId: 'T-001' });
  expect(refund).toMatchObject({ status: 'succeeded', way: 'cash', terminal_id: 'T-001' });
  expect(await eventsOf(shop, refund.id)).toEqual(['refund.succeeded']);
});

it('refunds a card payment in cash without the processor', async () => {
  answerWith();
  const payment = await payByCard(shop);
  const inCash = { to: 'cash', cause: 'return', terminalId: 'T-001' } as const;
  expect(await open(shop, payment, 10_000, inCash)).toMatchObject({
    status: 'succeeded',
    way: 'cash',
    refund_to: 'cash',
  });
  expect(await sandboxRefunds(shop, payment)).toEqual([]);
  await expect(open(shop, payment, 1)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT' });
});

it('credits the store credit that paid, once', async () => {
  const { db } = shop.platform;
  const payment = await pay(shop, { method: 'store_credit', totalMinor: 3_000 });
  const [returnId, creditId] = [newId(), newId()];
  await statement(
    db,
    `insert into returns (id, return_number, transaction_id, store_id, return_reason, refund_amount)
     values ($1::uuid, $1::uuid::text, $2, $3, 'other', 50)`,
    [returnId, payment.transaction_id, DOWNTOWN],
  );
  await insertStoreCredit(db, {
    id: creditId,
    code: creditId,
    storeId: DOWNTOWN,
    returnId,
    amount: '50.00',
  });
  await statement(
    db,
    `insert into value_entries (id, account_id, kind, amount, payment_id, occurred_at)
     values ($2, $1, 'spent', -30, $2, now())`,
    [creditId, payment.id],
  );
  await statement(db, 'update payments set value_account_id = $2 where id = $1', [
    payment.id,
    creditId,
  ]);
  const refund = await open(shop, payment, 2_000);
  await runRefund(shop.platform, refund.id);
  const [credit] = await statement<{ balance: string }>(
    db,
    'select balance from store_credits where id = $1',
    [creditId],
  );
  expect([refund.status, credit?.balance]).toEqual(['succeeded', '40.00']);
});
