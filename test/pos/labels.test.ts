import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const LABELS = { pickup_name: ' Ada <Byron> ', note: 'Wrap it as a gift' };
const change = async (sale: string, body: object, token?: string) =>
  shop.call('PATCH', `/pos/transactions/${sale}/`, {
    token: token ?? (await shop.tillToken()),
    body,
  });
const read = async (sale: string) => (await counter.get(`/transactions/${sale}/`)).body;
const receipt = async (sale: string, format: string) =>
  (await counter.get(`/transactions/${sale}/receipt/?format=${format}`)).text;

describe('the pick-up name and the note of a sale', () => {
  it('come with the sale, with or without its payment, and are read with it', async () => {
    const unpaid = await counter.ring(mug(LABELS));
    const payment = { payment_method_id: 'cash', tendered_amount: MUG_TOTAL };
    const paid = await counter.ring(mug({ ...LABELS, payment }));
    for (const sale of [unpaid, paid]) {
      expect(await read(sale)).toMatchObject({
        pickup_name: 'Ada <Byron>',
        note: 'Wrap it as a gift',
        notes: '',
      });
    }
    expect(await read(await counter.ring())).toMatchObject({ pickup_name: '', note: '' });
  });

  it('are printed on the receipt, and the notes of the staff are not', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' }, mug(LABELS));
    const token = await shop.officeToken();
    await shop.call('PATCH', `/transactions/${sale}/`, { token, body: { notes: 'Staff only' } });
    const text = await receipt(sale, 'text');
    expect(text).toContain('Pick-up: Ada <Byron>\nWrap it as a gift\n');
    const html = await receipt(sale, 'html');
    expect(html).toContain('Pick-up: Ada &lt;Byron&gt;');
    expect(html).toContain('<p>Wrap it as a gift</p>');
    expect(text + html).not.toContain('Staff only');
  });

  it('are changed while the sale is not paid, and stay afterwards', async () => {
    const sale = await counter.ring(mug(LABELS));
    const { status, body } = await change(sale, { pickup_name: 'Grace' });
    expect(status).toBe(200);
    expect(body.transaction).toMatchObject({ pickup_name: 'Grace', note: 'Wrap it as a gift' });
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: MUG_TOTAL });
    const late = await change(sale, { note: 'Too late' });
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('INVALID_STATE');
    expect((await read(sale)).note).toBe('Wrap it as a gift');
  });

  it('are refused if too long, empty of changes or of another store', async () => {
    const sale = await counter.ring();
    expect((await change(sale, {})).status).toBe(400);
    expect((await change(sale, { note: 'x'.repeat(501) })).status).toBe(400);
    expect((await change(sale, { note: 'x' }, await shop.tillToken('EMP005'))).status).toBe(404);
    expect(await read(sale)).toMatchObject({ pickup_name: '', note: '' });
  });
});
