import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { attemptQueue } from '../../src/domains/storefront/checkout/attempt/recover-attempts.js';
import { consumers, jobs, schedules } from '../../src/domains/storefront/checkout/index.js';
import { uncertainQueue } from '../../src/domains/storefront/checkout/uncertain/resolve-uncertain-charges.js';
import { storefront } from '../../src/domains/storefront/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { eventsAfter } from '../../src/platform/work/events/repository.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { soon } from '../support/soon.js';
import {
  article,
  atCheckout,
  booksOf,
  cancel,
  checkoutStateOf,
  complete,
  confirm,
  expireUncertainChargeDelays,
  levelOf,
  openCheckoutShop,
  passLease,
  recover,
  status,
  tomorrow,
} from './checkout-support.js';
import { DOWNTOWN_ID, movableClock, type Shop } from './support.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let shop: Shop;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({ clock });
  await article(shop, 'JOB-GOODS', { price: '10.00', stock: 200 });
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  expect(await reservedOutOfBalance(shop.platform.db)).toEqual([]);
  await shop.close();
});

const goods = () => levelOf(shop, 'JOB-GOODS');
const begin = (body = {}) => atCheckout(shop, [['JOB-GOODS', 1]], body);
const run = (name: string) => jobs.find(job => job.name === name)?.run(shop.platform, {});
const pickup = () => ({ fulfillment_method: 'pickup', pickup_scheduled_time: tomorrow(shop) });

describe('the storefront', () => {
  it('runs the jobs of the checkout', () => {
    expect(storefront.jobs).toEqual(expect.arrayContaining([...jobs]));
    expect(storefront.schedules).toEqual(expect.arrayContaining([...schedules]));
    expect(storefront.consumers).toEqual(expect.arrayContaining([...consumers]));
    expect(storefront.queues).toEqual([attemptQueue, uncertainQueue]);
  });
});

describe('a checkout past its 30 minutes', () => {
  it('expires exactly after 30 minutes', async () => {
    const { visit, id } = await begin();
    clock.advance(30 * MINUTE_MS - 1_000);
    await run('storefront:expire-checkouts');
    expect((await status(shop, visit, id)).body.checkout_session).toMatchObject({
      status: 'checkout_initiated',
      is_expired: false,
    });
    clock.advance(1_000);
    expect((await status(shop, visit, id)).body.checkout_session.is_expired).toBe(true);
    const late = await complete(shop, visit, id);
    expect([late.status, late.body.code]).toEqual([400, 'CHECKOUT_EXPIRED']);
    await run('storefront:expire-checkouts');
    expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'expired', sale: null });
    expect((await cancel(shop, visit, id)).status).toBe(200);
    expect((await checkoutStateOf(shop, id)).checkout).toBe('expired');
    expect((await booksOf(shop, id)).charges).toBe(0);
  });

  it('is shown as expired after a day without the service, and expires in the next night', async () => {
    const { visit, id } = await begin();
    clock.advance(24 * HOUR_MS);
    await run('storefront:expire-checkouts');
    expect((await checkoutStateOf(shop, id)).checkout).toBe('checkout_initiated');
    expect((await status(shop, visit, id)).body.checkout_session.is_expired).toBe(true);
    await run('storefront:expire-old-checkouts');
    expect((await checkoutStateOf(shop, id)).checkout).toBe('expired');
  });

  it('has its challenge cancelled and its stock released', async () => {
    const before = await goods();
    const { visit, id } = await begin();
    await complete(shop, visit, id, { token: 'tok_challenge' });
    clock.advance(31 * MINUTE_MS);
    await recover(shop, id);
    await expect
      .poll(() => checkoutStateOf(shop, id))
      .toMatchObject({
        checkout: 'expired',
        sale: 'expired',
        payment: 'voided',
      });
    expect(await goods()).toEqual(before);
    const late = await confirm(shop, visit, id);
    expect([late.status, late.body.code]).toEqual([400, 'CHECKOUT_EXPIRED']);
    expect((await booksOf(shop, id)).charges).toBe(0);
  });

  it('becomes an order if the challenge was paid before', async () => {
    const { visit, id } = await begin();
    const reply = await complete(shop, visit, id, { token: 'tok_challenge' });
    await statement(
      shop.platform.db,
      `update sandbox_intents set status = 'succeeded' where id = $1`,
      [reply.body.payment_intent_id],
    );
    clock.advance(31 * MINUTE_MS);
    await recover(shop, id);
    await expect
      .poll(() => checkoutStateOf(shop, id))
      .toMatchObject({
        checkout: 'completed',
        sale: 'completed',
      });
    expect(await booksOf(shop, id)).toMatchObject({ charges: 1, refunded: 0 });
  });
});

