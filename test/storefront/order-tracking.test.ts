import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { deliver, mailsAbout } from './account-support.js';
import { article, atCheckout, complete, levelOf, openCheckoutShop } from './checkout-support.js';
import { DAY_MS, movableClock, type Reply, type Shop } from './support.js';

let shop: Shop;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({
    clock,
    // All orders are placed from one address.
    env: { TRUST_PROXY: '127.0.0.1', BLOCK_LOOPBACK: 'true', FLOOD_LIMIT: '10000' },
  });
  await article(shop, 'GUEST-1', { price: '10.00', stock: 100 });
});
afterAll(() => shop.close());

let clients = 0;
/** Each test is another client, because wrong attempts block an address. */
function client(): string {
  clients += 1;
  return `203.0.113.${clients}`;
}

const track = (number: string, email: string, from = client()): Promise<Reply> =>
  shop.call('POST', '/web-commerce/orders/track/', {
    body: { number, email },
    headers: { 'x-forwarded-for': from },
  });

async function order(email = 'guest@example.com'): Promise<string> {
  const { visit, id } = await atCheckout(shop);
  return (await complete(shop, visit, id, { form: { email } })).body.transaction_id;
}

describe('a guest who knows the link, or number and mail address', () => {
  type Body = Record<string, unknown>;
  type Headers = Record<string, string>;
  const act = (path: string, body: Body, headers: Headers = {}, from = client()) =>
    shop.call('POST', `/web-commerce/guest-order/${path}`, {
      body,
      headers: { 'x-forwarded-for': from, ...headers },
    });

  /** An order of two pieces, and what its guest knows about it. */
  async function place(email = 'guest@example.com') {
    const { visit, id } = await atCheckout(shop, [['GUEST-1', 2]]);
    const { body } = await complete(shop, visit, id, { form: { email } });
    const number: string = body.transaction_id;
    return { number, link: { access_token: body.receipt_token }, known: { number, email } };
  }
  const recordsOf = async (number: string) => ({
    refunds: await statement<{ amount: string; status: string; requested_by: string | null }>(
      shop.platform.db,
      `select r.amount, r.status, r.requested_by from refunds r
         join transactions t on t.id = r.transaction_id where t.transaction_number = $1`,
      [number],
    ),
    returns: await statement<{ status: string; requested_by: string | null }>(
      shop.platform.db,
      `select r.status, r.requested_by from returns r
         join transactions t on t.id = r.transaction_id where t.transaction_number = $1
         order by r.id`,
      [number],
    ),
  });

  it('cancels before packing; money and goods go back, and a mail says so', async () => {
    const before = await levelOf(shop, 'GUEST-1');
    const { number, link } = await place('leaves@example.com');
    const seen = (await act('', link)).body;
    expect([seen.transaction.can_cancel, seen.transaction.can_return]).toEqual([true, false]);
    const { status, body } = await act('cancel/', { ...link, reason: 'Ordered twice' });
    expect([status, body.transaction.status, body.fulfillment.status]).toEqual([
      200,
      'refunded',
      'cancelled',
    ]);
    const amount = body.transaction.totalAmount;
    expect(body.transaction.can_cancel).toBe(false);
    expect(body.refunds).toMatchObject([{ amount, status: 'succeeded', way: 'processor' }]);
    expect(body.returns).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/leaves@example\.com|Park Avenue/i);
    expect(await levelOf(shop, 'GUEST-1')).toEqual(before);
    const records = await recordsOf(number);
    expect(records.refunds).toEqual([{ amount, status: 'succeeded', requested_by: null }]);
    const [mail] = await mailsAbout(shop, 'order_cancelled', 'leaves@example.com');
    // Whoever ordered may have typed the address of somebody else, so the words stay with the store.
    expect(mail?.body_text).toContain('Reason: Cancelled by the customer');
    expect(mail?.body_text).not.toContain('Ordered twice');
    const token = await shop.officeToken();
    const [delivery] = (await shop.call('GET', `/fulfillments/?transaction=${number}`, { token }))
      .body;
    expect(delivery.cancel_reason).toBe('Ordered twice');
  });

  it('cancels once from two tabs, and once again after a lost answer', async () => {
    const { number, link, known } = await place();
    const key = { 'idempotency-key': 'guest-cancel' };
    const replies = await Promise.all([act('cancel/', link), act('cancel/', known, key)]);
    expect(replies.map(reply => reply.status)).toEqual([200, 200]);
    const again = await act('cancel/', known, key);
    expect([again.status, again.body.transaction.status]).toEqual([200, 'refunded']);
    expect((await recordsOf(number)).refunds).toHaveLength(1);
  });

  it('and the person who packs do not both win', async () => {
    const { number, link } = await place();
    const [cancelled] = await Promise.all([
      act('cancel/', link),
      deliver(shop, number, 'process').catch(() => undefined),
    ]);
    const { body } = await act('', link);
    const { refunds } = await recordsOf(number);
    expect([cancelled.status, body.fulfillment.status, refunds.length]).toEqual(
      cancelled.status === 200 ? [200, 'cancelled', 1] : [409, 'processing', 0],
    );
    if (cancelled.status === 409) expect(cancelled.body.code).toBe('ORDER_PACKED');
  });

  it('cannot cancel what is packed, and changes nothing', async () => {
    const { number, known } = await place();
    await deliver(shop, number, 'process');
    expect(await act('cancel/', known)).toMatchObject({
      status: 409,
      body: { code: 'ORDER_PACKED' },
    });
    expect((await act('', { access_token: 'x'.repeat(32) })).status).toBe(404);
    expect(await recordsOf(number)).toEqual({ refunds: [], returns: [] });
  });

  it('asks for a return once, and withdraws it', async () => {
    const { number, link, known } = await place('returns@example.com');
    await deliver(shop, number, 'ship', { carrier_name: 'UPS' });
    const [line] = (await act('', link)).body.transaction.line_items;
    expect(line.returnable_quantity).toBe(2);
    const wanted = (quantity: number) => ({
      return_reason: 'changed_mind',
      line_items: [{ line_id: line.id, quantity }],
    });
    expect(await act('returns/', { ...link, ...wanted(3) })).toMatchObject({
      status: 400,
      body: { code: 'RETURN_EXCEEDS_SALE' },
    });
    const key = { 'idempotency-key': 'guest-return' };
    const first = await act('returns/', { ...known, ...wanted(1) }, key);
    const again = await act('returns/', { ...known, ...wanted(1) }, key);
    expect([first.status, first.body.status, again.body]).toEqual([201, 'pending', first.body]);
    const ret = first.body.return_number;
    const [mail] = await mailsAbout(shop, 'return_request', 'returns@example.com');
    expect(mail?.subject).toBe(`We have your return request ${ret}`);
    const seen = (await act('', link)).body;
    expect(seen.returns).toMatchObject([{ return_number: ret, can_withdraw: true }]);
    expect(seen.transaction.line_items[0].returnable_quantity).toBe(1);
    const other = await place();
    expect((await act(`returns/${ret}/cancel/`, other.link)).status).toBe(404);
    expect((await act(`returns/${ret}/cancel/`, link)).body.status).toBe('cancelled');
    expect((await recordsOf(number)).returns).toEqual([
      { status: 'cancelled', requested_by: null },
    ]);
  });

  it('writes the reason of cancelled deliveries, and still sees and withdraws the request', async () => {
    const { number, link } = await place('words@example.com');
    await deliver(shop, number, 'ship', { carrier_name: 'UPS' });
    const before = (await act('', link)).body;
    const [line] = before.transaction.line_items;
    const sent = await act('returns/', {
      ...link,
      return_reason: 'cancelled',
      line_items: [{ line_id: line.id, quantity: 1, reason: 'cancelled' }],
    });
    expect([sent.status, sent.body.status]).toEqual([201, 'pending']);
    const seen = (await act('', link)).body;
    expect(seen.returns).toEqual([sent.body]);
    expect(seen).toMatchObject({
      transaction: { status: before.transaction.status, can_cancel: false, can_return: true },
      fulfillment: before.fulfillment,
      refunds: [],
    });
    expect(await recordsOf(number)).toEqual({
      refunds: [],
      returns: [{ status: 'pending', requested_by: null }],
    });
    const withdrawn = await act(`returns/${sent.body.return_number}/cancel/`, link);
    expect([withdrawn.status, withdrawn.body.status]).toEqual([200, 'cancelled']);
    expect((await act('', link)).body.transaction).toEqual(before.transaction);
  });

  it('is asked for one of both; guesses count, and get one answer', async () => {
    const { number, known } = await place();
    expect((await act('cancel/', { number })).status).toBe(400);
    expect((await act('cancel/', {})).status).toBe(400);
    const from = client();
    const replies: Reply[] = [];
    for (let n = 0; n < 11; n += 1) {
      const email = `a${n}@example.com`;
      replies.push(await act('cancel/', { number, email }, {}, from));
    }
    const [first] = replies;
    expect([first?.status, first?.body.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    expect(replies.at(-1)?.status).toBe(429);
    expect((await act('cancel/', known, {}, from)).status).toBe(429);
    expect(await recordsOf(number)).toEqual({ refunds: [], returns: [] });
  });

  it('finds nothing with the link after the data was erased', async () => {
    const email = 'forgotten@example.com';
    const { link } = await place(email);
    const key = { 'idempotency-key': 'before-erasure' };
    expect((await act('cancel/', link, key)).status).toBe(200);
    const token = await shop.officeToken();
    const made = await shop.call('POST', '/customers/', {
      token,
      body: { name: 'Erna Example', email },
    });
    const url = `/customers/${made.body.id}/erase/`;
    expect((await shop.call('POST', url, { token })).status).toBe(200);
    for (const reply of [await act('', link), await act('cancel/', link, key)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
  });
});

describe('tracking an order by number and mail address', () => {
  it('shows the guest what the link shows, in any spelling', async () => {
    const number = await order();
    await deliver(shop, number, 'ship', { carrier_name: 'UPS', tracking_number: '1Z99' });
    const { status, body } = await track(` ${number.toLowerCase()} `, ' Guest@Example.com ');
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({ transactionId: number, status: 'completed' });
    expect(body.fulfillment.shipments).toMatchObject([
      {
        carrier_name: 'UPS',
        tracking_number: '1Z99',
        tracking_url: 'https://www.ups.com/track?tracknum=1Z99',
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/guest@example\.com|Park Avenue/i);
  });

  it('answers a wrong number and a wrong address alike', async () => {
    const number = await order();
    const replies = [
      await track(number, 'other@example.com'),
      await track('TXN-20260101-00000000', 'guest@example.com'),
      await track('nonsense', 'guest@example.com'),
      await track('TXN-20269999-00000000', 'guest@example.com'),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
    expect(new Set(replies.map(reply => reply.body.error)).size).toBe(1);
  });

  it('blocks an address after ten wrong attempts, as logins are', async () => {
    const number = await order();
    const from = client();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await track('TXN-20260101-00000000', `a${n}@example.com`, from)).status);
    }
    expect(statuses.filter(status => status === 404).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    expect((await track(number, 'guest@example.com', from)).status).toBe(429);
    expect((await track(number, 'guest@example.com')).status).toBe(200);
  });

  it('limits guesses of one order from many addresses', async () => {
    const number = await order();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      statuses.push((await track(number, `guess${n}@example.com`)).status);
    }
    expect(statuses.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 404));
    expect(statuses.at(-1)).toBe(429);
  });

  it('limits guesses of the orders of one mail address from many addresses', async () => {
    const [first, second] = [await order('wanted@example.com'), await order('wanted@example.com')];
    const guess = (n: number) =>
      track(`TXN-20260101-${String(n).padStart(8, '0')}`, 'Wanted@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429]);
    expect((await track(first, 'wanted@example.com')).body.code).toBe('LOCKED_OUT');
    clock.advance(11 * 60_000);
    expect((await track(second, 'wanted@example.com')).status).toBe(200);
  });

  it('counts failures only', async () => {
    const number = await order('often@example.com');
    await track(number, 'wrong@example.com');
    for (let n = 0; n < 25; n += 1) {
      expect((await track(number, 'often@example.com')).status).toBe(200);
    }
  });

  it('ends with the link of the mail', async () => {
    const number = await order('late@example.com');
    clock.advance(91 * DAY_MS);
    expect((await track(number, 'late@example.com')).status).toBe(404);
  });
});
