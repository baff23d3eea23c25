import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { setSandboxFaults } from '../../src/domains/payments/processors/sandbox-faults.js';
import { uncertainQueue } from '../../src/domains/storefront/checkout/uncertain/resolve-uncertain-charges.js';
import { settleIntent } from '../../src/domains/storefront/index.js';
import { statement } from '../../src/platform/database/tx.js';
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
  recover,
  shopper,
  status,
} from './checkout-support.js';
import { byToken, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await article(shop, 'PAY-GOODS', { price: '10.00', stock: 200 });
});
afterAll(async () => {
  expect(await levelsOutOfBalance(shop.platform.db)).toEqual([]);
  expect(await reservedOutOfBalance(shop.platform.db)).toEqual([]);
  await shop.close();
});

const goods = () => levelOf(shop, 'PAY-GOODS');
const begin = () => atCheckout(shop, [['PAY-GOODS', 1]]);

/** A checkout with an open challenge. */
async function challenged(token = 'tok_challenge') {
  const { visit, id } = await begin();
  const reply = await complete(shop, visit, id, { token });
  return { visit, id, reply, intentId: String(reply.body.payment_intent_id) };
}

/** A processor webhook that reports a successful payment. */
const paid = (intentId: string, amountMinor: number, currency: string) => ({
  processorType: 'primary' as const,
  paymentIntentId: intentId,
  outcome: { outcome: 'succeeded' as const, paymentId: intentId, amountMinor, currency },
});

const failed = (reason: string, message: string) => ({
  success: false,
  error: 'Payment failed',
  code: 'PAYMENT_FAILED',
  details: { reason, message },
});

describe('a declined card', () => {
  it.each([
    ['tok_declined', failed('card_declined', 'The card was declined.')],
    ['tok_insufficient_funds', failed('insufficient_funds', 'The card has insufficient funds.')],
    ['tok_nonsense', failed('invalid_token', 'There is no such card.')],
  ])('%s lets the goods go; another card pays', async (token, body) => {
    const before = await goods();
    const { visit, id } = await begin();
    const reply = await complete(shop, visit, id, { token, key: 'first' });
    expect([reply.status, reply.body]).toEqual([400, body]);
    expect(await goods()).toEqual(before);
    expect(await checkoutStateOf(shop, id)).toEqual({
      checkout: 'payment_failed',
      attempt: 1,
      sale: 'voided',
      paid: '0.00',
      payment: 'failed',
      cart: 'ACTIVE',
    });
    const replayed = await complete(shop, visit, id, { token, key: 'first' });
    expect([replayed.status, replayed.body]).toEqual([400, body]);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    const paid = await complete(shop, visit, id, { key: 'second' });
    expect(paid.status).toBe(200);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'completed',
      attempt: 2,
      sale: 'completed',
    });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 0 });
    expect(await goods()).toEqual({ ...before, on_hand: before.on_hand - 1 });
  });
});

describe('an uncertain charge', () => {
  it('that took money is refunded, because the shopper saw a failure', async () => {
    const restore = setSandboxFaults({ timeoutMs: 50 });
    const before = await goods();
    const { visit, id } = await begin();
    const reply = await complete(shop, visit, id, { token: 'tok_timeout' });
    restore();
    expect([reply.status, reply.body.error]).toEqual([400, 'Payment failed']);
    expect(await goods()).toEqual(before);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 0 });
    await expireUncertainChargeDelays(shop);
    await drainQueue(shop.platform, uncertainQueue);
    await vi.waitFor(
      async () =>
        expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 }),
      soon,
    );
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
      payment: 'voided',
    });
    await expireUncertainChargeDelays(shop);
    await drainQueue(shop.platform, uncertainQueue);
    expect((await booksOf(shop, id)).refunded).toBe(1583);
  });

  it('that took no money is checked until it can no longer arrive', async () => {
    const { visit, id } = await begin();
    const reply = await complete(shop, visit, id, { token: 'tok_error' });
    expect([reply.status, reply.body.error]).toEqual([400, 'Payment failed']);
    const open = () =>
      statement<{ outcome: string | null }>(
        shop.platform.db,
        `select d.outcome from uncertain_charges d join checkout_sessions c using (payment_id)
         where c.id = $1`,
        [id],
      );
    await expireUncertainChargeDelays(shop);
    await drainQueue(shop.platform, uncertainQueue);
    expect(await open()).toEqual([{ outcome: null }]);
    await statement(
      shop.platform.db,
      `update uncertain_charges set sent_at = now() - interval '11 minutes'`,
    );
    await expireUncertainChargeDelays(shop);
    await drainQueue(shop.platform, uncertainQueue);
    await vi.waitFor(async () => expect(await open()).toEqual([{ outcome: 'not_charged' }]), soon);
    expect((await complete(shop, visit, id)).status).toBe(200);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 0 });
  });
});