describe('an attempt whose process died', () => {
  class SimulatedCrash extends Error {}
  let restore = () => {};
  afterEach(() => restore());
  const crashAt = (where: string) => {
    restore = setCrashPoints(point => {
      if (point === where) throw new SimulatedCrash();
    });
  };

  it('before the charge is closed, and its stock is released', async () => {
    const before = await goods();
    const { visit, id } = await begin();
    crashAt('attempt_opened');
    expect((await complete(shop, visit, id)).status).toBe(500);
    restore();
    expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'payment_processing' });
    expect(await goods()).toEqual({ ...before, reserved: before.reserved + 1 });
    const busy = await complete(shop, visit, id);
    expect([busy.status, busy.body.code]).toEqual([409, 'CHECKOUT_BUSY']);
    expect(busy.headers['retry-after']).toBe('2');
    expect((await cancel(shop, visit, id)).status).toBe(409);
    expect(await drainQueue(shop.platform, attemptQueue)).toBe(0);
    await recover(shop, id);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
      payment: 'failed',
    });
    expect(await goods()).toEqual(before);
    expect((await complete(shop, visit, id)).status).toBe(200);
    expect((await booksOf(shop, id)).charges).toBe(1);
  });

  it('after the charge becomes an order, which the next request returns', async () => {
    const before = await goods();
    const { visit, id } = await begin();
    crashAt('charged');
    expect((await complete(shop, visit, id, { key: 'lost' })).status).toBe(500);
    restore();
    await passLease(shop, id);
    // CHECKOUT_BUSY while the service's own ticker recovers the attempt.
    const reply = await vi.waitFor(async () => {
      const answer = await complete(shop, visit, id, { key: 'lost' });
      expect(answer.status).toBe(200);
      return answer;
    }, soon);
    expect(reply.body.checkout_session_id).toBe(id);
    expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'completed', attempt: 1 });
    expect(await booksOf(shop, id)).toMatchObject({ charges: 1, refunded: 0 });
    expect(await goods()).toEqual({ ...before, on_hand: before.on_hand - 1 });
  });

  it('can be cancelled once its lease has expired', async () => {
    const before = await goods();
    const { visit, id } = await begin();
    crashAt('attempt_opened');
    await complete(shop, visit, id);
    restore();
    await passLease(shop, id);
    await vi.waitFor(async () => expect((await cancel(shop, visit, id)).status).toBe(200), soon);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'cancelled',
      sale: 'voided',
    });
    expect(await goods()).toEqual(before);
  });

  it('is refunded if it charges after recovery closed it', async () => {
    const { visit, id } = await begin();
    restore = setCrashPoints(async point => {
      if (point !== 'attempt_opened') return;
      await recover(shop, id);
    });
    const reply = await complete(shop, visit, id);
    expect(reply.status).toBe(400);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
      payment: 'voided',
    });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
  });

  it('is refunded if it charges while a second attempt runs, and the second one pays', async () => {
    const { visit, id } = await begin();
    let second: Promise<{ status: number }> | undefined;
    restore = setCrashPoints(async point => {
      if (point !== 'attempt_opened' || second !== undefined) return;
      await recover(shop, id);
      second = complete(shop, visit, id);
      await second;
    });
    expect((await complete(shop, visit, id)).status).toBe(400);
    expect((await second)?.status).toBe(200);
    expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'completed', attempt: 2 });
    expect(await booksOf(shop, id)).toEqual({ charges: 2, charged: 3166, refunded: 1583 });
  });
});

