import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import { expireSales } from '../../src/domains/transactions/ending/expire-sales.js';
import { statement } from '../../src/platform/database/tx.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import {
  ADDRESS,
  article,
  atCheckout,
  complete,
  levelOf,
  openCheckoutShop,
  tomorrow,
} from '../storefront/checkout-support.js';
import { DOWNTOWN_ID, type Reply, type Shop } from '../storefront/support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
  await article(shop, 'ORDER-CUP', { stock: 1_000 });
});
afterAll(() => shop.close());

const till = () => shop.tillToken();
const find = async (q?: string, token?: string): Promise<Reply['body']> => {
  const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`;
  return (await shop.call('GET', `/pos/orders/${query}`, { token: token ?? (await till()) })).body;
};
const numbers = async (q: string, token?: string): Promise<string[]> =>
  (await find(q, token)).map((order: { transaction_id: string }) => order.transaction_id);
const handOver = async (number: string, token?: string, headers = {}): Promise<Reply> =>
  shop.call('POST', `/pos/orders/${number}/hand-over/`, {
    token: token ?? (await till()),
    headers,
  });
const pay = async (number: string, amount: string, token?: string): Promise<Reply> =>
  shop.call('POST', `/pos/transactions/${number}/payment/`, {
    token: token ?? (await till()),
    body: { payment_method_id: 'cash', tendered_amount: amount },
  });
const read = async (number: string) =>
  (await shop.call('GET', `/transactions/${number}/`, { token: await shop.officeToken() })).body;

/** Two cups at 10.00 with a tax of 8.25 %: 21.65. */
async function order(contact: object, { method = 'pay_at_store', sku = 'ORDER-CUP' } = {}) {
  const { visit, id } = await atCheckout(shop, [[sku, 2]], {
    fulfillment_method: 'pickup',
    pickup_scheduled_time: tomorrow(shop),
  });
  const token = method === 'card' ? 'tok_ok' : null;
  const { firstName, lastName, phone, ...more } = { ...ADDRESS, ...contact };
  const form = { shipping_address: { firstName, lastName, phone }, ...more };
  const reply = await complete(shop, visit, id, { method, token, form });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.transaction_id as string;
}

/** Runs the consumers that move stock for all events recorded so far. */
async function follow(): Promise<void> {
  await shop.settleEvents();
  for (const stream of [CHAIN_STREAM, DOWNTOWN_ID]) {
    const events = await eventsAfter(shop.platform.db, stream, 0, 10_000);
    for (const consumer of work.consumers) {
      if (!/^(transactions|storefront|fulfillments):/.test(consumer.name)) continue;
      const mine = events.filter(({ event }) => consumer.events.includes(event));
      if (mine.length > 0) await consumer.handle(shop.platform, mine);
    }
  }
}

describe('an order that waits at the store', () => {
  it('is paid in cash as the store rounds it', async () => {
    const token = await shop.officeToken('admin');
    const round = (cash_rounding: string) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { cash_rounding } });
    await round('0.10');
    const number = await order({ lastName: 'Rounded' });
    const reply = await pay(number, '22.00');
    await round('none');
    expect(reply.body.transaction).toMatchObject({
      status: 'completed',
      total_paid: '21.65',
      rounding_amount: '0.05',
      cash_due: '21.70',
      change_due: '0.30',
    });
  });

  it('is found by number, QR content, name, phone and mail address', async () => {
    const number = await order({
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '+49 170 5551234',
      email: 'grace.hopper@example.com',
    });
    for (const q of [
      number,
      number.toLowerCase(),
      `https://shop.test/app/shop/order?n=${number}`,
      number.slice(-8),
      'hopper',
      'Grace Hopper',
      '0170 555 1234',
      '+49 (170) 5551234',
      'grace.hopper@',
    ]) {
      expect([q, await numbers(q)]).toEqual([q, [number]]);
    }
    for (const q of ['Hoppper', '0170 555 9999', '%', '_race', 'TXN-20200101-00000000']) {
      expect([q, await numbers(q)]).toEqual([q, []]);
    }
    expect(await numbers(number, await shop.tillToken('EMP005'))).toEqual([]);
    const [found] = await find(number);
    expect(found).toMatchObject({
      transaction_status: 'pending',
      source_system: 'web_commerce',
      fulfillment_type: 'pickup',
      status: 'pending',
      customer_name: 'Grace Hopper',
      customer_phone: '+49 170 5551234',
      total_amount: '21.65',
      total_paid: '0.00',
      amount_due: '21.65',
      is_paid: false,
      minimum_age: null,
      lines: [{ sku: 'ORDER-CUP', quantity: 2, unit_price: '10.00', subtotal: '20.00' }],
    });
  });

  it('is listed without a search, ready ones first, and only for tills', async () => {
    const first = await order({ lastName: 'First' });
    const second = await order({ lastName: 'Second' }, { method: 'card' });
    const [waiting] = await find(second);
    const ready = await shop.call('POST', `/fulfillments/${waiting.fulfillment_id}/mark-ready/`, {
      token: await till(),
    });
    expect(ready.body).toMatchObject({ amount_due: '0.00', currency: 'USD' });
    const all: { transaction_id: string; is_paid: boolean }[] = await find();
    const at = (number: string) => all.findIndex(one => one.transaction_id === number);
    expect(at(second)).toBe(0);
    expect(all[0]?.is_paid).toBe(true);
    expect(at(first)).toBeGreaterThan(0);
    const seen: string[] = [];
    let path: string | undefined = '/pos/orders/?limit=1';
    while (path !== undefined) {
      const { body, headers } = await shop.call('GET', path, { token: await till() });
      seen.push(...body.map((one: { transaction_id: string }) => one.transaction_id));
      path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(all.map(one => one.transaction_id));
    const office = await shop.call('GET', '/pos/orders/', { token: await shop.officeToken() });
    expect(office.body.code).toBe('TERMINAL_REQUIRED');
    const unknown = await shop.call('GET', '/pos/orders/?name=x', { token: await till() });
    expect(unknown.status).toBe(400);
  });

  it('is paid and handed over at the till, out of its reserved stock', async () => {
    await article(shop, 'ORDER-ONE', { stock: 10 });
    const shift = await shop.call('POST', '/cash-management/shifts/', {
      token: await till(),
      body: { opening_float: '50.00' },
    });
    const number = await order({}, { sku: 'ORDER-ONE' });
    expect(await levelOf(shop, 'ORDER-ONE')).toEqual({ on_hand: 10, reserved: 2 });
    const early = await handOver(number);
    expect([early.status, early.body.code]).toEqual([409, 'PAYMENT_DUE']);
    expect(early.body.details).toEqual({ amount_due: '21.65' });
    expect((await pay(number, '1.65')).body.transaction.amount_due).toBe('20.00');
    expect((await handOver(number)).body.details).toEqual({ amount_due: '20.00' });
    expect((await find(number))[0]).toMatchObject({ amount_due: '20.00', is_paid: false });
    const paid = await pay(number, '50.00');
    expect(paid.body.transaction).toMatchObject({ status: 'completed', change_due: '30.00' });
    const done = await handOver(number);
    expect(done.body).toEqual({
      success: true,
      order: {
        transaction_id: number,
        fulfillment_id: expect.any(String),
        fulfillment_type: 'pickup',
        status: 'picked_up',
        amount_due: '0.00',
        handed_over_at: expect.stringMatching(/Z$/),
      },
    });
    await follow();
    expect(await levelOf(shop, 'ORDER-ONE')).toEqual({ on_hand: 8, reserved: 0 });
    expect(await find(number)).toEqual([]);
    const report = await shop.call('GET', `/cash-management/shifts/${shift.body.id}/x-report/`, {
      token: await shop.tillToken('EMP003'),
    });
    expect(report.body.cash.expected).toBe('71.65');
    const receipt = await shop.call('GET', `/transactions/${number}/receipt/?format=text`, {
      token: await till(),
    });
    expect(receipt.text).toContain('21.65');
  });

  it('cancelled at the till gives the part payment and the stock back', async () => {
    await article(shop, 'ORDER-TWO', { stock: 10 });
    const number = await order({}, { sku: 'ORDER-TWO' });
    await pay(number, '5.00');
    const reply = await shop.call('POST', `/pos/transactions/${number}/cancel/`, {
      token: await shop.tillToken('EMP003'),
      body: { reason: 'Changed their mind' },
    });
    expect([reply.status, reply.body.refunds.map((one: Reply['body']) => one.amount)]).toEqual([
      200,
      ['5.00'],
    ]);
    await follow();
    expect(await levelOf(shop, 'ORDER-TWO')).toEqual({ on_hand: 10, reserved: 0 });
    expect((await handOver(number)).body.code).toBe('INVALID_STATE');
    const [row] = await statement<{ status: string }>(
      shop.platform.db,
      'select f.status from fulfillments f join transactions t on t.id = f.transaction_id where t.transaction_number = $1',
      [number],
    );
    expect(row?.status).toBe('cancelled');
  });
});