describe('a challenge', () => {
  it('keeps the stock reserved, and its confirmation places the order', async () => {
    const before = await goods();
    const { visit, id, reply, intentId } = await challenged();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      requires_action: true,
      transaction_id: expect.stringMatching(/^TXN-/),
      payment_intent_id: expect.stringMatching(/^pi_/),
      client_secret: expect.stringContaining('secret'),
    });
    expect(await goods()).toEqual({ ...before, reserved: before.reserved + 1 });
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_requires_action',
      sale: 'payment_requires_action',
      payment: 'requires_action',
    });
    expect((await status(shop, visit, id)).body.checkout_session.transaction_id).toBeNull();
    const again = await complete(shop, visit, id);
    expect([again.status, again.body]).toEqual([200, reply.body]);
    const paid = await confirm(shop, visit, id, { payment_intent_id: intentId });
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({
      success: true,
      transaction_id: reply.body.transaction_id,
      checkout_session_id: id,
      total_amount: '15.83',
      receipt_token: expect.any(String),
    });
    expect((await confirm(shop, visit, id)).body).toEqual(paid.body);
    expect((await complete(shop, visit, id)).body).toEqual(paid.body);
    expect(await goods()).toEqual({ ...before, on_hand: before.on_hand - 1 });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 0 });
  });

  it('that fails takes no money, and the shopper may try another card', async () => {
    const before = await goods();
    const { visit, id } = await challenged('tok_challenge_fail');
    const refusal = failed('authentication_failed', 'The card holder could not be authenticated.');
    for (const _ of [1, 2]) {
      const reply = await confirm(shop, visit, id);
      expect([reply.status, reply.body]).toEqual([400, refusal]);
    }
    expect(await goods()).toEqual(before);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
      payment: 'failed',
    });
    expect((await complete(shop, visit, id)).status).toBe(200);
    expect((await booksOf(shop, id)).charges).toBe(1);
  });

  it('cannot be confirmed by another visit, nor with another payment', async () => {
    const { visit, id } = await challenged();
    const other = await challenged();
    const stranger = await confirm(shop, await shopper(shop), id);
    expect([stranger.status, stranger.body]).toEqual([
      403,
      { success: false, error: 'Not authorized', code: 'NOT_AUTHORIZED' },
    ]);
    const swapped = await confirm(shop, visit, id, { payment_intent_id: other.intentId });
    expect([swapped.status, swapped.body.code]).toEqual([400, 'PAYMENT_INTENT_MISMATCH']);
    expect((await checkoutStateOf(shop, id)).checkout).toBe('payment_requires_action');
    await cancel(shop, visit, id);
    await cancel(shop, other.visit, other.id);
  });

  it('places the order also if the shopper closes the tab after it', async () => {
    const { id, intentId } = await challenged();
    await recover(shop, id);
    expect((await checkoutStateOf(shop, id)).checkout).toBe('payment_requires_action');
    await statement(
      shop.platform.db,
      `update sandbox_intents set status = 'succeeded' where id = $1`,
      [intentId],
    );
    await recover(shop, id);
    await expect
      .poll(() => checkoutStateOf(shop, id))
      .toMatchObject({
        checkout: 'completed',
        sale: 'completed',
      });
    expect((await booksOf(shop, id)).refunded).toBe(0);
  });

  it('is settled by a webhook, once', async () => {
    const { id, intentId } = await challenged();
    const report = paid(intentId, 1583, 'USD');
    expect(await settleIntent(shop.platform, report)).toBe(true);
    expect(await settleIntent(shop.platform, report)).toBe(false);
    expect(await settleIntent(shop.platform, { ...report, paymentIntentId: 'pi_x' })).toBe(false);
    expect((await checkoutStateOf(shop, id)).checkout).toBe('completed');
  });

  it('paid with another amount is refunded', async () => {
    const { id, intentId } = await challenged();
    await statement(
      shop.platform.db,
      `update sandbox_intents set status = 'succeeded', amount_minor = 100 where id = $1`,
      [intentId],
    );
    await settleIntent(shop.platform, paid(intentId, 100, 'USD'));
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
    });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 100, refunded: 100 });
  });

  describe('paid in another currency', () => {
    const abroad = async () => {
      const before = await goods();
      const challenge = await challenged();
      await statement(
        shop.platform.db,
        `update sandbox_intents set status = 'succeeded', currency = 'EUR' where id = $1`,
        [challenge.intentId],
      );
      return { ...challenge, before };
    };
    const refused = async (id: string, before: unknown) => {
      expect(await checkoutStateOf(shop, id)).toMatchObject({
        checkout: 'payment_failed',
        sale: 'voided',
        payment: 'voided',
      });
      expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
      expect(await goods()).toEqual(before);
      const payments = await statement(
        shop.platform.db,
        `select verification, review_reason from payments
         where id = (select payment_id from checkout_sessions where id = $1)`,
        [id],
      );
      expect(payments).toEqual([
        {
          verification: 'mismatch',
          review_reason: 'The processor took another amount than was asked for.',
        },
      ]);
    };

    it('is refunded on confirmation', async () => {
      const { visit, id, before } = await abroad();
      const answer = await confirm(shop, visit, id);
      expect([answer.status, answer.body.error]).toEqual([400, 'Payment failed']);
      await refused(id, before);
    });

    it('is refunded on a webhook', async () => {
      const { id, intentId, before } = await abroad();
      await settleIntent(shop.platform, paid(intentId, 1583, 'EUR'));
      await refused(id, before);
    });
  });

  it('is cancelled with the checkout, and the stock is released', async () => {
    const before = await goods();
    const { visit, id } = await challenged();
    expect((await cancel(shop, visit, id)).status).toBe(200);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'cancelled',
      sale: 'voided',
      payment: 'voided',
    });
    expect(await goods()).toEqual(before);
    const late = await confirm(shop, visit, id);
    expect([late.status, late.body.code]).toEqual([400, 'CHECKOUT_CANCELLED']);
    expect((await booksOf(shop, id)).charges).toBe(0);
  });

  it('is refunded if the shopper cancels after the payment succeeded', async () => {
    const before = await goods();
    const { visit, id, intentId } = await challenged();
    await statement(
      shop.platform.db,
      `update sandbox_intents set status = 'succeeded' where id = $1`,
      [intentId],
    );
    expect((await cancel(shop, visit, id)).status).toBe(200);
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'cancelled',
      sale: 'voided',
    });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
    expect(await goods()).toEqual(before);
  });

  it('replays its confirmation under an idempotency key', async () => {
    const { visit, id } = await challenged();
    const key = { 'idempotency-key': 'confirm-1' };
    const first = await confirm(shop, visit, id, {}, key);
    const again = await confirm(shop, visit, id, {}, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('the store', () => {
  it('refunds an online payment if a till sells the last unit meanwhile', async () => {
    await article(shop, 'PAY-LAST', { price: '10.00', stock: 1 });
    const { visit, id } = await atCheckout(shop, [['PAY-LAST', 1]]);
    await complete(shop, visit, id, { token: 'tok_challenge' });
    await sellAtTill('PAY-LAST', '10.00', '0.83', '10.83');
    const reply = await confirm(shop, visit, id);
    expect(reply.status).toBe(400);
    expect(reply.body.details.reason).toBe('out_of_stock');
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
      payment: 'voided',
    });
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
    expect(await levelOf(shop, 'PAY-LAST')).toEqual({ on_hand: 0, reserved: 0 });
  });

  it('refunds a challenge that is confirmed after the order was voided', async () => {
    const before = await goods();
    const { visit, id, reply } = await challenged();
    const voided = await shop.call('POST', `/transactions/${reply.body.transaction_id}/void/`, {
      token: await shop.officeToken('admin'),
      body: { reason: 'Asked by telephone' },
    });
    expect(voided.status).toBe(200);
    expect(await goods()).toEqual(before);
    const late = await confirm(shop, visit, id);
    expect(late.status).toBe(400);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1583, refunded: 1583 });
    expect(await checkoutStateOf(shop, id)).toMatchObject({
      checkout: 'payment_failed',
      sale: 'voided',
    });
  });
});

