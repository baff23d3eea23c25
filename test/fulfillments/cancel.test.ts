import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { formatMoney, minor, sumOf } from '../../src/platform/money.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import {
  article,
  atCheckout,
  complete,
  type Line,
  levelOf,
  openCheckoutShop,
  tomorrow,
} from '../storefront/checkout-support.js';
import { DOWNTOWN_ID, type Reply, type Shop } from '../storefront/support.js';
import { counterOf } from '../transactions/support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop();
});
afterAll(async () => {
  const { db } = shop.platform;
  expect([await levelsOutOfBalance(db), await reservedOutOfBalance(db)]).toEqual([[], []]);
  await shop.close();
});

const office = async (method: string, url: string, body?: object): Promise<Reply> =>
  shop.call(method, url, { token: await shop.officeToken(), body });
const cancel = (id: string, body: object = {}): Promise<Reply> =>
  office('POST', `/fulfillments/${id}/cancel/`, { reason: 'Out of stock', ...body });
const ship = (id: string, items?: object[]): Promise<Reply> =>
  office('POST', `/fulfillments/${id}/ship/`, { carrier_name: 'Post', items });
const preview = async (id: string) =>
  (await office('GET', `/fulfillments/${id}/cancellation/`)).body;
const read = async (number: string) => (await office('GET', `/transactions/${number}/`)).body;

type Refunded = { amount: string; status: string; cause: string };
const refundsOf = (number: string) =>
  statement<Refunded>(
    shop.platform.db,
    `select r.amount, r.status, r.cause from refunds r
     join transactions t on t.id = r.transaction_id where t.transaction_number = $1 order by r.id`,
    [number],
  );
const givenBack = async (number: string): Promise<string> =>
  formatMoney(sumOf((await refundsOf(number)).map(({ amount }) => minor(amount, 'USD'))), 'USD');

const mailsAbout = async (number: string) =>
  (
    await shop.platform.db
      .selectFrom('mails')
      .select(['subject', 'body_text', 'recipient'])
      .where('purpose', '=', 'order_cancelled')
      .where('subject', 'like', `%${number}%`)
      .orderBy('id')
      .execute()
  ).map(mail => ({ ...mail }));

type Ordered = { number: string; id: string };

/** An order of the web shop: paid by card and shipped unless told otherwise. */
async function order(
  lines: readonly Line[],
  { method = 'card', fulfillment = 'ship' }: { method?: string; fulfillment?: string } = {},
): Promise<Ordered> {
  const { visit, id } = await atCheckout(shop, lines, {
    fulfillment_method: fulfillment,
    ...(fulfillment === 'pickup' && { pickup_scheduled_time: tomorrow(shop) }),
  });
  const token = method === 'card' ? 'tok_ok' : null;
  const reply = await complete(shop, visit, id, { method, token });
  if (reply.status !== 200) throw new Error(reply.text);
  const number = reply.body.transaction_id;
  const [found] = (await office('GET', `/fulfillments/?transaction=${number}`)).body;
  return { number, id: found.id };
}

let made = 0;
/** A new article with ten units. */
async function goods(price = '10.00', more: { digital?: boolean } = {}): Promise<string> {
  made += 1;
  const sku = `CANCEL-${made}`;
  await article(shop, sku, { price, stock: 10, ...more });
  return sku;
}

/** Runs the consumers for all events recorded so far. */
async function follow(): Promise<void> {
  await shop.settleEvents();
  for (const stream of [CHAIN_STREAM, DOWNTOWN_ID]) {
    const events = await eventsAfter(shop.platform.db, stream, 0, 10_000);
    for (const consumer of work.consumers) {
      if (!/^(transactions|returns|storefront|fulfillments):/.test(consumer.name)) continue;
      const mine = events.filter(({ event }) => consumer.events.includes(event));
      if (mine.length > 0) await consumer.handle(shop.platform, mine);
    }
  }
}

