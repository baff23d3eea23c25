import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counter, counterOf, mug } from '../transactions/support.js';
import { type Customers, customersOf, openShop, type Shop } from './support.js';

let shop: Shop;
let customers: Customers;
let counter: Counter;
let ada: string;
beforeAll(async () => {
  shop = await openShop();
  customers = customersOf(shop);
  counter = counterOf(shop);
  ada = await customers.created({ name: 'Ada Byron', phone: '+12125550401' });
});
afterAll(() => shop.close());

const cash = { payment_method_id: 'cash', tendered_amount: '13.53' };
const attach = async (sale: string, customer_id: unknown, token?: string) =>
  shop.call('PATCH', `/pos/transactions/${sale}/`, {
    token: token ?? (await shop.tillToken()),
    body: { customer_id },
  });
const pointsOf = async (id: string): Promise<number> => {
  await shop.settleEvents();
  return (await customers.profile(id)).body.points;
};

describe('the customer of a sale', () => {
  it('is attached to a pending sale, detached and attached again, and earns its points', async () => {
    const before = await pointsOf(ada);
    const sale = await counter.ring();
    const attached = await attach(sale, ada);
    expect(attached.status).toBe(200);
    expect(attached.body.transaction).toEqual({
      transaction_id: sale,
      status: 'pending',
      total_amount: '13.53',
      customer_id: ada,
    });
    expect((await attach(sale, ada)).body).toEqual(attached.body);
    expect((await attach(sale, null)).body.transaction.customer_id).toBeNull();
    expect((await counter.row(sale)).customer_id).toBeNull();
    await attach(sale, ada);
    expect((await counter.pay(sale, cash)).status).toBe(202);
    expect(await pointsOf(ada)).toBe(before + 12);
  });

  it('stays off a sale that was paid after the customer left', async () => {
    const before = await pointsOf(ada);
    const sale = await counter.ring(mug({ customer_id: ada }));
    await attach(sale, null);
    await counter.pay(sale, cash);
    expect(await pointsOf(ada)).toBe(before);
  });

  it('is attached to a paid sale once, by a manager, and earns its points', async () => {
    const before = await pointsOf(ada);
    const sale = await counter.ring();
    await counter.pay(sale, cash);
    const refused = await attach(sale, ada);
    expect([refused.status, refused.body.error_code ?? refused.body.code]).toEqual([
      403,
      'PERMISSION_DENIED',
    ]);
    const manager = await shop.officeToken('manager');
    const patch = (body: object) =>
      shop.call('PATCH', `/transactions/${sale}/`, { token: manager, body });
    expect((await patch({ customer_id: ada })).body.customer_id).toBe(ada);
    expect((await patch({ customer_id: ada })).status).toBe(200);
    expect(await pointsOf(ada)).toBe(before + 12);
    for (const customer_id of [
      null,
      await customers.created({ name: 'B', email: 'b@b.example' }),
    ]) {
      const reply = await patch({ customer_id });
      expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
    }
    expect((await counter.row(sale)).customer_id).toBe(ada);
  });

  it('is refused if unknown, of a sale elsewhere, and of a sale that was cancelled', async () => {
    const sale = await counter.ring();
    for (const id of ['00000000-0000-4000-8000-00000000ffff', 'x', 5]) {
      expect((await attach(sale, id)).status).toBe(400);
    }
    expect((await attach(sale, ada, await shop.tillToken('EMP005', 'T-101'))).status).toBe(404);
    await counter.voidSale(sale);
    expect((await attach(sale, ada)).status).toBe(409);
    expect((await counter.row(sale)).customer_id).toBeNull();
  });

  it('cannot leave a sale that is untaxed because of them', async () => {
    const exempt = await customers.created({ name: 'Exempt', phone: '+12125550402' });
    await customers.asManager('PATCH', `${exempt}/`, { tax_exemption: 'CERT-7' });
    const sale = await counter.ring({
      ...mug({ customer_id: exempt }),
      tax_amount: '0.00',
      total_amount: '12.50',
    });
    const reply = await attach(sale, null);
    expect(reply.status).toBe(409);
    expect((await counter.row(sale)).customer_id).toBe(exempt);
  });

  it('needs no right to write notes; notes still need it', async () => {
    const token = await shop.tillToken();
    const sale = await counter.ring();
    const patch = (body: object) => shop.call('PATCH', `/transactions/${sale}/`, { token, body });
    expect((await patch({ customer_id: ada })).status).toBe(200);
    for (const body of [{ notes: 'x' }, {}, { notes: 'x', customer_id: null }, { notes: 5 }]) {
      expect((await patch(body)).status).toBe(403);
    }
    expect(await counter.row(sale)).toMatchObject({ customer_id: ada, notes: '' });
  });
});
