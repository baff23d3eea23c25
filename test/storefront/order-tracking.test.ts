import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from './account-support.js';
import { atCheckout, complete, openCheckoutShop } from './checkout-support.js';
import { DAY_MS, movableClock, type Reply, type Shop } from './support.js';

let shop: Shop;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({
    clock,
    env: { TRUST_PROXY: '127.0.0.1', BLOCK_LOOPBACK: 'true' },
  });
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

describe('tracking an order by number and mail address', () => {
  it('shows the guest what the link shows, in any spelling', async () => {
    const number = await order();
    await deliver(shop, number, 'ship', { carrier_name: 'UPS', tracking_number: '1Z99' });
    const { status, body } = await track(` ${number.toLowerCase()} `, ' Guest@Example.com ');
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({ transactionId: number, status: 'completed' });
    expect(body.fulfillment.shipments).toMatchObject([
      { carrier_name: 'UPS', tracking_number: '1Z99' },
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
