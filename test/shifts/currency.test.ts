import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTills, type Tills } from './support.js';

let tills: Tills;
let admin: string;
beforeAll(async () => {
  tills = await openTills();
  admin = await tills.shop.officeToken('admin');
});
afterAll(() => tills.shop.close());
beforeEach(() => tills.closeOpenShift());

const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };
const sellIn = (currency: string) =>
  tills.shop.call('PATCH', '/stores/DOWNTOWN/', { token: admin, body: { currency } });
const expected = async (id: string) =>
  (await tills.read(`${id}/`, await tills.supervisor())).body.expected_amount;

describe('a drawer', () => {
  it('keeps its currency: the store can change its own only between shifts', async () => {
    const id = await tills.open('10.00');
    const refused = await sellIn('EUR');
    expect([refused.status, refused.body.code]).toEqual([409, 'SHIFT_OPEN']);
    const store = await tills.shop.call('GET', '/stores/DOWNTOWN/', { token: admin });
    expect(store.body.currency).toBe('USD');
    expect((await sellIn('USD')).status).toBe(200);
    await tills.count(id, { '10.00': 1 });
    await tills.close(id);
    expect((await sellIn('EUR')).status).toBe(200);
    expect((await sellIn('USD')).status).toBe(200);
  });

  it('does not add up two currencies when older sales are paid or refunded', async () => {
    const unpaid = await tills.counter.ring();
    const paid = await tills.counter.ring();
    await tills.counter.pay(paid, CASH);
    await sellIn('EUR');
    const id = await tills.open('50.00');
    expect((await tills.counter.pay(unpaid, CASH)).status).toBe(202);
    const [older] = await tills.counter.payments(paid);
    const manager = await tills.shop.tillToken('EMP003', 'T-001');
    const body = { payment: older?.id, reason: 'Broken' };
    const refund = await tills.shop.call('POST', '/payments/refunds/', { token: manager, body });
    expect([refund.status, refund.body.shift]).toEqual([201, null]);
    expect(await expected(id)).toBe('50.00');
    await tills.closeOpenShift();
    await sellIn('USD');
  });
});
