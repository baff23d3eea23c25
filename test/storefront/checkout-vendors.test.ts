import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { uncertainQueue } from '../../src/domains/storefront/checkout/uncertain/resolve-uncertain-charges.js';
import { statement } from '../../src/platform/database/tx.js';
import { drainQueue } from '../../src/platform/work/queues/run-queue.js';
import { startStripeDouble } from '../payments/doubles/stripe.js';
import { soon } from '../support/soon.js';
import {
  article,
  atCheckout,
  cancel,
  checkoutStateOf,
  complete,
  confirm,
  expireUncertainChargeDelays,
  levelOf,
  openCheckoutShop,
  recover,
} from './checkout-support.js';
import type { Shop } from './support.js';

/** Pays orders through the real adapter, against a simulated processor in another process. */
let shop: Shop;
let vendor: Awaited<ReturnType<typeof startStripeDouble>>;
let charged: number;
let refunded: number;
beforeAll(async () => {
  vendor = await startStripeDouble();
  shop = await openCheckoutShop({
    env: { PRIMARY_API_KEY: 'sk_test_key', PRIMARY_API_BASE: vendor.url },
  });
  await article(shop, 'VENDOR', { price: '10.00', stock: 100 });
});
afterAll(async () => {
  await shop.close();
  await vendor.close();
});
beforeEach(() => {
  charged = vendor.charged().length;
  refunded = vendor.refunded().length;
});

const moved = () => ({
  charges: vendor.charged().length - charged,
  refunds: vendor.refunded().length - refunded,
});
const begin = () => atCheckout(shop, [['VENDOR', 1]]);

async function challenged() {
  const { visit, id } = await begin();
  const reply = await complete(shop, visit, id, { token: 'pm_challenge' });
  expect(reply.body).toMatchObject({ success: true, requires_action: true });
  return { visit, id, intentId: String(reply.body.payment_intent_id), body: reply.body };
}

/** Processors list new charges with a delay; after 5 minutes the list is complete. */
const passSettleTime = (id: string) =>
  statement(
    shop.platform.db,
    `update checkout_attempts
     set opened_at = now() - interval '5 minutes'
     where checkout_id = $1`,
    [id],
  );

it('charges a valid card and refuses a declined one', async () => {
  const { visit, id } = await begin();
  const bad = await complete(shop, visit, id, { token: 'pm_declined' });
  expect([bad.status, bad.body]).toEqual([
    400,
    {
      success: false,
      error: 'Payment failed',
      code: 'PAYMENT_FAILED',
      details: { reason: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    },
  ]);
  const good = await complete(shop, visit, id, { token: 'pm_good' });
  expect([good.status, good.body.total_amount]).toEqual([200, '15.83']);
  expect(vendor.charged().at(-1)).toBe(1583);
  expect(moved()).toEqual({ charges: 1, refunds: 0 });
});

it('answers that a challenge is still open on every request, also under one idempotency key', async () => {
  const { visit, id, intentId, body } = await challenged();
  const key = { 'idempotency-key': `confirm-${id}` };
  for (const _ of [1, 2]) {
    const open = await confirm(shop, visit, id, {}, key);
    expect([open.status, open.body]).toEqual([200, body]);
    expect(open.headers['idempotent-replayed']).toBeUndefined();
  }
  vendor.challenge(intentId);
  const done = await confirm(shop, visit, id, {}, key);
  expect([done.status, done.body.total_amount]).toEqual([200, '15.83']);
  expect(moved()).toEqual({ charges: 1, refunds: 0 });
});

it('places the order of a shopper who did not return from the challenge', async () => {
  const { id, intentId } = await challenged();
  vendor.challenge(intentId);
  await recover(shop, id);
  await vi.waitFor(
    async () => expect((await checkoutStateOf(shop, id)).checkout).toBe('completed'),
    soon,
  );
  expect(moved()).toEqual({ charges: 1, refunds: 0 });
});

it('cancels the challenge when the shopper cancels', async () => {
  const { visit, id, intentId } = await challenged();
  expect((await cancel(shop, visit, id)).status).toBe(200);
  expect(vendor.seen.map(({ path }) => path)).toContain(`/v1/payment_intents/${intentId}/cancel`);
  expect(await checkoutStateOf(shop, id)).toMatchObject({ checkout: 'cancelled', sale: 'voided' });
});

it('refunds a charge whose response was lost', async () => {
  const before = await levelOf(shop, 'VENDOR');
  const { visit, id } = await begin();
  // The SDK retries a broken connection once, with the same idempotency key.
  vendor.fail('lose_answer', 'lose_answer');
  const reply = await complete(shop, visit, id, { token: 'pm_good' });
  expect([reply.status, reply.body.error]).toEqual([400, 'Payment failed']);
  expect(moved()).toEqual({ charges: 1, refunds: 0 });
  await expireUncertainChargeDelays(shop);
  await drainQueue(shop.platform, uncertainQueue);
  await vi.waitFor(() => expect(moved()).toEqual({ charges: 1, refunds: 1 }), soon);
  expect(await levelOf(shop, 'VENDOR')).toEqual(before);
});

it('finds the charge of a process that died, and retries while the list may be incomplete', async () => {
  const { visit, id } = await begin();
  const restore = setCrashPoints(point => {
    if (point === 'charged') throw new Error('dead');
  });
  expect((await complete(shop, visit, id, { token: 'pm_good' })).status).toBe(500);
  restore();
  await recover(shop, id);
  expect(await checkoutStateOf(shop, id)).toMatchObject({
    checkout: 'completed',
    sale: 'completed',
  });
  expect(moved()).toEqual({ charges: 1, refunds: 0 });

  const unsent = await begin();
  const revive = setCrashPoints(point => {
    if (point === 'attempt_opened') throw new Error('dead');
  });
  expect((await complete(shop, unsent.visit, unsent.id, { token: 'pm_good' })).status).toBe(500);
  revive();
  const { checkout } = await checkoutStateOf(shop, unsent.id);
  expect(checkout).toBe('payment_processing');
  await passSettleTime(unsent.id);
  await recover(shop, unsent.id);
  expect(await checkoutStateOf(shop, unsent.id)).toMatchObject({
    checkout: 'payment_failed',
    sale: 'voided',
  });
  expect(moved()).toEqual({ charges: 1, refunds: 0 });
});
