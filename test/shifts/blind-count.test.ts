import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTills, type Tills } from './support.js';

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
});
afterAll(() => tills.shop.close());
beforeEach(() => tills.closeOpenShift());

const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };
const CARD = { payment_method_id: 'card', tendered_amount: '13.53' };

/** A new login at the till: the previous one has ended. */
async function standAtTill(employee: string, pin: string): Promise<string> {
  const login = await tills.shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: 'T-001' },
  });
  return login.body.token;
}
const asCashier = () => standAtTill('EMP001', '1234');
const asManager = () => standAtTill('EMP003', '3456');

async function sell(token: string, payment: object): Promise<string> {
  const sale = await tills.counter.ring(undefined, token);
  expect((await tills.counter.pay(sale, payment, token)).status).toBe(202);
  return sale;
}

async function giveBack(sale: string, token: string): Promise<void> {
  const [payment] = await tills.counter.payments(sale);
  const body = { payment: payment?.id, reason: 'Broken' };
  expect((await tills.shop.call('POST', '/payments/refunds/', { token, body })).status).toBe(201);
}

/** A cash sale, a card sale and a refunded cash sale, all in one uncounted shift. */
async function aDay() {
  const morning = await asCashier();
  const id = await tills.open('100.00', morning);
  const sales = [
    await sell(morning, CASH),
    await sell(morning, CARD),
    await sell(morning, CASH),
  ] as const;
  await giveBack(sales[2], await asManager());
  return { id, sales, token: await asCashier() };
}

describe('a cashier before the count of the drawer', () => {
  it('sees none of its takings in lists, and all of them after the count', async () => {
    const { id, sales, token } = await aDay();
    const listed = async (path: string, by = token) => {
      const { body } = await tills.shop.call('GET', path, { token: by });
      return body.filter((row: { transaction: string }) =>
        (sales as readonly string[]).includes(row.transaction),
      ).length;
    };
    const LISTS = ['/payments/', '/payments/payments/', '/payments/?payment_method=cash'];
    for (const path of LISTS) expect([path, await listed(path)]).toEqual([path, 0]);
    expect(await listed('/payments/refunds/')).toBe(0);
    const supervisor = await tills.supervisor();
    expect(await listed('/payments/', supervisor)).toBe(3);
    expect(await listed('/payments/refunds/', supervisor)).toBe(1);
    await tills.count(id, { '100.00': 1 }, token);
    expect(await listed('/payments/')).toBe(3);
    expect(await listed('/payments/refunds/')).toBe(1);
  });

  it("still sees how one sale was paid, for a customer's question", async () => {
    const { sales, token } = await aDay();
    for (const sale of sales) {
      const query = `?transaction=${sale}`;
      const { body } = await tills.shop.call('GET', `/payments/${query}`, { token });
      expect(body).toHaveLength(1);
      expect(body[0].amount).toBe('13.53');
      const one = await tills.shop.call('GET', `/payments/${body[0].id}/`, { token });
      expect(one.status).toBe(200);
      const refunds = await tills.shop.call('GET', `/payments/refunds/${query}`, { token });
      expect(refunds.body).toHaveLength(body[0].refunds.length);
    }
  });

  it('cannot derive the refunds from the drawer from older payments', async () => {
    const sale = await sell(await asCashier(), CASH);
    const manager = await asManager();
    await tills.open('50.00', manager);
    await giveBack(sale, manager);
    const refunds = async (token: string) => {
      const { body: list } = await tills.shop.call('GET', '/payments/', { token });
      return list.find((row: { transaction: string }) => row.transaction === sale).refunds.length;
    };
    expect(await refunds(await asCashier())).toBe(0);
    expect(await refunds(await tills.supervisor())).toBe(1);
  });
});
