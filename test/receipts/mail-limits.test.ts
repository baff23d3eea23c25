import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/platform/clock.js';
import { newId } from '../../src/platform/ids.js';
import { mailsTo } from '../support/mails.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let sale: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  sale = await counter.sold({ payment_method_id: 'cash' });
});
afterAll(() => shop.close());

const mail = (email: string, headers = {}, token?: string) =>
  counter.post(`/transactions/${sale}/receipt/email/`, { email }, token, headers);

describe('a receipt by mail', () => {
  it('reaches one mailbox ten times in an hour, and a repeated request is no second mail', async () => {
    const to = 'flooded@example.com';
    const key = { 'idempotency-key': newId() };
    for (let n = 0; n < 3; n += 1) expect((await mail(to, key)).status).toBe(202);
    for (let n = 0; n < 9; n += 1) expect((await mail(to)).status).toBe(202);
    const refused = await mail(to.toUpperCase());
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await mailsTo(shop, to)).toHaveLength(10);
    expect((await mail('another@example.com')).status).toBe(202);
  });

  it('is refused after 200 of one login in an hour, so that a stolen one mails not everybody', async () => {
    const token = await shop.tillToken('EMP002');
    const { id } = (await shop.call('GET', '/auth/me/', { token })).body;
    for (let n = 0; n < 200; n += 1) {
      await shop.platform.limits.throttle('receipts by mail of sender', id, 200, HOUR_MS);
    }
    expect((await mail('stranger@example.com', {}, token)).status).toBe(429);
    expect(await mailsTo(shop, 'stranger@example.com')).toEqual([]);
    expect((await mail('stranger@example.com')).status).toBe(202);
  });
});