describe('the shipment of a web order', () => {
  const shipmentsOf = async (id: string) =>
    (await office('GET', `/fulfillments/${id}/`)).body.shipments;
  const waiting = (id: string, items: [sku: string, quantity: number][]) => ({
    id,
    carrier_name: '',
    tracking_number: '',
    tracking_url: null,
    status: 'pending',
    items: items.map(([sku, quantity]) => expect.objectContaining({ sku, quantity })),
    shipped_at: null,
    delivered_at: null,
  });
  const rowsOf = (id: string) =>
    statement(
      shop.platform.db,
      'select id, status from shipments where fulfillment_id = $1 order by id',
      [id],
    );

  it('is shown while it waits, and has a row once it is sent', async () => {
    const [one, two] = [await goods(), await goods()];
    const { id } = await order([
      [two, 3],
      [one, 1],
    ]);
    const items: [string, number][] = [
      [two, 3],
      [one, 1],
    ];
    expect(await shipmentsOf(id)).toEqual([waiting(id, items)]);
    expect(await rowsOf(id)).toEqual([]);
    const early = await office('PATCH', `/fulfillments/${id}/shipments/${id}/`, {
      tracking_number: 'EARLY',
    });
    expect([early.status, await rowsOf(id)]).toEqual([409, []]);
    await office('POST', `/fulfillments/${id}/process/`);
    expect(await shipmentsOf(id)).toEqual([waiting(id, items)]);
    expect((await ship(id, [{ sku: two, quantity: 1 }])).status).toBe(200);
    const [sent, rest] = await shipmentsOf(id);
    expect(sent).toMatchObject({ id, status: 'shipped', items: [{ sku: two, quantity: 1 }] });
    expect(rest).toEqual(
      waiting(rest.id, [
        [two, 2],
        [one, 1],
      ]),
    );
    expect(await rowsOf(id)).toEqual([
      { id, status: 'shipped' },
      { id: rest.id, status: 'pending' },
    ]);
  });

  it('has a row once it is cancelled, by staff or with its sale', async () => {
    const sku = await goods();
    const first = await order([[sku, 1]]);
    expect((await cancel(first.id)).status).toBe(200);
    const second = await order([[sku, 1]]);
    await office('POST', `/transactions/${second.number}/void/`, { reason: 'Mistake' });
    await follow();
    for (const { id } of [first, second]) {
      expect(await rowsOf(id)).toEqual([{ id, status: 'cancelled' }]);
      expect(await shipmentsOf(id)).toMatchObject([{ id, status: 'cancelled', items: [{ sku }] }]);
    }
  });
});

