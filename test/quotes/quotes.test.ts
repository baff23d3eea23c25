import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID } from '../../src/seed/data.js';
import { customersOf } from '../customers/support.js';
import { airportManager } from '../reconciliation/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
let manager: string;
let elsewhere: string;
let now = new Date('2026-11-17T10:00:00Z');
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  counter = counterOf(shop);
  manager = await shop.officeToken();
  elsewhere = await airportManager(shop);
});
afterAll(() => shop.close());

const MUGS = { store: 'DOWNTOWN', line_items: [{ sku: 'MUG-WHITE', quantity: 2 }] };
const call = (method: string, path: string, body?: object, token = manager) =>
  shop.call(method, `/quotes/${path}`, { token, body });
const make = async (more: object = {}): Promise<{ id: string; number: string }> => {
  const made = await call('POST', '', { ...MUGS, ...more });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  return made.body;
};
const priceOf = async (price: string) => {
  const changed = await shop.call('PATCH', '/product-variants/MUG-WHITE/', {
    token: await shop.officeToken('admin'),
    body: { price },
  });
  expect(changed.status).toBe(200);
};
const saleOf = async (number: string) =>
  (await shop.call('GET', `/transactions/${number}/`, { token: manager })).body;
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

describe('a quote', () => {
  it('has the prices of the store and is valid for two weeks', async () => {
    const made = await call('POST', '', { ...MUGS, name: 'Ada Byron', note: 'For the office' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      number: expect.stringMatching(/^Q-\d{6}$/),
      store: DOWNTOWN_ID,
      status: 'open',
      name: 'Ada Byron',
      note: 'For the office',
      currency: 'USD',
      lines: [
        {
          sku: 'MUG-WHITE',
          description: 'White Mug',
          quantity: 2,
          unit_price: '12.50',
          subtotal: '25.00',
        },
      ],
      subtotal: '25.00',
      tax_amount: '2.06',
      total_amount: '27.06',
      valid_until: later(14).toISOString(),
      transaction_id: null,
    });
    expect((await call('GET', `${made.body.id}/`)).body).toEqual(made.body);
    const [first] = (await call('GET', '?status=open&store=DOWNTOWN')).body;
    expect(first).toMatchObject({ id: made.body.id, total_amount: '27.06' });
  });

  it('is for a customer, with the address of the customer', async () => {
    const id = await customersOf(shop).created({ name: 'Grace Hopper', email: 'grace@quote.test' });
    expect(await make({ customer_id: id })).toMatchObject({
      customer_id: id,
      name: 'Grace Hopper',
      email: 'grace@quote.test',
    });
  });

  it('refuses what cannot be quoted and names the field', async () => {
    const before = (await call('GET', '')).body.length;
    const refused = async (more: object) => {
      const reply = await call('POST', '', { ...MUGS, ...more });
      return [reply.status, Object.keys(reply.body.details ?? reply.body.fields ?? {})];
    };
    const lines = (line: object) => ({ line_items: [line] });
    expect((await refused({ store: 'NOWHERE' }))[0]).toBe(400);
    expect((await refused(lines({ sku: 'NO-SUCH', quantity: 1 })))[0]).toBe(400);
    expect((await refused(lines({ sku: 'GIFT-CARD', quantity: 1 })))[0]).toBe(400);
    expect((await refused(lines({ sku: 'MUG-WHITE', quantity: 0 })))[0]).toBe(400);
    expect((await refused(lines({ sku: 'MUG-WHITE', quantity: 1.5 })))[0]).toBe(400);
    expect((await refused({ line_items: [] }))[0]).toBe(400);
    expect((await refused({ customer_id: DOWNTOWN_ID }))[0]).toBe(400);
    expect((await refused({ valid_until: later(-1).toISOString() }))[0]).toBe(400);
    expect((await refused({ valid_until: later(366).toISOString() }))[0]).toBe(400);
    expect((await call('GET', '')).body).toHaveLength(before);
  });

  it('of another store is unknown there', async () => {
    const { id } = await make();
    for (const reply of [
      await call('GET', `${id}/`, undefined, elsewhere),
      await call('POST', `${id}/accept/`, {}, elsewhere),
      await call('POST', `${id}/send/`, { email: 'a@b.example' }, elsewhere),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
    }
    expect((await call('GET', '', undefined, elsewhere)).body).toEqual([]);
    expect((await call('POST', '', MUGS, elsewhere)).status).toBe(400);
  });

  it('is a PDF and a mail in the language of its store', async () => {
    const { id, number } = await make({ email: 'ada@quote.test', name: 'Ada' });
    const pdf = await call('GET', `${id}/?format=pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    // The fonts of PDF readers lack the letters of most countries.
    expect(pdf.text).toMatch(/\/BaseFont \/[A-Z]+\+DejaVuSans\b/);
    expect(pdf.headers['content-disposition']).toBe(`inline; filename="${number}.pdf"`);
    const sent = await call('POST', `${id}/send/`, {});
    expect([sent.status, sent.body]).toEqual([
      202,
      { id, email: 'ada@quote.test', status: 'queued' },
    ]);
    const german = await make({ store: 'AIRPORT', email: 'ada@quote.test' });
    expect((await call('POST', `${german.id}/send/`, {})).status).toBe(202);
    const mails = await shop.platform.db
      .selectFrom('mails')
      .select(['subject', 'body_text'])
      .where('purpose', '=', 'quote')
      .orderBy('id')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your quote from Tillhouse Downtown (${number})`,
      `Ihr Angebot von Tillhouse Airport (${german.number})`,
    ]);
    expect(mails[0]?.body_text).toContain('2 × White Mug: 25.00');
    expect(mails[0]?.body_text).toContain('Total: 27.06 USD');
    expect(mails[1]?.body_text).toContain('Summe: 25,00 €');
    const { id: unaddressed } = await make();
    expect((await call('POST', `${unaddressed}/send/`, {})).status).toBe(400);
  });
});