/** Sells one unit at a till and commits its stock. */
async function sellAtTill(sku: string, price: string, tax: string, total: string): Promise<void> {
  const { sellAtCounter } = await import('../../src/domains/inventory/index.js');
  const { atomically } = await import('../../src/platform/database/tx.js');
  const token = await shop.tillToken();
  const sale = await shop.call('POST', '/pos/transactions/create/', {
    token,
    body: {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP001',
      line_items: [{ sku, quantity: 1, unit_price: price, subtotal: price }],
      subtotal: price,
      tax_amount: tax,
      total_amount: total,
    },
  });
  expect(sale.status).toBe(201);
  const row = await shop.platform.db
    .selectFrom('transactions')
    .innerJoin('transaction_lines', 'transaction_lines.transaction_id', 'transactions.id')
    .select(['transactions.id', 'store_id', 'variant_id'])
    .where('transaction_number', '=', sale.body.transaction.transaction_id)
    .executeTakeFirstOrThrow();
  await atomically(shop.platform.db, tx =>
    sellAtCounter(tx, [
      {
        reference: row.id,
        storeId: row.store_id,
        lines: [{ variantId: row.variant_id, quantity: 1 }],
      },
    ]),
  );
}

describe('the request body', () => {
  it('never leaves a card number or token in the database', async () => {
    const { visit, id } = await begin();
    await complete(shop, visit, id, { key: 'pan' });
    const rows = await statement<{ text: string }>(
      shop.platform.db,
      `select (select string_agg(c::text, ' ') from checkout_sessions c) || ' '
         || (select string_agg(p::text, ' ') from payments p) || ' '
         || (select string_agg(m::text, ' ') from mails m) as text`,
    );
    expect(rows[0]?.text).not.toContain('4242424242424242');
    expect(rows[0]?.text).not.toContain('tok_ok');
    const payment = await shop.platform.db
      .selectFrom('payments')
      .innerJoin('checkout_sessions', 'checkout_sessions.payment_id', 'payments.id')
      .select('card_last_four')
      .where('checkout_sessions.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(payment.card_last_four).toBe('4242');
  });

  it('is required', async () => {
    const visit = await shopper(shop);
    for (const path of ['/payments/confirm/', '/web-commerce/checkout/cancel/']) {
      const reply = await shop.call('POST', path, { headers: byToken(visit) });
      expect(reply.status).toBe(400);
    }
  });
});