describe('cancelling a paid order', () => {
  it('refunds all of it with shipping, restocks the goods once and mails the customer', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 2]]);
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 8, reserved: 0 });
    const { totalAmount } = await read(number);
    expect(await preview(id)).toEqual({
      items: [{ sku, quantity: 2 }],
      refund_amount: totalAmount,
      shipping_refund: '5.00',
      currency: 'USD',
      ends_sale: false,
    });
    const reply = await cancel(id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      status: 'cancelled',
      cancel_reason: 'Out of stock',
      cancelled_items: [{ sku, quantity: 2 }],
      refund_amount: totalAmount,
      transaction_status: 'refunded',
      refunds: [{ amount: totalAmount, status: 'succeeded', way: 'processor' }],
      shipments: [{ status: 'cancelled' }],
    });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
    const again = await cancel(id);
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await ship(id)).status).toBe(409);
    await follow();
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
    expect(await givenBack(number)).toBe(totalAmount);
    const mails = await mailsAbout(number);
    expect(mails).toEqual([
      {
        recipient: 'ada@example.com',
        subject: `Your order ${number} was cancelled`,
        body_text: expect.stringContaining(`We refund ${totalAmount} USD the way you paid.`),
      },
    ]);
    expect(mails[0]?.body_text).toContain('Reason: Out of stock');
    expect(mails[0]?.body_text).toContain('2 x ');
  });

  it('needs no body, as before', async () => {
    const { number, id } = await order([[await goods(), 1]]);
    const reply = await office('POST', `/fulfillments/${id}/cancel/`);
    expect([reply.status, reply.body.cancel_reason]).toEqual([200, 'Cancelled']);
    expect((await read(number)).status).toBe('refunded');
  });

  it('adds up to the cent over several partial cancels, shipping with the last', async () => {
    const odd = await goods('3.33');
    const even = await goods('7.77');
    const { number, id } = await order([
      [odd, 3],
      [even, 1],
    ]);
    const { totalAmount } = await read(number);
    const first = await cancel(id, { items: [{ sku: odd, quantity: 1 }] });
    expect(first.body).toMatchObject({
      status: 'pending',
      transaction_status: 'partially_refunded',
    });
    expect(first.body.refund_amount).toBe('3.61');
    const second = await cancel(id, { items: [{ sku: odd, quantity: 1 }] });
    expect(await levelOf(shop, odd)).toEqual({ on_hand: 9, reserved: 0 });
    const packed = second.body.shipments.filter(
      (one: { status: string }) => one.status === 'pending',
    );
    expect(packed[0].items).toMatchObject([
      { sku: odd, quantity: 1 },
      { sku: even, quantity: 1 },
    ]);
    const rest = await preview(id);
    expect(rest.shipping_refund).toBe('5.00');
    const last = await cancel(id);
    expect(last.body).toMatchObject({
      status: 'cancelled',
      transaction_status: 'refunded',
      refund_amount: rest.refund_amount,
    });
    expect(await givenBack(number)).toBe(totalAmount);
    expect(await refundsOf(number)).toHaveLength(3);
    expect(await levelOf(shop, odd)).toEqual({ on_hand: 10, reserved: 0 });
    expect((await mailsAbout(number)).map(({ subject }) => subject)).toEqual([
      `Items of your order ${number} were cancelled`,
      `Items of your order ${number} were cancelled`,
      `Your order ${number} was cancelled`,
    ]);
  });

  it('keeps what has been shipped; its return completes the refund', async () => {
    const sku = await goods('3.33');
    const { number, id } = await order([[sku, 3]]);
    expect((await ship(id, [{ sku, quantity: 1 }])).body.status).toBe('processing');
    const tooMany = await cancel(id, { items: [{ sku, quantity: 3 }] });
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'CANCELS_MORE_THAN_LEFT']);
    const reply = await cancel(id);
    expect(reply.body).toMatchObject({
      status: 'shipped',
      cancelled_items: [{ sku, quantity: 2 }],
      transaction_status: 'partially_refunded',
    });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 9, reserved: 0 });
    const sale = await read(number);
    const opened = await office('POST', '/returns/', {
      transaction: number,
      return_reason: 'defective',
      line_items: [{ original_line_item: sale.lineItems[0].id, quantity: 1 }],
    });
    for (const step of ['approve', 'receive', 'complete'])
      await office('POST', `/returns/${opened.body.id}/${step}/`);
    expect(await givenBack(number)).toBe(sale.totalAmount);
    expect((await read(number)).status).toBe('refunded');
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });

  it('can keep the money or the goods', async () => {
    const sku = await goods();
    const kept = await order([[sku, 1]]);
    const noMoney = await cancel(kept.id, { refund: false });
    expect(noMoney.body).toMatchObject({
      status: 'cancelled',
      refund_amount: '0.00',
      refunds: [],
      transaction_status: 'completed',
    });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
    const lost = await order([[sku, 1]]);
    const noGoods = await cancel(lost.id, { restock: false });
    expect(noGoods.body.transaction_status).toBe('refunded');
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 9, reserved: 0 });
    const moved = await order([[sku, 1]]);
    const neither = await cancel(moved.id, { refund: false, restock: false });
    expect(neither.body).toMatchObject({ refund_amount: '0.00', return_id: null });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 8, reserved: 0 });
    expect(await mailsAbout(moved.number)).toEqual([]);
  });

  it('does not refund withheld money with a later return', async () => {
    const sku = await goods('10.00');
    const { number, id } = await order([[sku, 2]]);
    await ship(id, [{ sku, quantity: 1 }]);
    await cancel(id, { refund: false });
    const sale = await read(number);
    const opened = await office('POST', '/returns/', {
      transaction: number,
      return_reason: 'defective',
      line_items: [{ original_line_item: sale.lineItems[0].id, quantity: 1 }],
    });
    // One of two units with its tax, and shipping with the last unit: 10.82 + 5.00.
    expect(opened.body.refund_amount).toBe('15.82');
  });

  it('refunds nothing while another delivery of the sale has the goods', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 1]]);
    const pickup = await office('POST', '/fulfillments/', {
      transaction: number,
      fulfillment_type: 'pickup',
    });
    expect((await preview(id)).items).toEqual([]);
    expect((await cancel(id)).body).toMatchObject({
      status: 'cancelled',
      refund_amount: '0.00',
      transaction_status: 'completed',
    });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 9, reserved: 0 });
    expect((await cancel(pickup.body.id)).body.transaction_status).toBe('refunded');
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });

  it('adds no stock of digital goods', async () => {
    const sku = await goods('4.00', { digital: true });
    const before = await levelOf(shop, sku);
    const { number, id } = await order([[sku, 1]], { fulfillment: 'digital' });
    expect((await cancel(id)).body.transaction_status).toBe('refunded');
    expect(await levelOf(shop, sku)).toEqual(before);
    expect(await givenBack(number)).toBe((await read(number)).totalAmount);
  });

  it('spreads the refund over the payments of a till', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 2]], {
      method: 'pay_at_store',
      fulfillment: 'pickup',
    });
    const counter = counterOf(shop);
    await counter.pay(number, { payment_method_id: 'cash', tendered_amount: '1.65' });
    await counter.pay(number, { payment_method_id: 'cash', tendered_amount: '20.00' });
    const reply = await shop.call('POST', `/fulfillments/${id}/cancel/`, {
      token: await shop.tillToken('EMP003'),
      body: { reason: 'Broken', items: [{ sku, quantity: 1 }] },
    });
    expect(reply.body.refund_amount).toBe('10.83');
    const last = await shop.call('POST', `/fulfillments/${id}/cancel/`, {
      token: await shop.tillToken('EMP003'),
      body: { reason: 'Broken' },
    });
    expect(
      last.body.refunds.map(({ amount, way }: Record<string, string>) => [amount, way]),
    ).toEqual([
      ['9.17', 'cash'],
      ['1.65', 'cash'],
    ]);
    expect(await givenBack(number)).toBe('21.65');
    await follow();
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });
});

