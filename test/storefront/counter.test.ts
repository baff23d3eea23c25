import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import {
  article,
  atCheckout,
  complete,
  levelOf,
  openAsReleaseBefore,
  openCheckoutShop,
  tomorrow,
} from './checkout-support.js';
import { DOWNTOWN_ID, type Reply, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
});
afterAll(() => shop.close());

const office = async (url: string, body?: object): Promise<Reply> =>
  shop.call('POST', url, { token: await shop.officeToken(), body });

const payCash = async (number: string, amount: string): Promise<Reply> =>
  shop.call('POST', `/pos/transactions/${number}/payment/`, {
    token: await shop.tillToken(),
    body: { payment_method_id: 'cash', tendered_amount: amount },
  });

const readSale = async (number: string): Promise<Reply['body']> =>
  (await shop.call('GET', `/transactions/${number}/`, { token: await shop.officeToken() })).body;

/** Runs the consumers for all events recorded so far. */
async function follow(): Promise<void> {
  await shop.settleEvents();
  const { db } = shop.platform;
  for (const stream of [CHAIN_STREAM, DOWNTOWN_ID]) {
    const facts = await eventsAfter(db, stream, 0, 10_000);
    for (const follower of work.consumers) {
      if (!/^(transactions|returns|storefront):/.test(follower.name)) continue;
      const mine = facts.filter(fact => follower.events.includes(fact.event));
      if (mine.length > 0) await follower.handle(shop.platform, mine);
    }
  }
}

/** A pay-at-store order with quantity two. */
async function orderForPickup(sku: string): Promise<string> {
  await article(shop, sku, { stock: 10 });
  const { visit, id } = await atCheckout(shop, [[sku, 2]], {
    fulfillment_method: 'pickup',
    pickup_scheduled_time: tomorrow(shop),
  });
  const { body } = await complete(shop, visit, id, { method: 'pay_at_store', token: null });
  return body.transaction_id;
}

async function returnOne(number: string): Promise<string> {
  const [line] = (await readSale(number)).lineItems;
  const { body } = await office('/returns/', {
    transaction: number,
    return_reason: 'defective',
    line_items: [{ original_line_item: line.id, quantity: 1 }],
  });
  return body.id;
}

describe('a web order just paid at a till', () => {
  it('commits its stock before a return, so that a void restocks each unit once', async () => {
    const number = await orderForPickup('COUNTER-1');
    await payCash(number, '21.65');
    const back = await returnOne(number);
    for (const step of ['approve', 'receive', 'complete'])
      await office(`/returns/${back}/${step}/`);
    expect((await office(`/transactions/${number}/void/`, { reason: 'Wrong' })).status).toBe(200);
    await follow();
    expect(await levelOf(shop, 'COUNTER-1')).toEqual({ on_hand: 10, reserved: 0 });
  });

  it('restocks the units of a pending return once when it is voided', async () => {
    const number = await orderForPickup('COUNTER-2');
    await payCash(number, '21.65');
    await returnOne(number);
    expect((await office(`/transactions/${number}/void/`, { reason: 'Wrong' })).status).toBe(200);
    await follow();
    expect(await levelOf(shop, 'COUNTER-2')).toEqual({ on_hand: 10, reserved: 0 });
  });
});

describe('an order paid in cash while its card was being charged', () => {
  it('stays paid when the card is refunded, and can be refunded in part', async () => {
    await article(shop, 'COUNTER-3', { stock: 10 });
    const { visit, id } = await atCheckout(shop, [['COUNTER-3', 1]]);
    let charge = (): void => undefined;
    const isPaid = new Promise<void>(resolve => {
      charge = resolve;
    });
    // Only the release before shows the sale while its card is charged.
    const restore = setCrashPoints(async point => {
      if (point !== 'attempt_opened') return;
      await openAsReleaseBefore(shop, id);
      await isPaid;
    });
    const paying = complete(shop, visit, id);
    const number = await pendingSaleOf(id);
    const cash = await payCash(number, '15.83');
    expect([cash.status, cash.body.transaction.status]).toEqual([202, 'completed']);
    charge();
    await paying;
    restore();
    await follow();
    expect(await readSale(number)).toMatchObject({ status: 'completed', totalPaid: '15.83' });
    const refund = await office('/payments/refunds/', {
      payment: cash.body.transaction.payment_id,
      amount: '1.00',
      reason: 'Scratched',
    });
    expect(refund.status).toBe(201);
    await follow();
    expect(await readSale(number)).toMatchObject({ status: 'partially_refunded' });
  });
});

async function pendingSaleOf(checkoutId: string): Promise<string> {
  for (;;) {
    const [row] = await statement<{ number: string }>(
      shop.platform.db,
      `select transaction_number as number from transactions t
         join checkout_sessions c on c.transaction_id = t.id where c.id = $1`,
      [checkoutId],
    );
    if (row !== undefined) return row.number;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