describe('an accepted quote', () => {
  it('is a sale at the quoted prices, whatever they are now, and is paid at a till', async () => {
    const { id } = await make();
    await priceOf('99.00');
    const accepted = await call('POST', `${id}/accept/`, {});
    await priceOf('12.50');
    expect(accepted.status).toBe(200);
    const number = accepted.body.transaction_id;
    expect(accepted.body.quote).toMatchObject({ id, status: 'accepted', transaction_id: number });
    expect(await saleOf(number)).toMatchObject({ status: 'pending', totalAmount: '27.06' });
    const paid = await counter.pay(number, { payment_method_id: 'cash', tendered_amount: '27.06' });
    expect(paid.status).toBe(202);
    expect((await saleOf(number)).status).toBe('completed');
  });

  it('is the same sale the second time, also at the same moment', async () => {
    const { id } = await make();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', `${id}/accept/`, {})),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const numbers = new Set(replies.map(({ body }) => body.transaction_id));
    expect(numbers.size).toBe(1);
    expect((await call('POST', `${id}/accept/`, {})).body.transaction_id).toBe([...numbers][0]);
    const [row] = (
      await shop.call('GET', '/transactions/?status=pending&limit=200', { token: manager })
    ).body.filter(({ transactionId }: { transactionId: string }) => numbers.has(transactionId));
    expect(row).toMatchObject({ totalAmount: '27.06' });
  });

  it('does not exist after the last day', async () => {
    const { id } = await make({ valid_until: later(1).toISOString() });
    const before = now;
    try {
      now = later(2);
      const token = await shop.call('POST', '/auth/login/', {
        body: { username: 'manager', password: 'manager-demo' },
      });
      const late = await call('POST', `${id}/accept/`, {}, token.body.access);
      expect([late.status, late.body.code]).toEqual([409, 'QUOTE_EXPIRED']);
      const mailed = await call('POST', `${id}/send/`, { email: 'a@b.test' }, token.body.access);
      expect([mailed.status, mailed.body.code]).toEqual([409, 'QUOTE_EXPIRED']);
      const [shown] = (await call('GET', '?status=expired', undefined, token.body.access)).body;
      expect(shown).toMatchObject({ id, status: 'expired', transaction_id: null });
    } finally {
      now = before;
    }
  });

  it('moves with a merge and loses the name with an erasure', async () => {
    const customers = customersOf(shop);
    const kept = await customers.created({ name: 'Kept Person', phone: '+12125550711' });
    const other = await customers.created({ name: 'Other Person', phone: '+12125550712' });
    const { id } = await make({ customer_id: other, note: 'Call Other Person' });
    await customers.asManager('POST', `${kept}/merge/`, { customer_id: other });
    expect((await call('GET', `${id}/`)).body.customer_id).toBe(kept);
    expect((await customers.asManager('POST', `${kept}/erase/`, {})).status).toBe(200);
    expect((await call('GET', `${id}/`)).body).toMatchObject({ name: '', email: null, note: '' });
  });
});

it('has its store in the body by id too', async () => {
  expect(await make({ store: AIRPORT_ID })).toMatchObject({ store: AIRPORT_ID, currency: 'EUR' });
});