describe('cancelling an order that is not paid', () => {
  it('ends the sale, releases the stock and refunds nothing', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 2]], {
      method: 'pay_at_store',
      fulfillment: 'pickup',
    });
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 2 });
    expect(await preview(id)).toMatchObject({ refund_amount: '0.00', ends_sale: true });
    const part = await cancel(id, { items: [{ sku, quantity: 1 }] });
    expect([part.status, part.body.code]).toEqual([409, 'INVALID_STATE']);
    const reply = await cancel(id);
    expect(reply.body).toMatchObject({
      status: 'cancelled',
      amount_due: '0.00',
      refund_amount: '0.00',
      transaction_status: 'voided',
    });
    await follow();
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
    expect(await refundsOf(number)).toEqual([]);
    expect((await mailsAbout(number))[0]?.body_text).toContain('There is nothing to refund.');
  });

  it('gives a part payment back', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 2]], {
      method: 'pay_at_store',
      fulfillment: 'pickup',
    });
    const counter = counterOf(shop);
    await counter.pay(number, { payment_method_id: 'cash', tendered_amount: '5.00' });
    expect((await cancel(id, { refund: false })).status).toBe(409);
    expect((await read(number)).status).toBe('partially_paid');
    const reply = await cancel(id);
    expect(reply.body).toMatchObject({ refund_amount: '5.00', transaction_status: 'voided' });
    expect(await refundsOf(number)).toMatchObject([{ amount: '5.00', cause: 'void' }]);
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });
});

