import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf } from '../customers/support.js';
import { airportManager } from '../reconciliation/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let now = new Date('2026-11-17T10:00:00Z');
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const linkOf = async (sale: string, token?: string) =>
  shop.call('GET', `/transactions/${sale}/receipt/link/`, {
    token: token ?? (await shop.tillToken()),
  });
const pathOf = (url: string): string => new URL(url).pathname;

describe('the link of a receipt', () => {
  it('shows the receipt to anyone who has it, without the customer', async () => {
    const customer = await customersOf(shop).created({
      name: 'Ada Byron',
      email: 'ada@receipt.test',
    });
    const sale = await counter.sold({ payment_method_id: 'cash' }, mug({ customer_id: customer }));
    const link = await linkOf(sale);
    expect(link.body).toEqual({
      url: expect.stringMatching(/^http.*\/receipts\/[\w-]{43}\/$/),
      expires_at: new Date(now.getTime() + 180 * 86_400_000).toISOString(),
    });
    const page = await shop.call('GET', pathOf(link.body.url));
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(page.text).toContain(sale);
    expect(page.text).toContain('White Mug');
    expect(page.text).not.toMatch(/Ada|Byron|receipt\.test/);
    expect((await linkOf(sale)).body).toEqual(link.body);
  });

  it('is refused when it was changed, or made with another secret', async () => {
    const [sale, other] = [await counter.sold({ payment_method_id: 'cash' }), await counter.ring()];
    const token = pathOf((await linkOf(sale)).body.url).split('/')[2] ?? '';
    const foreign = pathOf((await linkOf(other)).body.url).split('/')[2] ?? '';
    const swap = (at: number): string =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const mixed = foreign.slice(0, 20) + token.slice(20);
    for (const wrong of [swap(0), swap(10), swap(25), swap(40), mixed, token.slice(1), 'x', sale]) {
      const page = await shop.call('GET', `/receipts/${wrong}/`);
      expect([wrong, page.status]).toEqual([wrong, 404]);
    }
  });

  it('is for staff of the store, and ends after 180 days', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' });
    expect((await linkOf(sale, await airportManager(shop))).status).toBe(404);
    const path = pathOf((await linkOf(sale)).body.url);
    const before = now;
    try {
      now = new Date(before.getTime() + 179 * 86_400_000);
      expect((await shop.call('GET', path)).status).toBe(200);
      now = new Date(before.getTime() + 181 * 86_400_000);
      expect((await shop.call('GET', path)).status).toBe(404);
    } finally {
      now = before;
    }
  });
});
