import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorFor } from '../../src/domains/payments/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { atCheckout, cancel, complete, confirm, status } from '../storefront/checkout-support.js';
import { openShop, type Shop } from '../support/service.js';
import { ENV, ledgerRow, send, succeeded } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false });
});
afterAll(() => shop.close());

/** A shopper who leaves for the bank's page and never returns. */
async function challenged(token = 'tok_challenge') {
  const { visit, id } = await atCheckout(shop);
  const reply = await complete(shop, visit, id, { token });
  expect(reply.body.requires_action).toBe(true);
  const [intent] = await statement<{ amount_minor: number; currency: string }>(
    shop.platform.db,
    'select amount_minor, currency from sandbox_intents where id = $1',
    [reply.body.payment_intent_id],
  );
  const event = succeeded({
    id: reply.body.payment_intent_id,
    amount_received: intent?.amount_minor,
    currency: intent?.currency.toLowerCase(),
  });
  return { visit, id, event, intentId: String(reply.body.payment_intent_id) };
}

const checkoutStatus = async (open: Awaited<ReturnType<typeof challenged>>): Promise<string> =>
  (await status(shop, open.visit, open.id)).body.checkout_session.status;

const paymentsOf = (intentId: string) =>
  statement<{ status: string; verification: string; refund_total: string }>(
    shop.platform.db,
    `select status, verification, refund_total from payments where processor_transaction_id = $1`,
    [intentId],
  );

describe('a web order whose shopper closed the page during the challenge', () => {
  it('is completed by the processor’s event', async () => {
    const open = await challenged();
    const reply = await send(shop, open.event);
    expect(reply.body).toMatchObject({
      status: 'success',
      result: { success: true, validation: 'confirmed', amount_match: true },
    });
    expect(await checkoutStatus(open)).toBe('completed');
    expect(await paymentsOf(open.intentId)).toEqual([
      { status: 'succeeded', verification: 'confirmed', refund_total: '0.00' },
    ]);
    const late = await confirm(shop, open.visit, open.id);
    expect([late.status, late.body.success]).toEqual([200, true]);
  });

  it('is completed once when confirmation and event are concurrent', async () => {
    const open = await challenged();
    const replies = await Promise.all([
      send(shop, open.event),
      confirm(shop, open.visit, open.id),
      send(shop, open.event),
      confirm(shop, open.visit, open.id),
    ]);
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200]);
    expect(await checkoutStatus(open)).toBe('completed');
    expect(await paymentsOf(open.intentId)).toMatchObject([
      { status: 'succeeded', refund_total: '0.00' },
    ]);
  });

  it('stays open when the processor reports no payment', async () => {
    const open = await challenged('tok_challenge_fail');
    const reply = await send(shop, open.event);
    expect([reply.status, reply.body.result.amount_match]).toEqual([200, false]);
    expect(await checkoutStatus(open)).not.toBe('completed');
    const [payment] = await paymentsOf(open.intentId);
    expect(payment?.status).not.toBe('succeeded');
    expect(payment?.verification).toBe('mismatch');
  });
});

describe('a cancelled web order', () => {
  it('is not completed by a later event', async () => {
    const open = await challenged();
    expect((await cancel(shop, open.visit, open.id)).status).toBe(200);
    const canceled = await processorFor(shop.platform, 'primary').find({
      paymentId: open.intentId,
    });
    expect(canceled?.outcome).toBe('declined');
    expect((await send(shop, open.event)).status).toBe(200);
    expect(await checkoutStatus(open)).toBe('cancelled');
    expect((await ledgerRow(shop, open.event.id))?.status).toBe('processed');
  });
});