describe('a partly paid order that nobody collects', () => {
  it('opens one task for the store and stays open', async () => {
    const number = await order({ lastName: 'Late' });
    await pay(number, '1.65');
    const { db } = shop.platform;
    await statement(
      db,
      "update transactions set expires_at = now() - interval '1 hour' where transaction_number = $1",
      [number],
    );
    await expireSales(shop.platform);
    await expireSales(shop.platform);
    expect((await read(number)).status).toBe('partially_paid');
    const tasks = await db
      .selectFrom('tasks')
      .select(['description', 'priority'])
      .where('task_id', '=', `partly-paid-${number}`)
      .execute();
    expect(tasks).toEqual([
      { description: expect.stringContaining('20.00 is overdue'), priority: 'high' },
    ]);
  });
});

describe('a hand-over', () => {
  it('happens once when two tills race, and says so to the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const number = await order({ lastName: `Race ${round}` }, { method: 'card' });
      const replies = await Promise.all([
        handOver(number),
        handOver(number, await shop.tillToken('EMP002')),
        handOver(number, await shop.tillToken('EMP003')),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const winner = replies.find(({ status }) => status === 200);
      for (const loser of replies.filter(({ status }) => status === 409)) {
        expect(loser.body).toMatchObject({
          code: 'ALREADY_HANDED_OVER',
          details: {
            handed_over_at: winner?.body.order.handed_over_at,
            terminal_id: expect.stringMatching(/^T-00[123]$/),
          },
        });
      }
    }
  });

  it('that races with a void leaves goods and money on the same side', async () => {
    for (let round = 0; round < 8; round += 1) {
      const number = await order({ lastName: `Void ${round}` }, { method: 'card' });
      const voided = async () =>
        shop.call('POST', `/transactions/${number}/void/`, {
          token: await shop.officeToken(),
          body: { reason: 'Mistake' },
        });
      const [given, undone] = await Promise.all([handOver(number), voided()]);
      expect(undone.status).toBe(200);
      expect([200, 409]).toContain(given.status);
      if (given.status === 409) expect(given.body.code).toBe('INVALID_STATE');
    }
  });

  it('replays its answer for a repeated key', async () => {
    const number = await order({ lastName: 'Again' }, { method: 'card' });
    const key = { 'idempotency-key': `hand-over-${number}` };
    const first = await handOver(number, undefined, key);
    expect(first.status).toBe(200);
    const second = await handOver(number, undefined, key);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('is unknown to a till of another store, and refused for an order that is shipped', async () => {
    const number = await order({ lastName: 'Elsewhere' }, { method: 'card' });
    expect((await handOver(number, await shop.tillToken('EMP005'))).status).toBe(404);
    expect((await read(number)).status).toBe('completed');
    const { visit, id } = await atCheckout(shop, [['ORDER-CUP', 1]]);
    const shipped = (await complete(shop, visit, id)).body.transaction_id;
    const refused = await handOver(shipped);
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(await numbers(shipped)).toEqual([]);
  });
});