describe('who may cancel', () => {
  it('a cashier needs an approval for the refund, another store finds nothing', async () => {
    const sku = await goods();
    const { number, id } = await order([[sku, 1]]);
    const by = async (employee: string, body: object = {}) =>
      shop.call('POST', `/fulfillments/${id}/cancel/`, {
        token: await shop.tillToken(employee),
        body: { reason: 'Gone', ...body },
      });
    expect((await by('EMP005')).status).toBe(404);
    const refused = await by('EMP001');
    expect([refused.status, refused.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 9, reserved: 0 });
    expect((await read(number)).status).toBe('completed');
    const approval = await counterOf(shop).approved('refund', '50.00', { transaction_id: number });
    expect((await by('EMP001', { approval_request_id: approval })).status).toBe(200);
    expect(await refundsOf(number)).toHaveLength(1);
  });

  it('replays the answer for a repeated key', async () => {
    const { number, id } = await order([[await goods(), 1]]);
    const once = async () =>
      shop.call('POST', `/fulfillments/${id}/cancel/`, {
        token: await shop.officeToken(),
        body: { reason: 'Twice' },
        headers: { 'idempotency-key': `cancel-${id}` },
      });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await refundsOf(number)).toHaveLength(1);
    expect(await mailsAbout(number)).toHaveLength(1);
  });
});

describe('a cancel that races', () => {
  it('with ship: either the goods leave, or the money goes back', async () => {
    const sku = await goods('10.00');
    let shipped = 0;
    for (let round = 0; round < 8; round += 1) {
      const { number, id } = await order([[sku, 1]]);
      const work = [() => cancel(id), () => ship(id), () => cancel(id)];
      if (round % 2 === 1) work.reverse();
      const replies = await Promise.all(work.map(run => run()));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const [fulfillment] = (await office('GET', `/fulfillments/?transaction=${number}`)).body;
      const isShipped = fulfillment.status === 'shipped';
      if (isShipped) shipped += 1;
      expect(await givenBack(number)).toBe(isShipped ? '0.00' : '15.83');
      expect((await mailsAbout(number)).length).toBe(isShipped ? 0 : 1);
    }
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10 - shipped, reserved: 0 });
  });

  it('with a void gives money and goods back once', async () => {
    const sku = await goods('10.00');
    for (let round = 0; round < 8; round += 1) {
      const { number, id } = await order([[sku, 1]]);
      const voided = () => office('POST', `/transactions/${number}/void/`, { reason: 'Mistake' });
      const [undone, cancelled] = await Promise.all([voided(), cancel(id)]);
      expect(await givenBack(number)).toBe('15.83');
      expect(
        [undone.status, cancelled.status].filter(status => status === 200).length,
      ).toBeGreaterThan(0);
    }
    await follow();
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });

  it('with the payment at a till: paid and refunded, or never taken', async () => {
    const sku = await goods('10.00');
    for (let round = 0; round < 8; round += 1) {
      const { number, id } = await order([[sku, 1]], {
        method: 'pay_at_store',
        fulfillment: 'pickup',
      });
      const pay = () =>
        counterOf(shop).pay(number, { payment_method_id: 'cash', tendered_amount: '10.83' });
      const [paid, cancelled] = await Promise.all([pay(), cancel(id)]);
      expect(cancelled.status).toBe(200);
      expect(await givenBack(number)).toBe(paid.status === 202 ? '10.83' : '0.00');
      await follow();
    }
    expect(await levelOf(shop, sku)).toEqual({ on_hand: 10, reserved: 0 });
  });
});