describe('an uncertain charge', () => {
  it('whose refund fails is refunded later by the refund job', async () => {
    const { visit, id } = await begin();
    const restore = setSandboxFaults({ charge: () => 'lose_answer', refund: () => 'error' });
    expect((await complete(shop, visit, id)).status).toBe(400);
    await expireUncertainChargeDelays(shop);
    await drainQueue(shop.platform, uncertainQueue);
    const refund = await vi.waitFor(async () => {
      const [row] = await statement<{ id: string; status: string; cause: string; tries: number }>(
        shop.platform.db,
        `select r.id, r.status, r.cause, r.attempts as tries
         from refunds r join checkout_sessions c using (payment_id)
         where c.id = $1 and r.lease_until is null`,
        [id],
      );
      expect(row).toMatchObject({ status: 'pending', cause: 'late_success', tries: 1 });
      return row;
    }, soon);
    restore();
    expect(await booksOf(shop, id)).toMatchObject({ charges: 1, refunded: 0 });
    const { runRefund } = await import('../../src/domains/payments/index.js');
    await statement(shop.platform.db, 'update refunds set next_attempt_at = now() where id = $1', [
      refund?.id,
    ]);
    await runRefund(shop.platform, refund?.id ?? '');
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
  });
});

describe('a pay-at-store order', () => {
  it('reserves its stock for 72 hours and charges nothing', async () => {
    const before = await goods();
    const { visit, id } = await begin(pickup());
    const reply = await complete(shop, visit, id, { method: 'pay_at_store', token: null });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ success: true, total_amount: '10.83' });
    expect(await checkoutStateOf(shop, id)).toEqual({
      checkout: 'completed',
      attempt: 0,
      sale: 'pending',
      paid: '0.00',
      payment: null,
      cart: 'CONVERTED',
    });
    expect(await goods()).toEqual({ ...before, reserved: before.reserved + 1 });
    expect((await booksOf(shop, id)).charges).toBe(0);
    clock.advance(71 * HOUR_MS);
    await run('storefront:expire-orders');
    expect((await checkoutStateOf(shop, id)).sale).toBe('pending');
    clock.advance(1 * HOUR_MS);
    await run('storefront:expire-orders');
    await run('storefront:expire-orders');
    expect((await checkoutStateOf(shop, id)).sale).toBe('expired');
    expect(await goods()).toEqual(before);
    const order = await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: reply.body.receipt_token },
    });
    expect(order.body).toMatchObject({
      transaction: { status: 'expired' },
      fulfillment: { status: 'expired' },
    });
    const paid = await payAtTill(reply.body.transaction_id, '10.83');
    expect(paid.status).toBe(409);
  });

  it('is paid at a till, and its stock is committed once', async () => {
    const before = await goods();
    const { visit, id } = await begin(pickup());
    const reply = await complete(shop, visit, id, { method: 'pay_at_store' });
    const paid = await payAtTill(reply.body.transaction_id, '10.83');
    expect([paid.status, paid.body.transaction.status]).toEqual([202, 'completed']);
    await shop.settleEvents();
    const completed = (await eventsAfter(shop.platform.db, DOWNTOWN_ID, 0, 100_000)).filter(
      event =>
        event.event === 'transaction.completed' &&
        event.data.transaction_id === reply.body.transaction_id,
    );
    expect(completed).toHaveLength(1);
    const commitReservations = consumers.find(({ name }) => name === 'storefront:commit-held');
    await commitReservations?.handle(shop.platform, completed);
    await commitReservations?.handle(shop.platform, completed);
    expect(await goods()).toEqual({ ...before, on_hand: before.on_hand - 1 });
    clock.advance(80 * HOUR_MS);
    await run('storefront:expire-orders');
    expect((await checkoutStateOf(shop, id)).sale).toBe('completed');
  });
});

const payAtTill = async (number: string, amount: string) =>
  shop.call('POST', `/pos/transactions/${number}/payment/`, {
    // A new login, because the clock may have passed the expiry of an earlier one.
    token: await tillToken(),
    body: { payment_method_id: 'cash', tendered_amount: amount },
  });

async function tillToken(): Promise<string> {
  const reply = await shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN', terminal_id: 'T-001' },
  });
  return reply.body.token;
}
