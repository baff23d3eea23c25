import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { atTill, listen } from '../realtime/listener.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await listen(shop);
});
afterAll(() => shop.close());

const change = (body: object, token: string) =>
  shop.call('PATCH', '/stores/DOWNTOWN/', { token, body });
const minutes = async () => {
  const { body } = await shop.call('GET', '/stores/DOWNTOWN/', { token: await shop.tillToken() });
  return body.till_lock_minutes;
};

describe('the lock of the tills of a store', () => {
  it('is off at first, and reaches the tills of the store over their sockets', async () => {
    expect(await minutes()).toBeNull();
    const till = await atTill(shop, 'T-001', await shop.tillToken());
    const elsewhere = await atTill(shop, 'T-101', await shop.tillToken('EMP005'));
    await Promise.all([till.hello(), elsewhere.hello()]);
    const admin = await shop.officeToken('admin');
    expect((await change({ till_lock_minutes: 5 }, admin)).status).toBe(200);
    await till.until(({ events }) => events.some(({ event }) => event === 'store.saved'));
    const saved = till.events.find(({ event }) => event === 'store.saved');
    expect(saved).toMatchObject({ store_id: DOWNTOWN_ID, data: { id: DOWNTOWN_ID } });
    expect(await minutes()).toBe(5);
    // The other store learns of its own change only.
    await shop.call('PATCH', '/stores/AIRPORT/', { token: admin, body: { phone: '1' } });
    await elsewhere.until(({ events }) => events.length > 0);
    expect(elsewhere.events.map(({ data }) => data.id)).not.toContain(DOWNTOWN_ID);
    await Promise.all([till.close(), elsewhere.close()]);
    expect((await change({ till_lock_minutes: null }, admin)).status).toBe(200);
    expect(await minutes()).toBeNull();
  });

  it.each([0, 241, 1.5, '5'])('is not set to %s', async till_lock_minutes => {
    const refused = await change({ till_lock_minutes }, await shop.officeToken('admin'));
    expect(refused.status).toBe(400);
    expect(await minutes()).toBeNull();
  });

  it('is not changed by a cashier', async () => {
    const refused = await change({ till_lock_minutes: 1 }, await shop.tillToken());
    expect(refused.status).toBe(403);
    expect(await minutes()).toBeNull();
  });
});
