import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  const made = await shop.call('POST', '/payment-methods/', {
    token: await shop.officeToken('admin'),
    body: {
      code: 'terminal',
      name: 'Card terminal',
      method_type: 'card',
      requires_reference: true,
    },
  });
  expect([made.status, made.body.requires_reference]).toEqual([201, true]);
});
afterAll(() => shop.close());

const slip = (reference?: string) => ({
  payment_method_id: 'terminal',
  tendered_amount: '13.53',
  ...(reference !== undefined && { reference }),
});

describe('a payment on a stand-alone terminal', () => {
  it('is refused without the number of its slip, and nothing is stored', async () => {
    const sale = await counter.ring();
    const before = await counter.recordCounts();
    for (const body of [slip(), slip('')]) {
      const reply = await counter.pay(sale, body);
      expect([reply.status, Object.keys(reply.body.details)]).toEqual([400, ['reference']]);
    }
    expect(await counter.recordCounts()).toEqual(before);
  });

  it.each(['4111111111111111', '4222222222222'])('refuses a card number (%s)', async number => {
    const sale = await counter.ring();
    const reply = await counter.pay(sale, slip(number));
    expect([reply.status, Object.keys(reply.body.details)]).toEqual([400, ['reference']]);
    expect(reply.text).not.toContain(number);
  });

  it('keeps the number of its slip', async () => {
    const sale = await counter.ring();
    const paid = await counter.pay(sale, slip('0042-17'));
    expect([paid.status, paid.body.transaction.status]).toEqual([202, 'completed']);
    const id = paid.body.transaction.payment_id;
    const { body } = await counter.get(`/payments/${id}/`);
    expect(body).toMatchObject({ reference: '0042-17', card_brand: null, card_last_four: null });
    const shown = await counter.get(`/transactions/${sale}/`);
    expect(shown.body.payment_records[0]).toMatchObject({ id, reference: '0042-17' });
  });

  it('names its slip when the office records it', async () => {
    const sale = await counter.ring();
    const body = { transaction: sale, payment_method: 'terminal', amount: '13.53' };
    const token = await shop.officeToken();
    const refused = await counter.post('/payments/payments/', body, token);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['reference']]);
    const kept = await counter.post('/payments/payments/', { ...body, reference: '0043' }, token);
    expect([kept.status, kept.body.reference]).toEqual([201, '0043']);
  });
});
